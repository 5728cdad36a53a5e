import { usernameFrom } from '#domains/members/usernames.server.ts';
import type { LookName } from '../drawing/people.ts';
import type { PicturePool } from '../drawing/pool.ts';
import { faceKey, type ContainerPictures, type PictureCounts } from '../drawing/wanted.ts';
import type { Random } from '../random.ts';
import { nameFamilies, type Language } from './names.ts';

export interface SeedMember {
  id: number;
  firstName: string;
  lastName: string;
  displayname: string;
  username: string;
  email: string;
  portrait: 'face' | 'emblem' | 'none';
  hasCover: boolean;
  /** File names, once the pictures are there. */
  avatar: string | null;
  cover: string | null;
  timezone: string;
  look: LookName;
  isWoman: boolean;
  /** The language besides English in which this member sometimes writes. */
  language: Language | undefined;
  joinedAt: number;
  lastLoginAt: number;
  /** How much this member writes, and how much others like it. */
  activity: number;
  charm: number;
}

/** The two whose log-ins are printed. */
const knownMembers = [
  {
    firstName: 'Ada',
    lastName: 'Quill',
    email: 'ada@hearth.example',
    isWoman: true,
    activity: 5,
    charm: 1.6,
  },
  {
    firstName: 'Bo',
    lastName: 'Reed',
    email: 'bo@hearth.example',
    isWoman: false,
    activity: 3.5,
    charm: 1.3,
  },
];

const day = 86_400_000;
const weights = nameFamilies.flatMap((family, index) => Array<number>(family.weight).fill(index));

/**
 * Members in the order of joining: a few founders, then ever more. `start` and `now` are in
 * milliseconds.
 */
export function inventMembers(
  count: number,
  random: Random,
  start: number,
  now: number,
): SeedMember[] {
  const taken = new Set<string>();
  const joins = Float64Array.from(
    { length: count },
    () => start + random.next() ** 0.72 * (now - start - 2 * day),
  ).sort();
  return Array.from({ length: count }, (_, index): SeedMember => {
    const family = nameFamilies[random.pick(weights)]!;
    const known = knownMembers[index];
    const isWoman = known?.isWoman ?? random.chance(0.5);
    const isNative = random.chance(0.35);
    const [firstName, firstLatin] = spelled(
      random.pick(isWoman ? family.women : family.men),
      isNative,
    );
    const [lastName, lastLatin] = spelled(random.pick(family.last), isNative);
    const names = known ?? { firstName, lastName };
    const isReversed = !known && family.isFamilyNameFirst && isNative && firstName !== firstLatin;
    const wanted = usernameFrom(known?.firstName ?? firstLatin, known?.lastName ?? lastLatin);
    const username = freeUsername(wanted ?? 'member', taken);
    // The founders came in the first days, and the two known members with them.
    const joinedAt = index < 6 ? start + (index * 0.8 + random.next() * 0.5) * day : joins[index]!;
    const look = known ? 'north' : family.look;
    const taste = random.next();
    const drawn = taste > 0.07 ? 'emblem' : 'none';
    return {
      id: index + 1,
      firstName: names.firstName,
      lastName: names.lastName,
      displayname: isReversed
        ? `${lastName}${family.language === 'ko' || family.language === 'zh' ? '' : ' '}${firstName}`
        : `${names.firstName} ${names.lastName}`,
      username,
      email: known?.email ?? `${username}@hearth.example`,
      portrait: known || taste > 0.22 ? 'face' : drawn,
      hasCover: known !== undefined || random.chance(0.6),
      avatar: null,
      cover: null,
      timezone: random.pick(family.timezones),
      look,
      isWoman,
      language: known ? undefined : family.language,
      joinedAt,
      lastLoginAt: Math.max(
        joinedAt,
        now - Math.min(900, 0.02 + Math.exp(random.normal() * 1.6 + 0.6)) * day,
      ),
      activity: known?.activity ?? Math.exp(random.normal() * 0.9),
      charm: known?.charm ?? Math.exp(random.normal() * 0.45),
    };
  });
}

const maxCounts = { faces: 20, emblems: 40, covers: 30, photos: 320, films: 6 };

/** How many pictures a community needs; large ones have some look-alikes. */
export function countPictures(
  members: SeedMember[],
  posts: number,
  containers: ContainerPictures[],
): PictureCounts {
  const faces: Record<string, number> = {};
  let [emblems, covers] = [0, 0];
  for (const { portrait, look, isWoman, hasCover } of members) {
    const key = faceKey(look, isWoman);
    if (portrait === 'face') faces[key] = Math.min(maxCounts.faces, (faces[key] ?? 0) + 1);
    if (portrait === 'emblem') emblems = Math.min(maxCounts.emblems, emblems + 1);
    if (hasCover) covers = Math.min(maxCounts.covers, covers + 1);
  }
  return {
    faces,
    emblems,
    covers,
    photos: Math.max(4, Math.min(maxCounts.photos, Math.round(posts / 6.6))),
    films: Math.min(maxCounts.films, Math.round(posts / 200)),
    containers,
  };
}

/** Gives everybody their pictures, each one before any is given again. */
export function dress(members: SeedMember[], pictures: PicturePool) {
  const used: Record<string, number> = {};
  const next = (list: string[] | undefined, key: string) => {
    const turn = (used[key] = (used[key] ?? -1) + 1);
    return list?.length ? list[turn % list.length]! : null;
  };
  for (const member of members) {
    const key = faceKey(member.look, member.isWoman);
    if (member.portrait === 'face') member.avatar = next(pictures.faces[key], key);
    if (member.portrait === 'emblem') member.avatar = next(pictures.emblems, 'emblem');
    if (member.hasCover) member.cover = next(pictures.covers, 'cover');
  }
}

/** The name as shown, and in Latin letters. */
function spelled(name: string, isNative: boolean): [shown: string, latin: string] {
  const [latin, native] = name.split('/') as [string, string?];
  return [isNative && native ? native : latin, latin];
}

function freeUsername(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted}${number}`;
  taken.add(name);
  return name;
}
