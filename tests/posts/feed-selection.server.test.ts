import type { SQL } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { visitor, type Member } from '#domains/policy/viewer.ts';
import type { FeedQuery } from '#domains/posts/feed/feed-query.server.ts';
import { selectPosts } from '#domains/posts/feed/feed-selection.server.ts';
import { wallForVisitors } from '#domains/posts/feed/wall-selection.server.ts';
import { newestPublicPosts } from '#domains/posts/public/public-posts.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addContainer, addContainerPost, addMembership } from '../containers/container-world.ts';
import { fill } from '../support/fill.ts';
import { addMember, befriend, reading } from '../support/people.ts';
import { genericPlanOf } from '../support/plans.ts';

const months = 96;
const perMonth = 210;
let reader: Member;
let closed: { type: string; id: number };
let open: { type: string; id: number };

// Twenty thousand posts from November 2018 on, a fifth of them with attachments, and the newest of
// all in a closed group. Each selection must be found by its index: then a million make no
// difference, because neither the way down a tree nor the page itself grows.
beforeAll(async () => {
  reader = await addMember({ name: 'Reader' });
  const authors: Member[] = [];
  for (let count = 0; count < 40; count += 1) authors.push(await addMember());
  for (const friend of authors.slice(0, 12)) await befriend(reader, friend);
  closed = await addContainer(authors[0]!, { visibility: 'members' });
  open = await addContainer(authors[0]!, { visibility: 'everyone' });
  const inOpen: number[] = [];
  for (let count = 0; count < 3; count += 1) inOpen.push(await addContainerPost(open, authors[1]!));
  await db.execute(sql`
    update posts set attachment_count = 1 where id = any (${sql.param(inOpen)}::bigint[])`);
  await fill(async (tx) => {
    await tx.execute(sql`
      insert into posts (
        author_id, subject_id, object_id, audience, body, published_at, attachment_count
      )
      select who, who, who,
        (array['everyone', 'everyone', 'everyone', 'friends', 'onlyme'])[1 + n / 40 % 5], 'Words',
        timestamptz '2018-11-01' + n * interval '3 hours 28 minutes',
        case when n % 5 = 0 then 1 else 0 end
      from generate_series(0, ${months * perMonth}) n,
        lateral (
          select (${sql.param(authors.map(({ id }) => id))}::bigint[])[1 + n % 40] as who
        ) author`);
    await tx.execute(
      sql`
        insert into posts (author_id, subject_id, object_id, audience, body)
        select ${reader.id}, ${reader.id}, ${reader.id}, 'everyone', 'Mine'
        from generate_series(1, 300)`,
    );
    await tx.execute(
      sql`
        insert into posts (
          author_id, subject_id, object_type, object_id, audience, body, attachment_count
        )
        select author_id, author_id, 'group', ${closed.id}, 'container', 'Closed', attachment_count
        from posts
        where id between 1000 and 4000`,
    );
    await tx.execute(
      sql`
        insert into attachments (post_id, position, type)
        select id, 0, (array['photo', 'video', 'link'])[1 + id % 3]
        from posts
        where attachment_count > 0`,
    );
    await tx.execute(
      sql`
        insert into saved_posts (member_id, post_id)
        select ${reader.id}, id
        from posts
        where id % 7 = 0`,
    );
    await tx.execute(
      sql`
        insert into post_hashtags (hashtag, post_id)
        select 'tea', id
        from posts
        where id % 4 = 0
        union all
        select 'rare', id
        from posts
        where id % 5000 = 0`,
    );
  });
  await db.execute(
    sql`
      analyze posts, attachments, saved_posts, post_hashtags, friendships, members, blocks,
      hidden_items, containers, memberships`,
  );
});

const month = (year: number, index: number) => new Date(Date.UTC(year, index, 1));
const end = (year: number, index: number) => new Date(Date.UTC(year, index + 1, 1) - 1);
const ranges: Record<string, FeedQuery> = {
  'the newest': {},
  'a page far down': { maxid: 2_000 },
  'the first month': { start: month(2018, 10), end: end(2018, 10) },
  'one month in the middle': { start: month(2021, 5), end: end(2021, 5) },
  'a year': { start: month(2020, 0), end: end(2020, 11) },
  'all there is': { start: month(2018, 10), end: end(2027, 0) },
  'up to an old month': { end: end(2019, 2) },
  'a page far down in a year': {
    start: month(2019, 0),
    end: end(2019, 11),
    maxid: 2_000,
  },
};
const kinds: Record<string, FeedQuery> = {
  all: {},
  membership: { filter: 'membership' },
  my_posts: { filter: 'my_posts' },
  photo: { filter: 'photo' },
  video: { filter: 'video' },
  link: { filter: 'link' },
  user_saved: { filter: 'user_saved' },
  hashtag: { hashtag: 'tea' },
  'a rare hashtag': { hashtag: 'rare' },
};

test.each(
  Object.keys(kinds).flatMap((kind) => Object.keys(ranges).map((range) => [kind, range] as const)),
)('%s, %s: by an index, and no more rows than the page needs', async (kind, range) => {
  for (const asking of [reader, reading(reader)]) {
    const query = { ...kinds[kind], ...ranges[range] };
    const { looks } = await genericPlanOf(selectPosts(asking, query)!);
    const onPosts = looks.filter(({ table }) =>
      ['posts', 'attachments', 'saved_posts', 'post_hashtags'].includes(table),
    );
    expect(onPosts.map(({ how }) => how).filter((how) => /Seq|Bitmap/.test(how))).toEqual([]);
    const touched = onPosts.map(({ rows }) => rows);
    // Friends are asked one by one, each for a page.
    expect(Math.max(...touched)).toBeLessThan(kind === 'membership' ? 600 : 200);
  }
});

/** Expects the plan to return so many rows, and to read all tables by an index. */
async function expectPlan(statement: SQL, { given, max }: { given: number; max: number }) {
  const plan = await genericPlanOf(statement);
  const onPosts = plan.looks.filter(({ table }) => ['posts', 'attachments'].includes(table));
  expect(plan.given).toBe(given);
  expect(onPosts.map(({ how }) => how).filter((how) => /Seq|Bitmap/.test(how))).toEqual([]);
  expect(Math.max(...onPosts.map(({ rows }) => rows))).toBeLessThan(max);
}

test.each(['photo', 'video', 'link'] as const)(
  'the feed of %ss of one group, and of a member of groups, reads none of other posts',
  async (filter) => {
    const group = { wall: { type: 'group', id: open.id } } as const;
    await expectPlan(selectPosts(reader, { filter, ...group })!, { given: 1, max: 10 });
    await addMembership(open, reader);
    for (const asking of [reader, reading(reader)]) {
      const feed = selectPosts({ ...asking, hasContainers: true }, { filter });
      await expectPlan(feed!, { given: 20, max: 200 });
    }
  },
);

test('the feed finds the groups that a member likes without reading their other likes', async () => {
  const member = { ...(await addMember()), hasContainers: true };
  await db.execute(sql`
    insert into reactions (subject_type, subject_id, member_id, kind)
    select 'post'::subject_type, id, ${member.id}, 1
    from posts
    where id between 10000 and 11000
    union all
    select 'group'::subject_type, ${open.id}::bigint, ${member.id}::bigint, 1`);
  await db.execute(sql`analyze reactions`);
  const plan = await genericPlanOf(selectPosts(member, { filter: 'group' })!);
  expect(plan.given).toBe(3);
  expect(plan.rows.reactions).toBe(1);
});

test('visitors read the newest posts without those of closed groups in between', async () => {
  await expectPlan(newestPublicPosts(50), { given: 50, max: 200 });
});

test('the wall of an opened group does not step over what stays the members', async () => {
  await db.execute(sql`
    update containers
    set visibility = 'everyone', public_from = newest_sort_key
    where id = ${closed.id}`);
  const wall = { wall: { type: 'group', id: closed.id } } as const;
  // Written in one millisecond, so that three have the newest sort key.
  await expectPlan(selectPosts(reader, wall)!, { given: 3, max: 10 });
  const photos = await genericPlanOf(selectPosts(reader, { ...wall, filter: 'photo' })!);
  expect(photos.rows.attachments).toBeLessThan(10);
  await expectPlan(wallForVisitors(visitor, { type: 'group', id: closed.id }, {}), {
    given: 3,
    max: 10,
  });
});
