import type { Visibility } from '#domains/containers/container-access.rules.ts';
import { visitor, type Member, type Viewer } from '#domains/policy/viewer.ts';
import type { WallType } from '#lib/container-types.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addGroup } from '../groups/group-world.ts';
import { addPage } from '../sitepages/page-world.ts';
import { addMember, befriend, block, setProfileAudience } from '../support/people.ts';
import { addContainer, addMembership } from './container-world.ts';

/** Everybody whose relation to a wall, or to one of its authors, makes a difference. */
export const people = [
  'owner',
  'author',
  'friend',
  'stranger',
  'follower',
  'invited',
  'requested',
  'member',
  'staff',
  'admin',
  'banned',
  /** A member of the container who has blocked the author. */
  'blocker',
  'siteModerator',
] as const;
export type Person = (typeof people)[number];
export type Who = Person | 'visitor';

/** How a wall is set, and who reads a post of a member there. */
export interface Setting {
  name: string;
  /** For containers: */
  visibility?: Visibility;
  state?: string;
  isListed?: boolean;
  /** The post was written before others could read. */
  isFromBefore?: boolean;
  /** For walls of members: */
  profile?: 'everyone' | 'friends';
  audience?: 'everyone' | 'friends';
  readers: Who[];
}

export const everybody: Who[] = ['visitor', ...people];
const inside: Who[] = ['owner', 'author', 'member', 'staff', 'admin'];
const without = (all: Who[], ...others: Who[]) => all.filter((one) => !others.includes(one));

export const containerSettings: Setting[] = [
  { name: 'for everybody', visibility: 'everyone', readers: without(everybody, 'blocker') },
  {
    name: 'for members of the site',
    visibility: 'registered',
    readers: without(everybody, 'visitor', 'blocker'),
  },
  { name: 'for friends of the owner', visibility: 'friends', readers: [...inside, 'friend'] },
  { name: 'closed', visibility: 'members', readers: inside },
  { name: 'secret', visibility: 'members', isListed: false, readers: inside },
  { name: 'closed and archived', visibility: 'members', state: 'archived', readers: inside },
  { name: 'once closed', visibility: 'everyone', isFromBefore: true, readers: inside },
  {
    name: 'a draft',
    visibility: 'everyone',
    state: 'draft',
    readers: ['owner', 'staff', 'admin'],
  },
  { name: 'removed', visibility: 'everyone', state: 'removed', readers: [] },
];

/** Settings that differ in who reads. Events have no details of their own yet. */
export const fewSettings = containerSettings.filter(({ name }) =>
  ['for everybody', 'closed', 'once closed'].includes(name),
);

export const wallSettings: Setting[] = [
  {
    name: 'for everybody',
    profile: 'everyone',
    audience: 'everyone',
    readers: without(everybody, 'blocker'),
  },
  {
    name: 'of a profile for friends',
    profile: 'friends',
    audience: 'everyone',
    readers: ['owner', 'author', 'friend', 'siteModerator'],
  },
  {
    name: 'for friends of the author',
    profile: 'everyone',
    audience: 'friends',
    readers: ['owner', 'author'],
  },
];

export interface MatrixWorld {
  wall: { type: WallType; id: number };
  people: Record<Person, Member>;
  viewers: Array<[Who, Viewer]>;
}

/** By the call of its kind, so with its details; kinds without one have none. */
async function create(owner: Member, type: WallType): Promise<MatrixWorld['wall']> {
  const title = 'Quinces';
  if (type === 'group') return { type, id: await addGroup(owner, { title }) };
  if (type === 'page') return { type, id: await addPage(owner, { title }) };
  return { type, id: (await addContainer(owner, { type, title })).id };
}

/** Creates everybody, and a wall to which all have their relation; everybody may read it. */
export async function addWorld(type: WallType): Promise<MatrixWorld> {
  const all = {} as Record<Person, Member>;
  for (const person of people)
    all[person] = await addMember(person === 'siteModerator' ? { role: 'moderator' } : {});
  await befriend(all.owner, all.friend);
  await befriend(all.owner, all.author);
  const world = (wall: MatrixWorld['wall']): MatrixWorld => ({
    wall,
    people: all,
    viewers: [['visitor', visitor], ...people.map((one) => [one, all[one]] as [Who, Viewer])],
  });
  if (type === 'member') {
    await setProfileAudience(all.owner, 'everyone');
    return world({ type, id: all.owner.id });
  }
  // Only friends are notified of a mention.
  for (const one of people) if (one !== 'author') await befriend(all.author, all[one]);
  const container = await create(all.owner, type);
  await addMembership(container, all.author);
  return world(container);
}

/** Sets the wall, and who belongs to it. */
export async function settle({ wall, people: all }: MatrixWorld, setting: Setting): Promise<void> {
  const { visibility = 'everyone', state = 'open', isListed = true, isFromBefore } = setting;
  await block(all.blocker, all.author);
  if (setting.profile) return setProfileAudience(all.owner, setting.profile);
  await addMembership(wall, all.follower, { state: 'none', isFollowing: true });
  await addMembership(wall, all.invited, { state: 'invited', invitedBy: all.owner });
  await addMembership(wall, all.requested, { state: 'requested' });
  await addMembership(wall, all.member);
  await addMembership(wall, all.staff, { role: 10 });
  await addMembership(wall, all.admin, { role: 20 });
  await addMembership(wall, all.banned, { state: 'banned' });
  await addMembership(wall, all.blocker);
  await db.execute(sql`
    update containers c
    set visibility = ${visibility}, state = ${state}, is_listed = ${isListed},
      public_from = case
        when ${isFromBefore === true} then (select max(p.sort_key) + 1 from posts p)
      end
    where c.type = ${wall.type} and c.id = ${wall.id}`);
}
