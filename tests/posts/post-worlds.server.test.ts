import type { SQL } from 'drizzle-orm';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import {
  containerStates,
  roles,
  visibilities,
  type ContainerFacts,
  type Relation as ContainerRelation,
} from '#domains/containers/container-access.rules.ts';
import type { AccountStatus, Audience, Relation } from '#domains/policy/audience.rules.ts';
import { impersonate, viewAsRoles } from '#domains/policy/preview.ts';
import { profileAudiences } from '#domains/policy/profile-audience.rules.ts';
import { isMember, visitor, type Member, type Viewer } from '#domains/policy/viewer.ts';
import {
  maySeePost,
  type Person,
  type PostFacts,
  type PostItem,
  type SeenContainer,
} from '#domains/posts/visibility.rules.ts';
import { visibleOnWalls, visibleShares, visibleTo } from '#domains/posts/visibility.server.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMember, befriend, block, setStatus } from '../support/people.ts';
import { readByForm } from './read-by-form.ts';

// Every kind of post, wherever it can stand, in worlds made at random in the real database: the pure
// rule and the SQL condition agree for members, moderators, visitors, and for "view as".

const publicReading = env().PUBLIC_READING;
afterEach(() => void (env().PUBLIC_READING = publicReading));

const people = 5;
const containerCount = 5;
const albumCount = 4;
const who = fc.nat(people - 1);
const inContainer = fc.nat(containerCount - 1);
const pair = fc.tuple(who, who).filter(([one, other]) => one !== other);
/** Hours from now. */
const before = fc.constantFrom(-48, -1);

const itemKinds = [
  'none',
  'none',
  'none',
  'friendship',
  'album of a member',
  'album of a container',
  'created',
  'joined',
] as const;

const worlds = fc.record({
  members: fc.array(
    fc.record({
      status: fc.oneof(
        { weight: 6, arbitrary: fc.constant<AccountStatus>('active') },
        { weight: 1, arbitrary: fc.constantFrom<AccountStatus>('pending', 'suspended', 'deleted') },
      ),
      profile: fc.constantFrom(...profileAudiences),
      friendsAudience: fc.constantFrom(...profileAudiences),
    }),
    { minLength: people, maxLength: people },
  ),
  friendships: fc.array(pair, { maxLength: 6 }),
  blocks: fc.array(pair, { maxLength: 2 }),
  containers: fc.array(
    fc.record({
      type: fc.constantFrom('group' as const, 'page' as const, 'event' as const),
      owner: who,
      /** The group in which an event lies, if that container is one. */
      parent: fc.nat(containerCount - 1),
      state: fc.oneof(
        { weight: 3, arbitrary: fc.constant('open' as const) },
        { weight: 1, arbitrary: fc.constantFrom(...containerStates) },
      ),
      visibility: fc.constantFrom(...visibilities),
      isListed: fc.boolean(),
      isOpenedLater: fc.boolean(),
      isInCustody: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.constant(true)),
      hidesAlbums: fc.boolean(),
      isListForReaders: fc.boolean(),
      memberships: fc.array(
        fc.record({
          state: fc.constantFrom('none', 'requested', 'invited', 'member', 'member', 'banned'),
          role: fc.constantFrom(0, 10, 20),
          ban: fc.constantFrom('for good', 'for a day', 'ended'),
        }),
        { minLength: people, maxLength: people },
      ),
    }),
    { minLength: containerCount, maxLength: containerCount },
  ),
  albums: fc.array(
    fc.record({
      owner: who,
      container: fc.option(inContainer, { freq: 2 }),
      audience: fc.constantFrom('everyone', 'friends', 'onlyme'),
      hours: before,
    }),
    { minLength: albumCount, maxLength: albumCount },
  ),
  posts: fc.array(
    fc.record({
      author: who,
      container: fc.option(inContainer, { freq: 2 }),
      wallOf: fc.option(who, { freq: 2 }),
      audience: fc.constantFrom<Audience>('everyone', 'everyone', 'friends', 'onlyme'),
      isInPageName: fc.boolean(),
      hours: fc.constantFrom(-48, -1, -1, 3),
      item: fc.constantFrom(...itemKinds),
      itemContainer: inContainer,
      album: fc.nat(albumCount - 1),
      friend: who,
    }),
    { minLength: 24, maxLength: 24 },
  ),
  isPublicReading: fc.boolean(),
});
type World = typeof worlds extends fc.Arbitrary<infer One> ? One : never;
type WorldPost = World['posts'][number];

const openedHoursAgo = 12;
const activityTypes = { group: 'group_create', page: 'sitepage_new', event: 'event_create' };
const time = (hours: number) => new Date(Date.now() + hours * 3_600_000);
const sortKeyOf = (hours: number) => Math.floor(time(hours).getTime()) * 1_024;
const areRelated = (pairs: Array<[number, number]>, one: number, other: number) =>
  pairs.some(([a, b]) => (a === one && b === other) || (a === other && b === one));

/** A container as the database allows it: without an owner only in some states. */
function settled({ state, isInCustody }: World['containers'][number]) {
  const isArchived = isInCustody && !['removed', 'declined'].includes(state);
  return { state: isArchived ? ('archived' as const) : state, hasOwner: !isInCustody };
}

/** The index of the group in which an event lies. */
function parentOf(world: World, at: number): number | undefined {
  const { type, parent } = world.containers[at]!;
  const isIn = type === 'event' && parent < at && world.containers[parent]!.type === 'group';
  return isIn ? parent : undefined;
}

/** Puts a post where an item like its own can stand, or leaves the item away. */
function settledPost(world: World, post: WorldPost): WorldPost {
  const onOwnWall = { ...post, container: null, wallOf: null };
  const { container } = world.albums[post.album]!;
  switch (post.item) {
    case 'friendship':
      return { ...onOwnWall, audience: 'friends', item: isSelf(post) ? 'none' : post.item };
    case 'album of a member':
      return container === null ? onOwnWall : { ...post, item: 'none' };
    case 'album of a container':
      return container === null ? { ...post, item: 'none' } : { ...post, container };
    case 'joined':
      return post.container !== null && world.containers[post.container]!.type === 'group'
        ? post
        : { ...post, item: 'none' };
    default:
      return post;
  }
}
const isSelf = ({ author, friend }: WorldPost) => author === friend;

async function build(world: World) {
  // Every statement would be planned again for emptied tables; rows are deleted instead.
  await db.execute(sql`delete from containers`);
  await db.execute(sql`delete from members`);
  const members: Member[] = [];
  for (let count = 0; count < people; count += 1) members.push(await addMember());
  const idOf = (index: number) => members[index]!.id;
  for (const [index, { profile, friendsAudience }] of world.members.entries())
    await db.execute(sql`
      insert into member_settings (member_id, profile_audience, friends_audience)
      values (${idOf(index)}, ${profile}, ${friendsAudience})
      on conflict (member_id) do update
      set profile_audience = excluded.profile_audience,
        friends_audience = excluded.friends_audience`);
  for (const [one, other] of world.friendships) await befriend(members[one]!, members[other]!);
  const containers: number[] = [];
  for (const [index, container] of world.containers.entries()) {
    const parent = parentOf(world, index);
    const parentId = parent === undefined ? null : containers[parent]!;
    containers.push(await insertContainer(container, members, parentId));
  }
  const albums: number[] = [];
  for (const { owner, container, audience, hours } of world.albums) {
    const type = container === null ? null : world.containers[container]!.type;
    const [row] = await db.execute<{ id: number }>(sql`
      insert into albums (
        owner_id, container_type, container_id, title, audience, is_listed, created_at
      )
      values (
        ${idOf(owner)}, ${type}, ${container === null ? null : containers[container]!}, 'Walks',
        ${container === null ? audience : 'container'}, ${container === null}, ${time(hours).toISOString()}::timestamptz
      )
      returning id`);
    albums.push(row!.id);
  }
  const posts: number[] = [];
  for (const post of world.posts) {
    const { item } = post;
    if (item === 'friendship') await befriend(members[post.author]!, members[post.friend]!);
    const about = world.containers[post.itemContainer]!;
    const types: Partial<Record<WorldPost['item'], string>> = {
      friendship: 'friends',
      'album of a member': 'album_photo_new',
      'album of a container': 'album_photo_new',
      created: activityTypes[about.type],
      joined: 'group_join',
    };
    const isAbout = (...kinds: string[]) => kinds.includes(item);
    const home = post.container === null ? null : world.containers[post.container]!;
    const isInPageName = home !== null && post.isInPageName;
    const objectId = post.container === null ? idOf(wallOf(post)) : containers[post.container]!;
    const itemId = isAbout('joined')
      ? containers[post.container!]!
      : containers[post.itemContainer]!;
    const [row] = await db.execute<{ id: number }>(sql`
      insert into posts (
        author_id, type, subject_type, subject_id, object_type, object_id, body, audience,
        published_at, album_id, friend_id, item_id, shared_type, shared_id
      )
      values (
        ${idOf(post.author)}, ${types[item] ?? 'status'}, ${isInPageName ? home.type : 'member'},
        ${isInPageName ? objectId : idOf(post.author)}, ${home?.type ?? 'member'}, ${objectId}, 'x',
        ${audienceOf(post)}, ${time(post.hours).toISOString()}::timestamptz,
        ${isAbout('album of a member', 'album of a container') ? albums[post.album]! : null},
        ${isAbout('friendship') ? idOf(post.friend) : null},
        ${isAbout('created', 'joined') ? itemId : null},
        ${isShare(post) ? 'post' : null}, ${isShare(post) ? 1 : null}
      )
      returning id`);
    posts.push(row!.id);
  }
  // Nobody posts where it is closed.
  for (const [index, container] of world.containers.entries()) {
    const { state, hasOwner } = settled(container);
    await db.execute(sql`
      update containers
      set state = ${state}, owner_id = ${hasOwner ? idOf(container.owner) : null}
      where type = ${container.type} and id = ${containers[index]!}`);
  }
  for (const [one, other] of world.blocks) await block(members[one]!, members[other]!);
  for (const [index, { status }] of world.members.entries())
    if (status !== 'active') await setStatus(members[index]!, status);
  return { members, containers, posts };
}

/** Whatever it shares: a share that stands in a feed is seen by the rules of any other post. */
const isShare = (post: WorldPost): boolean => post.item === 'none' && post.hours === -48;

const wallOf = (post: WorldPost): number =>
  audienceOf(post) === 'onlyme' ? post.author : (post.wallOf ?? post.author);

function audienceOf(post: WorldPost): Audience | 'container' {
  return post.container === null ? post.audience : 'container';
}

async function insertContainer(
  container: World['containers'][number],
  members: Member[],
  parentId: number | null,
): Promise<number> {
  const { type, owner, visibility, isListed, isOpenedLater, memberships } = container;
  const [row] = await db.execute<{ id: number }>(sql`
    insert into containers (
      type, parent_type, parent_id, owner_id, title, state, visibility, is_listed, public_from
    )
    values (
      ${type}, ${parentId && 'group'}, ${parentId}, ${members[owner]!.id}, 'x', 'open', ${visibility}, ${isListed},
      ${isOpenedLater ? sortKeyOf(-openedHoursAgo) : null}
    )
    returning id`);
  const id = row!.id;
  if (type === 'group')
    await db.execute(sql`
      insert into groups (id, category_id, member_list)
      select ${id}, min(id), ${container.isListForReaders ? 'readers' : 'members'}
      from group_categories`);
  if (type === 'page')
    await db.execute(sql`
      insert into sitepages (id, category_id, package_id, hidden_apps)
      select ${id}, (select min(id) from page_categories), (select min(id) from page_packages),
        ${sql.param(container.hidesAlbums ? ['photos'] : [])}::text[]`);
  if (type === 'event')
    await db.execute(sql`
      with wall as (insert into event_walls (id) values (${id}) returning id)
      insert into events (
        id, wall_id, title, starts_local, ends_local, timezone, starts_at, ends_at
      )
      select id, id, 'x', '2030-01-01', '2030-01-02', 'UTC', '2030-01-01', '2030-01-02' from wall`);
  for (const [index, { state: joined, role, ban }] of memberships.entries()) {
    const until = { 'for good': null, 'for a day': '1 day', ended: '-1 day' }[ban];
    await db.execute(sql`
      insert into memberships (type, id, member_id, state, role, banned_until)
      values (
        ${type}, ${id}, ${members[index]!.id}, ${joined}, ${joined === 'member' ? role : 0},
        now() + ${until}::interval
      )`);
  }
  return id;
}

/** The input of the rule about a post for one viewer. */
function factsFor(
  world: World,
  members: Member[],
  post: WorldPost,
  asking: { viewer: Viewer; index: number; isFriendOfOwner?: boolean },
): PostFacts {
  const { viewer, index } = asking;
  const befriended = [
    ...world.friendships,
    ...world.posts.flatMap((one): Array<[number, number]> =>
      one.item === 'friendship' ? [[one.author, one.friend]] : [],
    ),
  ];
  const areFriends = (one: number, other: number) => areRelated(befriended, one, other);
  const relationTo = (other: number): Relation => {
    const { preview } = viewer;
    if (preview)
      return { isFriend: preview.isFriend && members[other] === preview.member, isBlocked: false };
    return {
      isFriend: index >= 0 && areFriends(index, other),
      isBlocked: index >= 0 && areRelated(world.blocks, index, other),
    };
  };
  const personOf = (other: number): Person => ({
    id: members[other]!.id,
    ...world.members[other]!,
    relation: relationTo(other),
  });
  const containerOf = (at: number): SeenContainer => {
    const container = world.containers[at]!;
    const { state, hasOwner } = settled(container);
    const own = index >= 0 ? container.memberships[index] : undefined;
    const isEnded = own?.state === 'banned' && own.ban === 'ended';
    const facts = {
      ...container,
      state,
      ownerId: hasOwner ? members[container.owner]!.id : null,
      publicFrom: container.isOpenedLater ? sortKeyOf(-openedHoursAgo) : null,
    } as unknown as ContainerFacts;
    const relation: ContainerRelation = {
      viewerId: isMember(viewer) ? viewer.id : null,
      isSiteModerator: isMember(viewer) && viewer.role !== 'member',
      isPublicReading: world.isPublicReading,
      membership: own && {
        state: isEnded ? 'none' : (own.state as 'none'),
        role: own.state === 'member' ? own.role : roles.member,
        publishedPosts: 0,
      },
      isFriendOfOwner: hasOwner && relationTo(container.owner).isFriend,
      hasFriendInCommon:
        hasOwner &&
        index >= 0 &&
        members.some((_, of) => areFriends(index, of) && areFriends(of, container.owner)),
    };
    const parent = parentOf(world, at);
    if (parent !== undefined) {
      const { facts: outer, relation: toOuter } = containerOf(parent);
      // For "view as" a parent for friends is closed (container-parents.server.ts).
      const isFriendOfOwner = toOuter.isFriendOfOwner && !viewer.preview;
      relation.parent = { container: outer, relation: { ...toOuter, isFriendOfOwner } };
    }
    return { facts, relation };
  };
  const about = (): PostItem | undefined => {
    const album = world.albums[post.album]!;
    switch (post.item) {
      case 'friendship':
        return { kind: 'friendship', friend: personOf(post.friend) };
      case 'album of a member':
        return {
          kind: 'album of a member',
          ownerId: members[album.owner]!.id,
          audience: album.audience,
          createdAt: time(album.hours),
        };
      case 'album of a container':
        return {
          kind: 'album of a container',
          container: containerOf(album.container!),
          sortKey: sortKeyOf(album.hours),
          isHidden:
            world.containers[album.container!]!.type === 'page' &&
            world.containers[album.container!]!.hidesAlbums,
        };
      case 'created':
        return {
          kind: 'created',
          container: containerOf(post.itemContainer),
          isFound: world.containers[post.itemContainer]!.type === 'page',
        };
      case 'joined':
        return {
          kind: 'joined',
          container: containerOf(post.container!),
          isListForReaders: world.containers[post.container!]!.isListForReaders,
        };
      default:
        return undefined;
    }
  };
  const item = about();
  const wall = wallOf(post);
  return {
    author: personOf(post.author),
    isInPageName: post.container !== null && post.isInPageName,
    publishedAt: time(post.hours),
    sortKey: sortKeyOf(post.hours),
    standsOn:
      post.container === null
        ? {
            wall: personOf(wall),
            audience: audienceOf(post),
            isBlockedBetween: areRelated(world.blocks, post.author, wall),
          }
        : { container: containerOf(post.container) },
    ...(item ? { item } : {}),
  };
}

async function readWhere(condition: SQL): Promise<number[]> {
  const rows = await db.execute<{ id: number }>(
    sql`select posts.id from posts where ${condition} order by posts.id`,
  );
  return rows.map(({ id }) => id);
}

test('rule and SQL agree on every kind of post for every viewer, in random worlds', async () => {
  const seen = new Map<string, Set<boolean>>();
  await fc.assert(
    fc.asyncProperty(worlds, async (made) => {
      const world = { ...made, posts: made.posts.map((post) => settledPost(made, post)) };
      env().PUBLIC_READING = world.isPublicReading;
      const { members, posts } = await build(world);
      const site = { publicReading: world.isPublicReading, now: new Date() };
      const viewers: Array<{ viewer: Viewer; index: number }> = [{ viewer: visitor, index: -1 }];
      for (const [index, member] of members.entries()) {
        if (world.members[index]!.status !== 'active') continue;
        viewers.push({ viewer: member, index });
        // The blocks as the session has read them.
        const ids = members
          .filter((_, other) => areRelated(world.blocks, index, other))
          .map(({ id }) => id);
        viewers.push({ viewer: { ...member, blocks: { ids, readAt: Infinity } }, index });
        viewers.push({ viewer: { ...member, role: 'moderator' }, index });
        for (const role of viewAsRoles) viewers.push({ viewer: impersonate(member, role), index });
      }
      for (const { viewer, index } of viewers) {
        const isSeen = (post: WorldPost) => {
          const asked = (one: Viewer, at: number) =>
            maySeePost(one, factsFor(world, members, post, { viewer: one, index: at }), site);
          if (!viewer.preview) return asked(viewer, index);
          return asked(viewer, -1) && asked(viewer.preview.member, index);
        };
        const rows = await db.execute<{ id: number }>(
          sql`select posts.id from posts where ${visibleTo(viewer)}`,
        );
        const found = new Set(rows.map(({ id }) => id));
        expect(await readByForm(viewer)).toEqual(found);
        const foundOf = (isOne: (post: WorldPost) => boolean) =>
          posts.filter((id, at) => isOne(world.posts[at]!) && found.has(id));
        expect(await readWhere(visibleOnWalls(viewer))).toEqual(
          foundOf(({ container }) => container === null),
        );
        expect(await readWhere(visibleShares(viewer))).toEqual(foundOf(isShare));
        for (const [at, post] of world.posts.entries()) {
          const expected = isSeen(post);
          const kind = `${post.container === null ? 'wall' : 'container'}, ${post.item}`;
          seen.set(kind, (seen.get(kind) ?? new Set<boolean>()).add(expected));
          if (found.has(posts[at]!) !== expected)
            expect.fail(`${expected}: ${JSON.stringify({ viewer, post, world })}`);
        }
      }
    }),
    { numRuns: 60, endOnFailure: true },
  );
  // Each kind was both shown and hidden, or the test proves nothing about it.
  expect([...seen].filter(([, answers]) => answers.size < 2)).toEqual([]);
  expect(seen.size).toBe(8);
}, 120_000);
