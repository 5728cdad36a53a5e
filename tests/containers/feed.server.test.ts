import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { visibilities } from '#domains/containers/container-access.rules.ts';
import type { Member } from '#domains/policy/viewer.ts';
import type { FeedQuery } from '#domains/posts/feed/feed-query.server.ts';
import { readFeed } from '#domains/posts/feed/feed.server.ts';
import { hideItem, type HiddenType } from '#domains/posts/hidden/hidden.server.ts';
import { latestPublicPosts } from '#domains/posts/public/public-posts.server.ts';
import { containerTypes } from '#lib/container-types.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addMember, addPost, befriend, block } from '../support/people.ts';
import { recordPlans } from '../support/plans.ts';
import { addContainer, addContainerPost, addMembership } from './container-world.ts';

const idsOf = ({ data }: { data: Array<{ feed: { action_id: number } }> }) =>
  data.map(({ feed }) => feed.action_id);

const withContainers = (member: Member): Member => ({ ...member, hasContainers: true });

/** All pages of the member's feed. */
async function pagesOf(
  member: Member,
  limit: number,
  query: Pick<FeedQuery, 'filter' | 'hashtag'> = {},
): Promise<number[]> {
  const ids: number[] = [];
  for (let maxid = 0; ;) {
    const page = await readFeed(member, { ...query, maxid, limit });
    if (!page.data.length) return ids;
    ids.push(...idsOf(page));
    maxid = page.maxid;
  }
}

/** A post on the wall of the owner, who may be the author. */
async function addWallPost(
  author: Member,
  owner: Member,
  audience: 'everyone' | 'friends',
): Promise<number> {
  const id = await addPost(author, { audience });
  await db.execute(sql`update posts set object_id = ${owner.id} where id = ${id}`);
  return id;
}

const stateOf = {
  none: 'none',
  following: 'none',
  banned: 'banned',
  member: 'member',
  'not in feed': 'member',
  liking: 'none',
  'liking and asked': 'requested',
  'liking but left': 'none',
  'liking but declined': 'none',
};
/** Containers of the home feed. */
const relationsInFeed = [
  'member',
  'following',
  'liking',
  'liking and asked',
  'liking but declined',
];
const people = 5;
const groups = 6;
const who = fc.integer({ min: 0, max: people - 1 });
const which = fc.integer({ min: 0, max: groups - 1 });
const worlds = fc.record({
  containers: fc.array(
    fc.record({
      visibility: fc.constantFrom(...visibilities),
      type: fc.constantFrom('group', 'page', 'event'),
      relation: fc.constantFrom(...(Object.keys(stateOf) as Array<keyof typeof stateOf>)),
      isPublicLater: fc.boolean(),
    }),
    { minLength: groups, maxLength: groups },
  ),
  posts: fc.array(
    fc.record({
      author: who,
      container: fc.option(which, { freq: 4 }),
      wallOf: fc.option(who, { freq: 2 }),
      inItsName: fc.boolean(),
      audience: fc.constantFrom('everyone' as const, 'friends' as const),
      isTagged: fc.boolean(),
    }),
    { minLength: 30, maxLength: 40 },
  ),
  friends: fc.array(who, { maxLength: 3 }),
  blocked: fc.array(who, { maxLength: 2 }),
  hidden: fc.array(fc.nat(29), { maxLength: 3 }),
  hiddenAuthors: fc.array(who, { maxLength: 2 }),
  hiddenContainers: fc.array(which, { maxLength: 2 }),
});

const limits = fc.constantFrom(2, 5, 15);
const kinds = fc.constantFrom(...containerTypes);
type World = typeof worlds extends fc.Arbitrary<infer One> ? One : never;
type Post = World['posts'][number];

test('the merged feed is the naive one, page by page, also by kind, hashtag, without the hidden and for visitors', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, limits, kinds, async (world, limit, filter) => {
      // Every statement would be planned again for emptied tables; rows are deleted instead.
      for (const table of ['posts', 'containers', 'hidden_items', 'reactions'])
        await db.execute(sql`delete from ${sql.identifier(table)}`);
      const reader = await addMember();
      const authors: Member[] = [];
      for (let index = 0; index < people; index += 1) authors.push(await addMember());
      for (const friend of new Set(world.friends)) await befriend(reader, authors[friend]!);
      for (const one of new Set(world.blocked)) await block(reader, authors[one]!);
      const made: Array<{ type: string; id: number }> = [];
      for (const { type, visibility, relation } of world.containers) {
        const container = await addContainer(authors[0]!, { type, visibility });
        made.push(container);
        if (relation.startsWith('liking'))
          await db.execute(sql`
            insert into reactions (subject_type, subject_id, member_id, kind)
            values (${type}, ${container.id}, ${reader.id}, 1)`);
        if (relation === 'none' || relation === 'liking') continue;
        await addMembership(container, reader, {
          state: stateOf[relation],
          isFollowing: relation === 'following',
        });
        if (relation === 'not in feed' || relation === 'liking but left')
          await db.execute(sql`
            update memberships set is_shown_in_feed = false
            where member_id = ${reader.id} and type = ${type} and id = ${container.id}`);
      }
      const posts: number[] = [];
      for (const { author, container, wallOf, inItsName, audience } of world.posts)
        posts.push(
          container === null
            ? await addWallPost(authors[author]!, authors[wallOf ?? author]!, audience)
            : await addContainerPost(made[container]!, authors[author]!, { inItsName }),
        );
      for (const [index, { isPublicLater }] of world.containers.entries())
        if (isPublicLater)
          await db.execute(sql`
            update containers set public_from = (select max(sort_key) from posts where id <= ${posts[15]})
            where id = ${made[index]!.id}`);
      await db.execute(sql`
        insert into attachments (post_id, position, type, uri)
        select id, 0, 'link', 'https://bread.example/' from posts`);
      const member = withContainers(reader);
      for (const index of world.hidden)
        await hideItem(member, 'post', posts[index]!).catch(() => undefined);
      // As authors; whom the reader may not see cannot be hidden, and need not.
      for (const author of world.hiddenAuthors)
        await hideItem(member, 'member', authors[author]!.id).catch(() => undefined);
      for (const one of world.hiddenContainers)
        await hideItem(member, made[one]!.type as HiddenType, made[one]!.id).catch(() => undefined);
      await db.execute(sql`
        insert into post_hashtags (hashtag, post_id)
        select 'bread', id
        from posts
        where id = any (${sql.param(posts.filter((_, index) => world.posts[index]!.isTagged))}::bigint[])`);
      const isRead = ({ author, container, wallOf, inItsName, audience }: Post, index: number) => {
        const isBlocked = world.blocked.includes(author);
        if (container === null) {
          if (isBlocked || (wallOf !== null && world.blocked.includes(wallOf))) return false;
          return audience === 'everyone' || world.friends.includes(author);
        }
        if (isBlocked && !inItsName) return false;
        const { relation, visibility, isPublicLater } = world.containers[container]!;
        if (stateOf[relation] === 'member') return true;
        const isForAll = visibility === 'everyone' || visibility === 'registered';
        // The owner is the first author; nobody else here has friends but the reader.
        const isForFriends = visibility !== 'members' && world.friends.includes(0);
        const isOpen = isForAll || (isForFriends && relation !== 'banned');
        return isOpen && !(isPublicLater && index < 15);
      };
      const isInHome = ({ container }: Post) =>
        container === null || relationsInFeed.includes(world.containers[container]!.relation);
      const isHidden = ({ author, container, inItsName }: Post, index: number) =>
        world.hidden.includes(index) ||
        (container !== null && inItsName
          ? world.hiddenContainers.includes(container)
          : world.hiddenAuthors.includes(author));
      const expected = (matches: (post: Post) => boolean) =>
        world.posts
          .flatMap((post, index) =>
            isRead(post, index) && !isHidden(post, index) && matches(post) ? [posts[index]!] : [],
          )
          .reverse();
      // Profiles are for members, so that visitors read what stands on the author's own wall.
      const isPublic = ({ author, container, wallOf, audience }: Post, index: number) => {
        if (container === null) return audience === 'everyone' && (wallOf ?? author) === author;
        const { visibility, isPublicLater } = world.containers[container]!;
        return visibility === 'everyone' && !(isPublicLater && index < 15);
      };
      const publicPosts = posts
        .filter((_, index) => isPublic(world.posts[index]!, index))
        .reverse();
      for (const count of [limit, posts.length])
        expect((await latestPublicPosts(count)).map(({ feed }) => feed.action_id)).toEqual(
          publicPosts.slice(0, count),
        );
      const typeOf = ({ container }: Post) => container !== null && made[container]!.type;

      expect(await pagesOf(member, limit)).toEqual(expected(isInHome));
      // All posts have a link, and their feed is that of the same containers.
      expect(await pagesOf(member, limit, { filter: 'link' })).toEqual(expected(isInHome));
      expect(await pagesOf(reader, 15, { filter: 'link' })).toEqual(
        expected(({ container }) => container === null),
      );
      // A hashtag finds all that the member may read, in a kind of container those of the feed.
      expect(await pagesOf(member, limit, { hashtag: 'bread' })).toEqual(
        expected(({ isTagged }) => isTagged),
      );
      const ofKind = (post: Post) => isInHome(post) && typeOf(post) === filter;
      expect(await pagesOf(member, limit, { filter })).toEqual(expected(ofKind));
      expect(await pagesOf(member, 15, { filter, hashtag: 'bread' })).toEqual(
        expected((post) => ofKind(post) && post.isTagged),
      );
    }),
    { numRuns: 25 },
  );
});

describe('the statement', () => {
  let reader: Member;
  beforeEach(async () => {
    reader = await addMember();
  });

  test('without containers asks for walls alone', async () => {
    // Rules of the shown posts ask for memberships too, for as many rows as their plan takes. The
    // containers of the feed add accesses to its statement.
    const countAccesses = async (member: Member) =>
      (await recordPlans(() => readFeed(member, {})))
        .filter(({ rows }) => rows.posts !== undefined)
        .flatMap(({ looks }) => looks)
        .filter(({ table }) => table === 'memberships' || table === 'posts').length;
    await addMembership(await addContainer(await addMember()), reader);
    const ofWalls = await countAccesses(reader);
    expect(await countAccesses(withContainers(reader))).toBeGreaterThan(ofWalls);
  });

  test('leaves new photos of an album from before the opening to the members', async () => {
    const owner = await addMember();
    const container = await addContainer(owner);
    const outsider = withContainers(await addMember());
    await addMembership(container, reader);
    await addMembership(container, outsider, { state: 'none', isFollowing: true });
    const addAlbum = async () => {
      const [album] = await db.execute<{ id: number }>(sql`
        insert into albums (
          owner_id, container_type, container_id, title, audience, created_at, is_listed
        )
        values (${owner.id}, 'group', ${container.id}, 'Photos', 'container', clock_timestamp(), false)
        returning id`);
      return album!.id;
    };
    const addPhotos = async (albumId: number) => {
      const id = await addContainerPost(container, owner);
      await db.execute(sql`
        update posts set type = 'album_photo_new', album_id = ${albumId} where id = ${id}`);
      return id;
    };
    const before = await addAlbum();
    await db.execute(sql`
      update containers
      set public_from = (extract(epoch from clock_timestamp()) * 1000)::bigint * 1024 + 1024
      where id = ${container.id}`);
    await setTimeout(3);
    const inOld = await addPhotos(before);
    const inNew = await addPhotos(await addAlbum());
    const inFeeds = async (member: Member) =>
      (await pagesOf(member, 15)).filter((id) => id >= inOld);
    expect(await inFeeds(withContainers(reader))).toEqual([inNew, inOld]);
    expect(await inFeeds(outsider)).toEqual([inNew]);
    const publicPosts = (await latestPublicPosts(9)).map(({ feed }) => feed.action_id);
    expect(publicPosts.filter((id) => id >= inOld)).toEqual([inNew]);
  });

  test('filters by the kind of container', async () => {
    const owner = await addMember();
    const group = await addContainer(owner);
    const page = await addContainer(owner, { type: 'page', title: 'Bakery' });
    const inGroup = await addContainerPost(group, owner);
    const inPage = await addContainerPost(page, owner, { inItsName: true });
    for (const container of [group, page]) await addMembership(container, reader);
    const member = withContainers(reader);
    expect(await pagesOf(member, 5, { filter: 'group' })).toEqual([inGroup]);
    expect(idsOf(await readFeed(member, { filter: 'page' }))).toEqual([inPage]);
    expect(idsOf(await readFeed(member, { filter: 'event' }))).toEqual([]);
    expect(idsOf(await readFeed(member, { wall: { type: 'group', id: group.id } }))).toEqual([
      inGroup,
    ]);
    await db.execute(sql`
      insert into post_hashtags (hashtag, post_id) values ('bread', ${inGroup})`);
    const other = await addContainer(owner);
    await addMembership(other, reader);
    await addContainerPost(other, owner);
    const groupsOnly = { filter: 'group' } as const;
    for (const narrowed of [
      { ...groupsOnly, hashtag: 'bread' },
      { ...groupsOnly, wall: { type: 'group', id: group.id } } as const,
    ])
      expect(idsOf(await readFeed(member, narrowed))).toEqual([inGroup]);
    expect(
      idsOf(await readFeed(member, { ...groupsOnly, wall: { type: 'member', id: owner.id } })),
    ).toEqual([]);
    // The id of another kind finds nothing.
    await expect(readFeed(member, { wall: { type: 'page', id: group.id } })).rejects.toMatchObject({
      code: 'no_record',
    });
    await expect(readFeed(reader, { wall: { type: 'event', id: 999_999 } })).rejects.toMatchObject({
      code: 'no_record',
    });
  });
});
