import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { readComments } from '#domains/comments/comment-list.server.ts';
import { commentCount } from '#domains/comments/comment-rows.server.ts';
import {
  isAuthorVisible,
  type AccountStatus,
  type Audience,
} from '#domains/policy/audience.rules.ts';
import { profileAudiences, type ProfileAudience } from '#domains/policy/profile-audience.rules.ts';
import { visitor, type Member, type Viewer } from '#domains/policy/viewer.ts';
import { readFeed } from '#domains/posts/feed/feed.server.ts';
import { readPost } from '#domains/posts/posts.server.ts';
import { maySeeWallPost } from '#domains/posts/visibility.rules.ts';
import { visibleTo } from '#domains/posts/visibility.server.ts';
import { reactionCounts } from '#domains/reactions/reactions.server.ts';
import { sumOf } from '#domains/reactions/reactions.views.server.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { setProfileAudience } from '../support/people.ts';

// Builds small worlds at random in the real database and compares, for every viewer and every
// object, the results of the pure rules with the SQL conditions, the lists and the counts.

interface World {
  members: Array<{ status: AccountStatus; profile: ProfileAudience }>;
  friendships: Array<[number, number]>;
  blocks: Array<[number, number]>;
  /** On the wall of that member. */
  posts: Array<{ author: number; wall: number; audience: Audience; hours: number }>;
  comments: Array<{ post: number; author: number; replyTo: number | null }>;
  reactions: Array<{ post: number; member: number; kind: number }>;
  /** Accounts that change later: suspended, reinstated, deleted. */
  changes: Array<{ member: number; status: AccountStatus }>;
  publicReading: boolean;
}

const people = 6;
const who = fc.integer({ min: 0, max: people - 1 });
const pair = fc.tuple(who, who).filter(([one, other]) => one !== other);
const status = fc.oneof(
  { weight: 5, arbitrary: fc.constant<AccountStatus>('active') },
  { weight: 2, arbitrary: fc.constantFrom<AccountStatus>('pending', 'suspended', 'deleted') },
);
const postCount = 8;
const worlds: fc.Arbitrary<World> = fc.record({
  members: fc.array(fc.record({ status, profile: fc.constantFrom(...profileAudiences) }), {
    minLength: people,
    maxLength: people,
  }),
  friendships: fc.array(pair, { maxLength: 10 }),
  blocks: fc.array(pair, { maxLength: 4 }),
  posts: fc.array(
    fc
      .record({
        author: who,
        wallOf: fc.option(who, { freq: 2 }),
        audience: fc.constantFrom<Audience>('everyone', 'everyone', 'friends', 'onlyme'),
        hours: fc.constantFrom(-48, -1, -1, -1, 3),
      })
      .map(({ wallOf, ...post }) => ({
        ...post,
        wall: post.audience === 'onlyme' ? post.author : (wallOf ?? post.author),
      })),
    { minLength: postCount, maxLength: postCount },
  ),
  comments: fc.array(
    fc.record({
      post: fc.integer({ min: 0, max: postCount - 1 }),
      author: who,
      replyTo: fc.option(fc.nat(20), { freq: 1 }),
    }),
    { maxLength: 16 },
  ),
  reactions: fc.array(
    fc.record({
      post: fc.integer({ min: 0, max: postCount - 1 }),
      member: who,
      kind: fc.integer({ min: 1, max: 7 }),
    }),
    { maxLength: 16 },
  ),
  changes: fc.array(fc.record({ member: who, status }), { maxLength: 4 }),
  publicReading: fc.boolean(),
});

async function build(world: World) {
  // Every statement would be planned again for emptied tables; rows are deleted instead.
  await db.execute(sql`delete from members`);
  const members: Member[] = [];
  for (const [index, { status, profile }] of world.members.entries()) {
    const [row] = await db.execute<{ id: number }>(sql`
      insert into members (
        status, email, username, first_name, last_name, displayname, password_hash
      )
      values (${status}, ${`m${index}@hearth.example`}, ${`m${index}`}, 'M', 'N', 'M N', 'none')
      returning id`);
    await setProfileAudience(row!, profile);
    members.push({
      kind: 'member',
      id: row!.id,
      displayname: 'M N',
      username: `m${index}`,
      avatar: null,
      role: 'member',
      timezone: 'UTC',
      sessionId: 1,
    });
  }
  const id = (index: number) => members[index]!.id;
  for (const [one, other] of world.friendships) {
    await db.execute(
      sql`
        insert into friendships (member_id, friend_id)
        values (${id(one)}, ${id(other)}), (${id(other)}, ${id(one)})
        on conflict
        do nothing`,
    );
  }
  for (const [one, other] of world.blocks)
    await db.execute(
      sql`
        insert into blocks (blocker_id, blocked_id)
        values (${id(one)}, ${id(other)})
        on conflict
        do nothing`,
    );
  const posts: number[] = [];
  for (const { author, wall, audience, hours } of world.posts) {
    const [row] = await db.execute<{ id: number }>(sql`
      insert into posts (author_id, subject_id, object_id, body, audience, published_at)
      values (
        ${id(author)}, ${id(author)}, ${id(wall)}, 'x', ${audience},
        now() + ${hours} * interval '1 hour'
      )
      returning id`);
    posts.push(row!.id);
  }
  const comments: Array<{
    id: number;
    post: number;
    author: number;
    parent: { author: number } | undefined;
  }> = [];
  for (const { post, author, replyTo } of world.comments) {
    const tops = comments.filter((one) => one.post === post && !one.parent);
    const parent = replyTo === null || !tops.length ? undefined : tops[replyTo % tops.length];
    const [row] = await db.execute<{ id: number }>(sql`
      insert into comments (subject_type, subject_id, author_id, parent_id, body)
      values ('post', ${posts[post]!}, ${id(author)}, ${parent?.id ?? null}, 'x')
      returning id`);
    comments.push({ id: row!.id, post, author, parent });
  }
  for (const { post, member, kind } of world.reactions) {
    await db.execute(sql`
      insert into reactions (subject_type, subject_id, member_id, kind)
      values ('post', ${posts[post]!}, ${id(member)}, ${kind})
      on conflict (subject_type, subject_id, member_id)
      do update set kind = excluded.kind`);
  }
  const statuses = world.members.map(({ status }) => status);
  for (const { member, status } of world.changes) {
    // The unique addresses of this world stay unique, so any change of status is possible.
    await db.execute(sql`update members set status = ${status} where id = ${id(member)}`);
    statuses[member] = status;
  }
  return { members, posts, comments, statuses };
}

afterEach(() => {
  env().PUBLIC_READING = true;
});

test('function and SQL agree on every post, comment and count, for every viewer, in random worlds', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      env().PUBLIC_READING = world.publicReading;
      const { members, posts, comments, statuses } = await build(world);
      const related = (pairs: Array<[number, number]>, one: number, other: number) =>
        pairs.some(([a, b]) => (a === one && b === other) || (a === other && b === one));
      const viewers: Array<{ viewer: Viewer; index: number }> = [
        { viewer: visitor, index: -1 },
        ...members.flatMap((viewer, index) => {
          const ids = members.filter((_, other) => related(world.blocks, index, other));
          // The blocks as the session has read them.
          const blocks = { ids: ids.map(({ id }) => id), readAt: Infinity };
          return [viewer, { ...viewer, blocks }].map((one) => ({ viewer: one, index }));
        }),
      ];
      for (const { viewer, index } of viewers) {
        // A pending, suspended or deleted account never becomes a viewer.
        if (index >= 0 && statuses[index] !== 'active') continue;
        const isBlocked = (author: number) => index >= 0 && related(world.blocks, index, author);
        const reaches = (author: number) =>
          isAuthorVisible(viewer, statuses[author]!, isBlocked(author));
        const expected = posts.filter((_, at) => {
          const { author, wall, audience, hours } = world.posts[at]!;
          const between = (other: number) => ({
            isFriend: index >= 0 && related(world.friendships, index, other),
            isBlocked: isBlocked(other),
          });
          return maySeeWallPost(
            viewer,
            {
              authorId: members[author]!.id,
              authorStatus: statuses[author]!,
              audience,
              publishedAt: new Date(Date.now() + hours * 3_600_000),
              wall: {
                ownerId: members[wall]!.id,
                ownerStatus: statuses[wall]!,
                audience: world.members[wall]!.profile,
              },
            },
            {
              author: between(author),
              wallOwner: between(wall),
              isBlockedBetween: related(world.blocks, author, wall),
            },
            { publicReading: world.publicReading, now: new Date() },
          );
        });
        const rows = await db.execute<{
          id: number;
          comments: number;
          counts: Record<string, number> | null;
        }>(sql`
          select posts.id,
            ${commentCount(viewer, sql`'post'::subject_type`, sql`posts.id`)} as comments,
            ${reactionCounts(viewer, sql`'post'::subject_type`, sql`posts.id`)} as counts
          from posts
          where ${visibleTo(viewer)}
          order by posts.id`);
        expect(rows.map((row) => row.id)).toEqual(expected);
        for (const row of rows) {
          const at = posts.indexOf(row.id);
          const shown = comments.filter(
            (one) =>
              one.post === at && reaches(one.author) && (!one.parent || reaches(one.parent.author)),
          );
          expect(row.comments).toBe(shown.length);
          const kinds = new Map<number, number>();
          for (const { post, member, kind } of world.reactions)
            if (post === at) kinds.set(member, kind);
          expect(sumOf(row.counts)).toBe([...kinds.keys()].filter(reaches).length);
          const list = await readComments(
            viewer,
            { type: 'post', id: row.id },
            { page: 0, firstPage: 0, limit: 50 },
          );
          expect(list.getTotalComments).toBe(shown.length);
          expect(list.comments.map((one) => one.comment_id)).toEqual(
            shown
              .filter((one) => !one.parent)
              .map((one) => one.id)
              .reverse(),
          );
        }
        if (index >= 0) {
          const { data } = await readFeed(viewer, { limit: 50 });
          // By date; within one hour those written later come first.
          const hoursOf = (post: number) => world.posts[posts.indexOf(post)]!.hours;
          expect(data.map((item) => item.feed.action_id)).toEqual(
            [...expected].sort((one, other) => hoursOf(other) - hoursOf(one) || other - one),
          );
        }
        const hiddenPost = posts.find((post) => !expected.includes(post));
        if (hiddenPost)
          await expect(readPost(viewer, hiddenPost)).rejects.toMatchObject({ code: 'no_record' });
      }
    }),
    { numRuns: 60, endOnFailure: true },
  );
}, 120_000);
