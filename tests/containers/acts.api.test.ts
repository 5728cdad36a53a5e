import { beforeAll, describe, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { toWireType } from '#lib/wire-names.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addGroup } from '../groups/group-world.ts';
import { addPage } from '../sitepages/page-world.ts';
import { addMember, befriend } from '../support/people.ts';
import { send, type Fields } from '../support/rest.ts';
import { addContainerPost, addMembership } from './container-world.ts';

// The table of acts: who may do which in a group and a page, open and closed to others, by its call.

const roles = [
  'visitor',
  'outsider',
  'follower',
  'invited',
  'requested',
  'banned',
  'siteModerator',
  'member',
  'moderator',
  'admin',
  'owner',
] as const;
type Role = (typeof roles)[number];
type Kind = 'group' | 'page';
type Privacy = 'open' | 'closed' | 'secret';

const staff: Role[] = ['moderator', 'admin', 'owner'];
const admins: Role[] = ['admin', 'owner'];
const inside: Role[] = ['member', ...staff];
const insideAndSite: Role[] = [...inside, 'siteModerator'];
/** Moderators of the site remove members where they know of it. */
const removers = (own: Role[]): Pick<Act, 'open' | 'closed'> => ({
  open: [...own, 'siteModerator'],
  closed: [...own, 'siteModerator'],
});
const signedIn = roles.filter((role) => role !== 'visitor');
const everybody = [...roles];

interface World {
  kind: Kind;
  id: number;
  people: Record<Exclude<Role, 'visitor'>, Member>;
  /** A post of a member that nobody here wrote. */
  post: number;
}
type Prepared = [method: 'GET' | 'POST' | 'DELETE', path: string, fields?: Fields];

interface Act {
  /** Roles that may while everybody may read. */
  open: Role[];
  /** Roles that may in a closed or secret one; absent: those of them that are inside. */
  closed?: Role[];
  /** About posts: whoever may not read them does not know of them. */
  isAboutPost?: boolean;
  /** About a post that waits, which exists for its author and the staff alone. */
  isAboutWaiting?: boolean;
  /** Visitors may call it. */
  isPublic?: boolean;
  /** The status that shows that the caller may, if not 200 or 204. */
  status?: number;
  call: (world: World, as: Member | undefined) => Prepared | Promise<Prepared>;
}

const subject = ({ kind, id }: World) => ({ subject_type: toWireType(kind), subject_id: id });
const addTarget = async ({ kind, id }: World, state = 'member') => {
  const target = await addMember();
  await addMembership({ type: kind, id }, target, { state });
  return target.id;
};
const byKind = (world: World, group: string, page: string) =>
  world.kind === 'group' ? `/groups/${group}/${world.id}` : `/sitepage/${page}/${world.id}`;

/** Common to both kinds. */
const acts: Record<string, Act> = {
  'read its posts': {
    open: signedIn,
    call: (world) => ['GET', '/advancedactivity/feeds', subject(world)],
  },
  'read its pinned posts': {
    open: signedIn,
    call: (world) => ['GET', '/advancedactivity/feeds/pinned', subject(world)],
  },
  'list its videos': {
    open: signedIn,
    call: (world) => ['GET', '/advancedvideos/index', subject(world)],
  },
  react: {
    open: signedIn.filter((role) => role !== 'banned'),
    isAboutPost: true,
    call: ({ post }) => ['POST', '/advancedactivity/like', { action_id: post }],
  },
  comment: {
    open: signedIn.filter((role) => role !== 'banned'),
    isAboutPost: true,
    call: ({ post }) => ['POST', '/advancedactivity/comment', { action_id: post, body: 'Hello' }],
  },
  post: {
    open: inside,
    call: (world) => ['POST', '/advancedactivity/feeds/post', { ...subject(world), body: 'Hi' }],
  },
  'post in its name': {
    open: staff,
    call: (world) => [
      'POST',
      '/advancedactivity/feeds/post',
      { ...subject(world), body: 'Hi', post_as_page: 1 },
    ],
  },
  'invite friends': {
    open: inside,
    call: async (world, as) => {
      const friend = await addMember();
      if (as) await befriend(as, friend);
      const path = byKind(world, 'member/invite', 'invite-members');
      return ['POST', path, { users: friend.id }];
    },
  },
  'approve posts': {
    open: staff,
    isAboutWaiting: true,
    call: async (world) => {
      const [row] = await db.execute<{ id: number }>(sql`
        insert into pending_posts (author_id, target_type, target_id, body)
        values (${await addTarget(world)}, ${world.kind}, ${world.id}, 'Hello')
        returning id`);
      return ['POST', `/advancedactivity/feeds/pending/${row!.id}/approve`, { version: 1 }];
    },
  },
  'approve requests': {
    open: staff,
    call: async (world) => {
      const id = await addTarget(world, 'requested');
      return world.kind === 'group'
        ? ['POST', `/groups/member/approve/${world.id}`, { user_id: id }]
        : ['POST', `/sitepage/approve-pending/${world.id}`, { member_id: id }];
    },
  },
  'remove posts of others': {
    // Moderators of the site where they read it; elsewhere by a report.
    open: [...staff, 'siteModerator'],
    isAboutPost: true,
    call: async ({ kind, id }) => {
      const post = await addContainerPost({ type: kind, id }, await addMember());
      return ['DELETE', '/advancedactivity/delete', { action_id: post }];
    },
  },
  'pin posts': {
    open: staff,
    isAboutPost: true,
    call: async ({ kind, id }) => {
      await db.execute(sql`update posts set pinned_at = null where object_id = ${id}`);
      const post = await addContainerPost({ type: kind, id }, await addMember());
      return ['POST', '/advancedactivity/update-pinned', { action_id: post }];
    },
  },
  'create links that join': {
    open: staff,
    call: async (world) => {
      await db.execute(sql`delete from container_invite_links`);
      return ['POST', byKind(world, 'invite-links', 'invite-links')];
    },
  },
  'offer the ownership': {
    open: ['owner'],
    call: async (world) => {
      const id = await addTarget(world);
      return ['POST', byKind(world, 'offer-ownership', 'offer-ownership'), { user_id: id }];
    },
  },
  'delete it': {
    open: ['owner'],
    // The password is asked of nobody else.
    status: 400,
    call: (world) => ['DELETE', byKind(world, 'delete', 'delete')],
  },
};

/** Changes the container, so it comes last. */
const lastActs: Record<string, Act> = {
  'decide who reads it': {
    open: ['owner'],
    call: (world) => [
      'POST',
      byKind(world, 'edit', 'edit'),
      { auth_view: 'registered', search: 1, confirm: 1 },
    ],
  },
};

/** Those that a kind has of its own, or answers in its own way. */
const actsOf: Record<Kind, Record<string, Act>> = {
  group: {
    'know of it': {
      open: everybody,
      closed: everybody,
      isPublic: true,
      call: ({ id }) => ['GET', `/groups/view/${id}`],
    },
    'read the list of members': {
      open: signedIn.filter((role) => role !== 'banned'),
      closed: insideAndSite,
      call: ({ id }) => ['GET', `/groups/member/list/${id}`],
    },
    'edit it': {
      open: staff,
      call: ({ id }) => ['POST', `/groups/edit/${id}`, { description: 'New' }],
    },
    'remove members': {
      ...removers(staff),
      call: async (world) => [
        'POST',
        `/groups/member/remove/${world.id}`,
        { user_id: await addTarget(world) },
      ],
    },
    'ban members': {
      ...removers(staff),
      call: async (world) => [
        'POST',
        `/groups/member/ban/${world.id}`,
        { user_id: await addTarget(world) },
      ],
    },
    'read who is banned': {
      ...removers(staff),
      call: ({ id }) => ['GET', `/groups/member/list/${id}`, { banned: 1 }],
    },
    'end a ban': {
      ...removers(staff),
      call: async (world) => [
        'POST',
        `/groups/member/unban/${world.id}`,
        { user_id: await addTarget(world, 'banned') },
      ],
    },
    'make officers': {
      open: admins,
      call: async (world) => [
        'POST',
        `/groups/member/promote/${world.id}`,
        { user_id: await addTarget(world) },
      ],
    },
    'archive it': {
      ...removers(['owner']),
      call: ({ id }) => ['POST', `/groups/archive/${id}`, { archive: 0 }],
    },
  },
  page: {
    'know of it': {
      open: signedIn,
      closed: signedIn,
      call: ({ id }) => ['GET', `/sitepage/view/${id}`],
    },
    'read the list of members': {
      open: signedIn.filter((role) => role !== 'banned'),
      closed: insideAndSite,
      call: ({ id }) => ['GET', `/sitepage/members/${id}`],
    },
    'edit it': {
      open: admins,
      call: ({ id }) => ['POST', `/sitepage/edit/${id}`, { body: 'New' }],
    },
    'like it': {
      open: signedIn.filter((role) => role !== 'banned'),
      call: (world) => ['POST', '/like', subject(world)],
    },
    'read its numbers': {
      open: admins,
      call: ({ id }) => ['GET', '/sitepages/statistics', { page_id: id }],
    },
    'remove members': {
      ...removers(admins),
      call: async (world) => [
        'POST',
        `/sitepage/remove-member/${world.id}`,
        { member_id: await addTarget(world) },
      ],
    },
    'ban members': {
      ...removers(admins),
      call: async (world) => [
        'POST',
        `/sitepage/ban-member/${world.id}`,
        { member_id: await addTarget(world) },
      ],
    },
    'read who is banned': {
      ...removers(admins),
      call: ({ id }) => ['GET', `/sitepage/members/${id}`, { banned: 1 }],
    },
    'end a ban': {
      ...removers(admins),
      call: async (world) => [
        'POST',
        `/sitepage/unban-member/${world.id}`,
        { member_id: await addTarget(world, 'banned') },
      ],
    },
    'make moderators': {
      open: admins,
      call: async (world) => [
        'POST',
        `/sitepage/changerole/${world.id}`,
        { member_id: await addTarget(world), role: 'moderator' },
      ],
    },
    'make admins': {
      open: ['owner'],
      call: async (world) => [
        'POST',
        `/sitepage/changerole/${world.id}`,
        { member_id: await addTarget(world), role: 'admin' },
      ],
    },
  },
};

/** A container with everybody's relation to it. */
async function addWorld(kind: Kind, privacy: Privacy): Promise<World> {
  const people = {} as World['people'];
  for (const role of signedIn)
    people[role as Exclude<Role, 'visitor'>] = await addMember(
      role === 'siteModerator' ? { role: 'moderator' } : {},
    );
  const { owner } = people;
  const id = await (kind === 'group' ? addGroup(owner) : addPage(owner));
  const ref = { type: kind, id };
  await addMembership(ref, people.follower, { state: 'none', isFollowing: true });
  await addMembership(ref, people.invited, { state: 'invited', invitedBy: owner });
  for (const state of ['requested', 'banned', 'member'] as const)
    await addMembership(ref, people[state], { state });
  await addMembership(ref, people.moderator, { role: 10 });
  await addMembership(ref, people.admin, { role: 20 });
  const post = await addContainerPost(ref, await addMember());
  await db.execute(sql`
    update containers
    set visibility = ${privacy === 'open' ? 'everyone' : 'members'}, is_listed = ${privacy !== 'secret'}
    where type = ${kind} and id = ${id}`);
  return { kind, id, people, post };
}

beforeAll(() => void (env().RATE_LIMIT_SCALE = 1_000));

describe.each([
  ['group', 'open'],
  ['group', 'closed'],
  ['group', 'secret'],
  ['page', 'open'],
  ['page', 'closed'],
] as const)('in a %s that is %s', (kind, privacy) => {
  let world: World;
  beforeAll(async () => void (world = await addWorld(kind, privacy)));

  const isReader = (role: Role) => privacy === 'open' || inside.includes(role);
  const isKnownTo = (role: Role) => isReader(role) || privacy !== 'secret' || role === 'invited';

  /** 401 for those who see it and may not, 404 for those who may not know of it. */
  function statusFor(act: Act, role: Role): number {
    const { open, closed = open.filter((one) => inside.includes(one)), status = 200 } = act;
    if (role === 'visitor' && !act.isPublic) return 401;
    const isSeen = act.isAboutPost ? isReader(role) : isKnownTo(role);
    if (!isSeen || (act.isAboutWaiting && !staff.includes(role))) return 404;
    return (privacy === 'open' ? open : closed).includes(role) ? status : 401;
  }

  test.each(Object.entries({ ...acts, ...actsOf[kind], ...lastActs }))('%s', async (_name, act) => {
    const expected: Record<string, number> = {};
    const found: Record<string, number> = {};
    for (const role of roles) {
      const as = role === 'visitor' ? undefined : world.people[role];
      const [method, path, fields] = await act.call(world, as);
      expected[role] = statusFor(act, role);
      const { status } = await send(method, path, fields, { as });
      found[role] = status === 204 ? 200 : status;
    }
    expect(found).toEqual(expected);
  });
});
