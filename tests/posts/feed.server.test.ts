import { beforeAll, describe, expect, test } from 'vitest';
import { addComment } from '#domains/comments/comments.server.ts';
import { visitor, type Member } from '#domains/policy/viewer.ts';
import type { FeedQuery } from '#domains/posts/feed/feed-query.server.ts';
import {
  feedFilters,
  feedInput,
  feedPage,
  type FeedFilter,
} from '#domains/posts/feed/feed.schema.ts';
import { countFeed, readFeed } from '#domains/posts/feed/feed.server.ts';
import { hideItem, unhideItem } from '#domains/posts/hidden/hidden.server.ts';
import { readPost } from '#domains/posts/posts.server.ts';
import { toggleSaved } from '#domains/posts/saved/saved.server.ts';
import { createPost } from '#domains/posts/writing/create-post.server.ts';
import { react } from '#domains/reactions/reactions.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addContainer, addContainerPost } from '../containers/container-world.ts';
import { addMedia, addMember, addPost, befriend, block, reading } from '../support/people.ts';
import { countStatements } from '../support/statements.ts';

let me: Member;
let friend: Member;
let stranger: Member;

beforeAll(async () => {
  me = await addMember({ name: 'Me' });
  friend = await addMember({ name: 'Friend' });
  stranger = await addMember({ name: 'Stranger' });
  await befriend(me, friend);
});

const idsOf = async (query: FeedQuery, viewer: Member = me) =>
  (await readFeed(viewer, { limit: 50, ...query })).data.map((item) => item.feed.action_id);

async function allPages(
  query: FeedQuery,
  viewer: Member = me,
  between: (page: number) => Promise<unknown> = async () => undefined,
) {
  const ids: number[] = [];
  for (let maxid = 0, page = 0; page < 100; page += 1) {
    const answer = await readFeed(viewer, { limit: 7, ...query, maxid });
    expect(feedPage.parse(answer)).toEqual(answer);
    expect(answer.activityCount).toBe(answer.data.length);
    if (!answer.activityCount) return ids;
    ids.push(...answer.data.map((item) => item.feed.action_id));
    expect(answer.maxid).toBe(ids.at(-1)! - 1);
    maxid = answer.maxid;
    await between(page);
  }
  throw new Error('The feed does not end');
}

describe('paging', () => {
  test('goes through everything once, newest first, and ends with an empty page', async () => {
    const reader = await addMember();
    const expected: number[] = [];
    for (let index = 0; index < 40; index += 1) {
      const author = index % 2 ? friend : stranger;
      const audience = index % 5 === 3 ? 'onlyme' : 'everyone';
      const id = await addPost(author, { audience });
      if (audience === 'everyone') expected.unshift(id);
    }
    expect(await allPages({}, reader)).toEqual(expected);
    // Posts written meanwhile come on a first page, and shift nothing.
    const later: number[] = [];
    const paged = await allPages(
      {},
      reader,
      async (page) => page < 3 && later.push(await addPost(stranger)),
    );
    expect(paged).toEqual(expected);
    expect((await idsOf({}, reader)).slice(0, 3)).toEqual(later.reverse());
  });

  test('an empty feed states that', async () => {
    expect(await readFeed(me, { maxid: 1 })).toEqual({
      data: [],
      comment_preview: [],
      maxid: 0,
      minid: 0,
      activityCount: 0,
    });
  });

  test('the very first post of a community has a cursor of its own', async () => {
    const [first] = await db.execute<{ id: number }>(sql`select min(id) as id from posts`);
    expect(first!.id).toBeGreaterThan(1);
    await expect(
      db.execute(
        sql`
          insert into posts (id, author_id, subject_id, object_id, audience)
          values (1, ${me.id}, ${me.id}, ${me.id}, 'everyone')`,
      ),
    ).rejects.toThrow();
  });

  test('20 by default, otherwise the limit of the request', async () => {
    for (let index = 0; index < 25; index += 1) await addPost(stranger);
    expect((await readFeed(me)).activityCount).toBe(20);
    expect((await readFeed(me, { limit: 3 })).activityCount).toBe(3);
  });
});

describe('filters', () => {
  test('all, friends, own, and by kind of attachment', async () => {
    const mine = await addPost(me, { body: 'mine' });
    const mineAlone = await addPost(me, { audience: 'onlyme' });
    const friendsPost = await addPost(friend, { audience: 'friends' });
    const theirSecret = await addPost(friend, { audience: 'onlyme' });
    const others = await addPost(stranger);
    const linked = (
      await createPost(db, stranger, {
        body: '',
        audience: 'everyone',
        tagged: [],
        uri: 'https://example.org',
      })
    ).feed.action_id;
    const all = await idsOf({});
    expect(all).toEqual(expect.arrayContaining([mine, mineAlone, friendsPost, others, linked]));
    expect(all).not.toContain(theirSecret);
    expect(await idsOf({ filter: 'all' })).toEqual(all);
    const ofFriends = await idsOf({ filter: 'membership' });
    expect(ofFriends[0]).toBe(friendsPost);
    expect(ofFriends).toEqual([...ofFriends].sort((a, b) => b - a));
    for (const id of [mine, mineAlone, theirSecret, others]) expect(ofFriends).not.toContain(id);
    expect((await idsOf({ filter: 'my_posts' })).slice(0, 2)).toEqual([mineAlone, mine]);
    expect(await idsOf({ filter: 'link' })).toEqual([linked]);
    for (const filter of ['photo', 'video', 'page', 'group', 'event', 'user_saved'] as const)
      expect(await idsOf({ filter })).toEqual([]);
  });

  test('each filter pages without gaps', async () => {
    const [reader, ally] = [await addMember(), await addMember()];
    await befriend(reader, ally);
    const wanted: number[] = [];
    for (let index = 0; index < 23; index += 1) {
      wanted.unshift(await addPost(ally, { audience: index % 2 ? 'friends' : 'everyone' }));
      await addPost(ally, { audience: 'onlyme' });
      await addPost(stranger);
    }
    expect(await allPages({ filter: 'membership' }, reader)).toEqual(wanted);
    expect(await allPages({ filter: 'my_posts' }, ally)).toHaveLength(46);
    expect(await allPages({ wall: { type: 'member', id: ally.id } }, reader)).toEqual(wanted);
  });

  test('every filter of the contract finds its posts', async () => {
    const [reader, ally] = [await addMember(), await addMember()];
    await befriend(reader, ally);
    const [own, photo, video] = [await addPost(reader), await addPost(ally), await addPost(ally)];
    await addMedia(ally, photo);
    await addMedia(ally, video, { kind: 'video' });
    const link = (
      await createPost(db, stranger, {
        body: '',
        audience: 'everyone',
        tagged: [],
        uri: 'https://example.org',
      })
    ).feed.action_id;
    await toggleSaved(reader, link);
    const group = await addContainerPost(await addContainer(reader), reader);
    const expected: Record<FeedFilter, number[]> = {
      all: [group, link, video, photo, own],
      membership: [video, photo],
      my_posts: [group, own],
      photo: [photo],
      video: [video],
      link: [link],
      group: [group],
      event: [],
      sitepage: [],
      user_saved: [link],
    };
    for (const wire of feedFilters) {
      const { filter } = feedInput.parse({ filter_type: wire });
      for (const asking of [reader, reading(reader)]) {
        const found = await idsOf({ filter }, { ...asking, hasContainers: true });
        expect(
          found.filter((id) => expected.all.includes(id)),
          wire,
        ).toEqual(expected[wire]);
      }
    }
  });

  test('pages of walls and groups have every post once, by date, whatever is hidden in between', async () => {
    const [reader, ally] = [await addMember(), await addMember()];
    await befriend(reader, ally);
    const groups = await Promise.all([1, 2, 3].map(() => addContainer(reader)));
    const written: number[] = [];
    // Runs of posts on walls and in one group after the other.
    for (const run of [7, 0, 1, 6, 2, 0, 3, 8, 1, 1]) {
      for (let count = 0; count < run; count += 1)
        written.unshift(await addPost(ally, { audience: 'friends' }));
      const group = groups[written.length % 3]!;
      for (let count = 0; count < 2; count += 1)
        written.unshift(await addContainerPost(group, ally));
    }
    const asking = { ...reader, hasContainers: true };
    for (const one of [asking, reading(asking)]) {
      const pages = await allPages({ limit: 4 }, one);
      expect(pages.filter((id) => written.includes(id))).toEqual(written);
    }
    const hidden = written.filter((_, index) => index % 5 < 2);
    for (const id of hidden) await hideItem(reader, 'post', id);
    const pages = await allPages({ limit: 4 }, asking);
    expect(pages.filter((id) => written.includes(id))).toEqual(
      written.filter((id) => !hidden.includes(id)),
    );
  });
});

describe('walls', () => {
  test('show what the reader may see of one member', async () => {
    const [owner, reader] = [await addMember(), await addMember()];
    const open = await addPost(owner);
    await addPost(owner, { audience: 'friends' });
    expect(await idsOf({ wall: { type: 'member', id: owner.id } }, reader)).toEqual([open]);
    await befriend(owner, reader);
    expect(await idsOf({ wall: { type: 'member', id: owner.id } }, reader)).toHaveLength(2);
  });

  test('walls of nobody, of blocked or suspended members and of missing containers are not found alike', async () => {
    const blocker = await addMember();
    await addPost(blocker);
    await block(blocker, me);
    const suspended = await addMember({ status: 'suspended' });
    for (const [type, id] of [
      ['member', blocker.id],
      ['member', suspended.id],
      ['member', 999_999_999],
      ['member', 2 ** 52],
      ['group', 999_999_999],
      ['page', me.id],
      ['event', 1],
    ] as const) {
      await expect(readFeed(me, { wall: { type, id } })).rejects.toMatchObject({
        code: 'no_record',
      });
      await expect(countFeed(me, { wall: { type, id } })).rejects.toMatchObject({
        code: 'no_record',
      });
    }
  });
});

describe('timeline', () => {
  test('keeps posts between two times, both included, however old', async () => {
    const [owner, reader] = [await addMember(), await addMember()];
    const at = (text: string) => new Date(`${text}Z`);
    // Written in the order of publishing, as ids are given.
    const ids: Record<string, number> = {};
    for (const date of [
      '2031-01-31T23:59:59',
      '2031-02-01T00:00:00',
      '2031-02-14T12:00:00',
      '2031-02-28T23:59:59',
      '2031-03-01T00:00:00',
    ]) {
      ids[date] = await addPost(owner, { publishedAt: at(date) });
    }
    // Dates to come are the author's only; as the author they show.
    const february = {
      start: at('2031-02-01T00:00:00'),
      end: at('2031-02-28T23:59:59'),
    };
    const inFebruary = ['2031-02-28T23:59:59', '2031-02-14T12:00:00', '2031-02-01T00:00:00'].map(
      (date) => ids[date]!,
    );
    expect(await idsOf(february, owner)).toEqual(inFebruary);
    expect(await idsOf(february, reader)).toEqual([]);
    expect(await idsOf({ ...february, filter: 'my_posts' }, owner)).toEqual(inFebruary);
    expect(await idsOf({ ...february, wall: { type: 'member', id: owner.id } }, owner)).toEqual(
      inFebruary,
    );
    expect(await idsOf({ ...february, maxid: ids['2031-02-14T12:00:00']! }, owner)).toEqual(
      inFebruary.slice(1),
    );
    expect(await idsOf({ start: at('2031-03-01T00:00:00') }, owner)).toEqual([
      ids['2031-03-01T00:00:00'],
    ]);
    expect(await idsOf({ start: february.end, end: february.start }, owner)).toEqual([]);
    expect(await idsOf({ end: new Date('0001-01-01') }, owner)).toEqual([]);
  });

  test('two posts of neighbouring transactions whose ids and dates stand crosswise are both found, by date', async () => {
    const owner = await addMember();
    const early = await addPost(owner, { publishedAt: new Date('2032-01-01T00:00:00.005Z') });
    const late = await addPost(owner, { publishedAt: new Date('2032-01-01T00:00:00.001Z') });
    const time = new Date('2032-01-01T00:00:00Z');
    expect(await idsOf({ start: time, end: time }, owner)).toEqual([early, late]);
    expect(await idsOf({ start: new Date('2032-01-01T00:00:00.002Z'), end: time }, owner)).toEqual([
      early,
    ]);
  });
});

describe('hidden', () => {
  test('a hidden post leaves the feed and the wall, and comes back', async () => {
    const [owner, reader] = [await addMember(), await addMember()];
    const [one, other] = [await addPost(owner), await addPost(owner)];
    await hideItem(reader, 'post', one);
    await hideItem(reader, 'post', one);
    expect((await idsOf({}, reader)).slice(0, 1)).toEqual([other]);
    expect(await idsOf({}, reader)).not.toContain(one);
    expect(await idsOf({ wall: { type: 'member', id: owner.id } }, reader)).toEqual([other]);
    // Only from the own lists: the post itself opens, and others see it.
    expect((await readPost(reader, one)).feed.action_id).toBe(one);
    expect(await idsOf({}, me)).toContain(one);
    await unhideItem(reader, 'post', one);
    expect(await idsOf({}, reader)).toContain(one);
    await expect(unhideItem(reader, 'post', one)).rejects.toMatchObject({
      code: 'no_record',
    });
  });

  test('everything of one member leaves the feed, not their wall', async () => {
    const [owner, reader] = [await addMember(), await addMember()];
    await befriend(owner, reader);
    const id = await addPost(owner);
    await hideItem(reader, 'member', owner.id);
    expect(await idsOf({}, reader)).not.toContain(id);
    expect(await idsOf({ filter: 'membership' }, reader)).toEqual([]);
    expect(await idsOf({ wall: { type: 'member', id: owner.id } }, reader)).toEqual([id]);
    await unhideItem(reader, 'member', owner.id);
    expect(await idsOf({ filter: 'membership' }, reader)).toEqual([id]);
  });

  test('nobody hides oneself, a stranger’s secret, or somebody who is not there', async () => {
    await expect(hideItem(me, 'member', me.id)).rejects.toMatchObject({ code: 'validation_fail' });
    await expect(hideItem(me, 'member', 999_999_999)).rejects.toMatchObject({ code: 'no_record' });
    await expect(
      hideItem(me, 'post', await addPost(stranger, { audience: 'onlyme' })),
    ).rejects.toMatchObject({ code: 'no_record' });
  });
});

describe('content of a page', () => {
  test('the newest comment that the reader may see, once per post', async () => {
    const [owner, reader, blocked] = [await addMember(), await addMember(), await addMember()];
    await block(reader, blocked);
    const id = await addPost(owner);
    const comment = (who: Member, body: string, answers?: number) =>
      addComment(
        db,
        who,
        { type: 'post', id },
        { body, ...(answers ? { replyToId: answers } : {}) },
        '',
      );
    await comment(owner, 'first');
    const second = await comment(owner, 'second');
    await comment(owner, 'a reply', second.comment_id);
    await comment(blocked, 'unseen');
    const previews = async (viewer: Member) =>
      (await readFeed(viewer, { limit: 1 })).comment_preview;
    expect(await previews(reader)).toMatchObject([
      { action_id: id, comment_body: 'second', reply_count: 1 },
    ]);
    expect(await previews(owner)).toMatchObject([{ comment_body: 'unseen' }]);
    expect((await readPost(reader, id)).comment_data).toMatchObject({ comment_body: 'second' });
    expect((await readFeed(reader, { limit: 1 })).data[0]!.feed.comment_count).toBe(3);
    expect((await readFeed(owner, { limit: 1 })).data[0]!.feed.comment_count).toBe(4);
  });

  test('reactions by kind, and the reader’s own', async () => {
    const [owner, reader] = [await addMember(), await addMember()];
    const id = await addPost(owner);
    await react(owner, 'post', id, 1);
    await react(reader, 'post', id, 2);
    const [item] = (await readFeed(reader, { limit: 1 })).data;
    expect(item).toMatchObject({
      is_like: 1,
      feed: { like_count: 2 },
      feed_reactions: {
        1: { caption: 'Like', reaction_count: 1 },
        2: { caption: 'Love', reaction_count: 1 },
      },
      my_feed_reaction: { reaction: 'love', reactionicon_id: 2 },
    });
    expect((await readFeed(me, { limit: 1 })).data[0]).toMatchObject({ is_like: 0 });
  });

  test('addresses are relative for our own pages and whole for others', async () => {
    const owner = await addMember({ avatar: `${'a'.repeat(32)}.webp` });
    await addPost(owner);
    const image = async (origin?: string) =>
      (await readFeed(me, { limit: 1 }, origin)).data[0]!.feed.subjectIformation.image;
    expect(await image()).toBe(`/media/public/${'a'.repeat(32)}.webp`);
    expect(await image('https://hearth.example')).toBe(
      `https://hearth.example/media/public/${'a'.repeat(32)}.webp`,
    );
  });
});

describe('counting newer posts', () => {
  test('from a number on, what the reader may see', async () => {
    const reader = await addMember();
    const first = await addPost(stranger);
    await addPost(stranger, { audience: 'onlyme' });
    await addPost(stranger);
    expect(await countFeed(reader, { minid: first })).toBe(2);
    expect(await countFeed(reader, { minid: first + 1 })).toBe(1);
    expect(await countFeed(reader, { minid: first + 100 })).toBe(0);
    expect(await countFeed(reader, { minid: first, filter: 'group' })).toBe(0);
  });
});

describe('statements', () => {
  test('a page costs one, one for rare parts of its posts, and the same of their originals', async () => {
    const [owner, reader] = [await addMember(), await addMember()];
    await befriend(owner, reader);
    const counts = new Set<number>();
    for (let index = 0; index < 12; index += 1) {
      const { feed } = await createPost(db, owner, {
        body: 'x',
        audience: 'everyone',
        tagged: [reader.id],
        uri: index % 2 ? 'https://example.org' : '',
      });
      await addComment(db, reader, { type: 'post', id: feed.action_id }, { body: 'x' }, '');
      await react(reader, 'post', feed.action_id, 3);
      await addPost(reader, { sharedId: feed.action_id });
      counts.add(await countStatements(() => readFeed(reader, { limit: 50 })));
      counts.add(
        await countStatements(() =>
          readFeed(owner, { filter: 'membership', start: new Date('2020-01-01') }),
        ),
      );
      counts.add(await countStatements(() => readPost(visitor, feed.action_id)));
    }
    expect(Math.max(...counts)).toBe(4);
    expect(
      await countStatements(() => readFeed(reader, { wall: { type: 'member', id: owner.id } })),
    ).toBe(3);
  });

  test('visitors read one post by its id and nothing else', async () => {
    const id = await addPost(stranger);
    expect((await readFeed(visitor, { postId: id })).data).toHaveLength(1);
    for (const query of [
      {},
      { maxid: 5 },
      { filter: 'photo' },
      { wall: { type: 'member', id: stranger.id } },
    ] as FeedQuery[]) {
      await expect(readFeed(visitor, query)).rejects.toMatchObject({ code: 'unauthorized' });
    }
    await expect(countFeed(visitor, { minid: 1 })).rejects.toMatchObject({ code: 'unauthorized' });
  });
});
