import type { Visibility } from '#domains/containers/container-access.rules.ts';
import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
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

interface ParentSetting {
  visibility: Visibility;
  state?: string;
  isListed?: boolean;
  isFromBefore?: boolean;
  banned?: Person[];
}

/** How a wall is set, and who reads a post of a member there. */
export interface Setting {
  name: string;
  /** For containers: */
  visibility?: Visibility;
  state?: string;
  isListed?: boolean;
  /** The post was written before others could read. */
  isFromBefore?: boolean;
  /** The group in which it lies. */
  parent?: ParentSetting;
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

/** Members of the parent beside the owner of both; staff and an admin of what lies in it are none. */
const insideParent: Person[] = ['author', 'friend', 'member', 'blocker'];
const readersInParent: Who[] = ['owner', 'author', 'friend', 'member'];

/** Settings of a container that lies in a group: the narrower of both is read. */
export const parentSettings: Setting[] = [
  {
    name: 'in a closed group',
    parent: { visibility: 'members' },
    readers: readersInParent,
  },
  {
    name: 'for friends, in a secret group',
    visibility: 'friends',
    parent: { visibility: 'members', isListed: false },
    readers: readersInParent,
  },
  {
    name: 'closed, in a closed group',
    visibility: 'members',
    parent: { visibility: 'members' },
    readers: ['owner', 'author', 'member'],
  },
  {
    name: 'in an open group that banned some',
    parent: { visibility: 'everyone', banned: ['stranger', 'follower', 'staff'] },
    readers: without(everybody, 'blocker'),
  },
  {
    name: 'in a group for members of the site',
    parent: { visibility: 'registered' },
    readers: without(everybody, 'visitor', 'blocker'),
  },
  {
    name: 'in a group once closed',
    parent: { visibility: 'everyone', isFromBefore: true },
    readers: readersInParent,
  },
  {
    name: 'in an archived group',
    parent: { visibility: 'everyone', state: 'archived' },
    readers: without(everybody, 'blocker'),
  },
  { name: 'in a removed group', parent: { visibility: 'everyone', state: 'removed' }, readers: [] },
  { name: 'in a deleted group', parent: { visibility: 'everyone', state: 'deleted' }, readers: [] },
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
  parent?: ContainerRef | undefined;
}

/** By the call of its kind, so with its details; kinds without one have none. */
async function create(
  owner: Member,
  type: WallType,
  parent: ContainerRef | undefined,
): Promise<MatrixWorld['wall']> {
  const title = 'Quinces';
  if (type === 'group') return { type, id: await addGroup(owner, { title }) };
  if (type === 'page') return { type, id: await addPage(owner, { title }) };
  return { type, id: (await addContainer(owner, { type, title, parent })).id };
}

/** Creates everybody, and a wall to which all have their relation; everybody may read it. */
export async function addWorld(type: WallType, hasParent = false): Promise<MatrixWorld> {
  const all = {} as Record<Person, Member>;
  for (const person of people)
    all[person] = await addMember(person === 'siteModerator' ? { role: 'moderator' } : {});
  await befriend(all.owner, all.friend);
  await befriend(all.owner, all.author);
  const parent = hasParent ? await addContainer(all.owner, { title: 'Orchard' }) : undefined;
  const world = (wall: MatrixWorld['wall']): MatrixWorld => ({
    wall,
    parent,
    people: all,
    viewers: [['visitor', visitor], ...people.map((one) => [one, all[one]] as [Who, Viewer])],
  });
  if (type === 'member') {
    await setProfileAudience(all.owner, 'everyone');
    return world({ type, id: all.owner.id });
  }
  // Only friends are notified of a mention.
  for (const one of people) if (one !== 'author') await befriend(all.author, all[one]);
  const container = await create(all.owner, type, parent);
  await addMembership(container, all.author);
  return world(container);
}

/** Sets the wall, and who belongs to it. */
export async function settle(world: MatrixWorld, setting: Setting): Promise<void> {
  const { wall, people: all, parent } = world;
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
  await setContainer(wall, { visibility, state, isListed, isFromBefore });
  if (!parent || !setting.parent) return;
  for (const one of insideParent) await addMembership(parent, all[one]);
  for (const one of setting.parent.banned ?? [])
    await addMembership(parent, all[one], { state: 'banned' });
  await setContainer(parent, setting.parent);
}

const setContainer = (
  { type, id }: ContainerRef,
  { visibility, state = 'open', isListed = true, isFromBefore = false }: Partial<ParentSetting>,
) =>
  db.execute(sql`
    update containers c
    set visibility = ${visibility}, state = ${state}, is_listed = ${isListed},
      public_from = case when ${isFromBefore} then (select max(p.sort_key) + 1 from posts p) end
    where c.type = ${type} and c.id = ${id}`);
