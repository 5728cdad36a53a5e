import { beforeAll, describe, expect, test } from 'vitest';
import { visitor, type Member } from '#domains/policy/viewer.ts';
import type { FeedQuery } from '#domains/posts/feed/feed-query.server.ts';
import {
  countFeed,
  prunePostTombstones,
  readFeed,
  readWall,
} from '#domains/posts/feed/feed.server.ts';
import { latestPublicPosts } from '#domains/posts/public/public-posts.server.ts';
import { toggleSaved } from '#domains/posts/saved/saved.server.ts';
import { sortKeyOf } from '#domains/posts/sort-key.rules.ts';
import { findPosts } from '#domains/search/post-search.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addMedia, addMember, addPost, befriend, setProfileAudience } from '../support/people.ts';

// Posts as an import leaves them: ids in any order, dates in another, and some of them at one
// second.
let author: Member;
let reader: Member;
/** By date, newest first. */
let ordered: number[];

beforeAll(async () => {
  [author, reader] = [await addMember(), await addMember()];
  await befriend(author, reader);
  await setProfileAudience(author);
  const written: Array<{ id: number; at: number }> = [];
  for (let count = 0; count < 24; count += 1) {
    const at = Date.UTC(2019, (count * 7) % 12, 1 + (count % 3), 12, 0, 0, (count * 37) % 5);
    const id = await addPost(author, {
      body: `Brought along #moved ${count}`,
      publishedAt: new Date(at),
    });
    await addMedia(author, id);
    await db.execute(sql`insert into post_hashtags (hashtag, post_id) values ('moved', ${id})`);
    await toggleSaved(reader, id);
    written.push({ id, at });
  }
  ordered = written
    .sort((one, other) => other.at - one.at || other.id - one.id)
    .map(({ id }) => id);
});

const lists: Record<string, FeedQuery> = {
  wall: {},
  'posts of friends': { filter: 'membership' },
  photos: { filter: 'photo' },
  hashtag: { hashtag: 'moved' },
  saved: { filter: 'user_saved' },
  'one year': { start: new Date('2019-01-01'), end: new Date('2019-12-31') },
};

const mine = (query: FeedQuery): FeedQuery => ({
  wall: { type: 'member', id: author.id },
  ...query,
});

async function pages(
  read: (maxid: number) => ReturnType<typeof readFeed>,
  between?: (page: number) => Promise<unknown>,
) {
  const ids: number[] = [];
  for (let maxid = 0, page = 0; page < 20; page += 1) {
    const answer = await read(maxid);
    if (!answer.activityCount) return ids;
    ids.push(...answer.data.map(({ feed }) => feed.action_id));
    maxid = answer.maxid;
    await between?.(page);
  }
  throw new Error('The list does not end');
}

describe('a post with an old date and a young id', () => {
  test.each(Object.keys(lists))(
    'is listed at its date, by pages that neither repeat nor drop: %s',
    async (list) => {
      expect(
        await pages((maxid) => readFeed(reader, { ...mine(lists[list]!), maxid, limit: 5 })),
      ).toEqual(ordered);
    },
  );

  test('for its author and for visitors', async () => {
    expect(
      await pages((maxid) => readFeed(author, { filter: 'my_posts', maxid, limit: 7 })),
    ).toEqual(ordered);
    expect(await pages((maxid) => readWall(visitor, author.id, { maxid, limit: 7 }))).toEqual(
      ordered,
    );
  });

  test('is found by search in the order of the dates', async () => {
    const found = await findPosts(reader, "'moved'", { offset: 0, limit: 50 });
    expect(found.rows.map(({ postId }) => postId)).toEqual(ordered);
  });

  test('is within the months of its date', async () => {
    const march = {
      start: new Date('2019-03-01T00:00:00Z'),
      end: new Date('2019-03-31T23:59:59Z'),
    };
    const [row] = await db.execute<{ ids: number[] }>(sql`
      select json_agg(id order by sort_key desc) as ids
      from posts
      where author_id = ${author.id}
        and date_trunc('month', published_at at time zone 'UTC') = '2019-03-01'`);
    expect((await readFeed(reader, mine(march))).data.map(({ feed }) => feed.action_id)).toEqual(
      row!.ids,
    );
    expect(row!.ids.length).toBeGreaterThan(0);
  });

  test('is below what is new: no count of new posts, not in the public feed before newer ones', async () => {
    const newest = await addPost(author);
    const { minid } = await readFeed(reader, { limit: 1 });
    expect(minid).toBe(newest + 1);
    await addPost(author, { publishedAt: new Date('2019-06-01T00:00:00Z') });
    expect(await countFeed(reader, { minid })).toBe(0);
    expect((await latestPublicPosts(1)).map(({ feed }) => feed.action_id)).toEqual([newest]);
    await addPost(author);
    expect(await countFeed(reader, { minid })).toBe(1);
    await db.execute(sql`delete from posts where author_id = ${author.id} and id >= ${newest}`);
  });
});

describe('the cursor of a reader', () => {
  test('holds when the last post of each page is deleted meanwhile, whatever its id', async () => {
    const owner = await addMember();
    const dates = [5, 2, 9, 1, 8, 3, 7, 6, 4];
    const made = new Map<number, number>();
    for (const day of dates)
      made.set(day, await addPost(owner, { publishedAt: new Date(Date.UTC(2020, 1, day)) }));
    const wall = (maxid: number) =>
      readFeed(reader, { wall: { type: 'member', id: owner.id }, maxid, limit: 2 });
    const last = [8, 6, 4, 2].map((day) => made.get(day)!);
    const read = await pages(
      wall,
      async (page) => last[page] && db.execute(sql`delete from posts where id = ${last[page]!}`),
    );
    expect(read).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1].map((day) => made.get(day)!));
  });

  test('is forgotten of deleted posts after a day', async () => {
    const deleted = await addPost(author);
    await db.execute(sql`delete from posts where id = ${deleted}`);
    await prunePostTombstones();
    const kept = async () =>
      (await db.execute(sql`select 1 from post_tombstones where id = ${deleted}`)).length;
    expect(await kept()).toBe(1);
    await db.execute(
      sql`update post_tombstones set deleted_at = now() - interval '25 hours' where id = ${deleted}`,
    );
    await prunePostTombstones();
    expect(await kept()).toBe(0);
  });
});

test('the database and the program compute the same sort key, and the rows of a post follow it', async () => {
  for (const date of [
    '2026-11-21T17:45:00.123Z',
    '2018-11-01T00:00:00Z',
    '1969-07-20T20:17:40.500Z',
    '2031-02-28T23:59:59.999Z',
  ]) {
    const id = await addPost(author, { publishedAt: new Date(date) });
    const [row] = await db.execute<{ sortKey: number; words: number }>(
      sql`
        select p.sort_key as "sortKey", w.post_sort_key as words
        from posts p
        join post_words w on w.post_id = p.id
        where p.id = ${id}`,
    );
    expect(row).toEqual({
      sortKey: sortKeyOf(id, new Date(date)),
      words: sortKeyOf(id, new Date(date)),
    });
    await db.execute(sql`delete from posts where id = ${id}`);
  }
  const id = await addPost(author);
  await addMedia(author, id);
  await toggleSaved(reader, id);
  await db.execute(sql`update posts set published_at = '2017-05-05' where id = ${id}`);
  const [moved] = await db.execute<{ sortKeys: number[] }>(sql`
    select array_to_json(
      array[(select sort_key from posts where id = ${id}),
      (select post_sort_key from attachments where post_id = ${id}),
      (select post_sort_key from saved_posts where post_id = ${id}),
      (select post_sort_key from post_words where post_id = ${id})]
    ) as "sortKeys"`);
  expect(new Set(moved!.sortKeys).size).toBe(1);
  await db.execute(sql`delete from posts where id = ${id}`);
});
