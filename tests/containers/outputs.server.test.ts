import { beforeEach, describe, expect, test } from 'vitest';
import { readComments } from '#domains/comments/comment-list.server.ts';
import { addComment } from '#domains/comments/comments.server.ts';
import { findVisibleMedia } from '#domains/lightbox/attachment-sources.server.ts';
import { readMissedChanges } from '#domains/live/missed-changes.server.ts';
import { listNotifications } from '#domains/notifications/notifications.server.ts';
import { visitor, type Member } from '#domains/policy/viewer.ts';
import { cacheTagsOf } from '#domains/posts/cache-tags.ts';
import { countFeed, readFeed, readWall } from '#domains/posts/feed.server.ts';
import { toPost } from '#domains/posts/posts.model.ts';
import { readPost } from '#domains/posts/posts.server.ts';
import { latestPublicPosts, listSitemapPage } from '#domains/posts/public-posts.server.ts';
import { createPost } from '#domains/posts/writing/create-post.server.ts';
import { react } from '#domains/reactions/reactions.server.ts';
import { search } from '#domains/search/search.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addMedia, addMember, addPost, befriend } from '../support/people.ts';
import { sharePost } from '../support/shares.ts';
import { addContainer, addContainerPost, addMembership } from './container-world.ts';

// Each output of a post, asked about one in a container: it finds the post in an open one, and not
// in a closed one of which the reader is no member.

const word = 'quincebread';
let owner: Member;
let reader: Member;
let group: { type: string; id: number };
let post: number;
let media: number;

beforeEach(async () => {
  await db.execute(sql`truncate posts, containers, notifications restart identity cascade`);
  owner = await addMember();
  reader = await addMember();
  await befriend(owner, reader);
  group = await addContainer(owner);
  post = await addContainerPost(group, owner, { body: `A ${word} #${word}` });
  media = await addMedia(owner, post);
  await db.execute(sql`insert into post_hashtags (hashtag, post_id) values (${word}, ${post})`);
});

const close = () =>
  db.execute(sql`
    update containers set visibility = 'members' where type = 'group' and id = ${group.id}`);
const ids = ({ data }: { data: Array<{ feed: { action_id: number } }> }) =>
  data.map(({ feed }) => feed.action_id);
const subject = () => ({ type: 'post' as const, id: post });
const found = <Answer>(answer: Promise<Answer>) =>
  answer.then(
    () => true,
    (error: { code?: string }) => {
      if (error.code !== 'no_record') throw error;
      return false;
    },
  );

const outputs: Record<string, (member: Member) => Promise<boolean>> = {
  'the post itself': (member) => found(readPost(member, post)),
  'the wall of the group': async (member) => {
    const wall = readWall(member, group.id, {}, 'group').catch(() => null);
    return ids((await wall) ?? { data: [] }).includes(post);
  },
  'the feed of its hashtag': async (member) =>
    ids(await readFeed(member, { hashtag: word })).includes(post),
  'the feed of photos': async (member) =>
    ids(await readFeed(member, { filter_type: 'photo' })).includes(post),
  'the count of new posts': async (member) =>
    (await countFeed(member, { hashtag: word, minid: 1 })) > 0,
  search: async (member) =>
    JSON.stringify(await search(member, { query: word, type: '', page: 1, limit: 20 })).includes(
      `A ${word}`,
    ),
  comments: (member) => found(readComments(member, subject(), { page: 0, firstPage: 0, limit: 5 })),
  commenting: (member) => found(addComment(db, member, subject(), { body: 'x' }, '')),
  reacting: (member) => found(react(member, 'post', post, 1)),
  'who reacted': (member) =>
    found(
      readComments(member, subject(), {
        page: 0,
        firstPage: 0,
        limit: 5,
        viewAllComments: 0,
        viewAllLikes: 1,
      }),
    ),
  'the file of its photo': async (member) => (await findVisibleMedia(member, media)) !== undefined,
  'live changes': async (member) => {
    await db.execute(sql`
      insert into live_changes (subject_type, subject_id, actor_id, kind, changed_at)
      values ('post', ${post}, ${owner.id}, 'comments', now())
      on conflict do nothing`);
    return (
      (await readMissedChanges(member, [{ type: 'post', id: String(post), since: new Date(0) }]))
        .length > 0
    );
  },
  'a share of it': async (member) => {
    const share = await addPost(owner, { sharedId: post });
    return JSON.stringify(await readPost(member, share)).includes(`A ${word}`);
  },
};

describe('of an open group, and of a closed one for a member and for nobody else:', () => {
  test.each(Object.keys(outputs))('%s', async (name) => {
    const output = outputs[name]!;
    expect(await output(reader)).toBe(true);
    await close();
    expect(await output(reader)).toBe(false);
    await addMembership(group, reader);
    expect(await output(reader)).toBe(true);
    await addMembership(group, reader, { state: 'banned' });
    expect(await output(reader)).toBe(false);
  });
});

describe('for visitors:', () => {
  const shown: Record<string, () => Promise<boolean>> = {
    'the page, its metadata and oEmbed': () => found(readPost(visitor, post)),
    sitemap: async () =>
      ((await listSitemapPage(1)) ?? []).some(({ path }) => path === `/posts/${post}`),
    Atom: async () => (await latestPublicPosts(10)).some(({ feed }) => feed.action_id === post),
    'the file of its photo': async () => (await findVisibleMedia(visitor, media)) !== undefined,
    'the preview of a share': async () => {
      const share = await addPost(owner, { sharedId: post });
      return JSON.stringify(await readPost(visitor, share)).includes(`A ${word}`);
    },
  };
  test.each(Object.keys(shown))('%s', async (name) => {
    expect(await shown[name]!()).toBe(true);
    await close();
    expect(await shown[name]!()).toBe(false);
  });
});

test('a cached page depends on the container of the post and of what it shares', async () => {
  const share = await addPost(owner, { sharedId: post });
  for (const id of [post, share])
    expect(cacheTagsOf(toPost(await readPost(visitor, id)), [])).toContain(`group:${group.id}`);
});

test('a mention or tag in a closed group tells nobody outside of it', async () => {
  await close();
  const write = () =>
    createPost(db, owner, {
      body: `Hello @${reader.username}`,
      audience: 'everyone',
      tagged: [reader.id],
      uri: '',
      target: { type: 'group', id: group.id },
    });
  const { feed } = await write();
  expect(feed.tags ?? []).toEqual([]);
  const written = await db.execute(
    sql`select from notifications where recipient_id = ${reader.id}`,
  );
  expect(written).toHaveLength(0);
  await addMembership(group, reader);
  await write();
  const { recentUpdates } = await listNotifications(reader);
  expect(recentUpdates).toHaveLength(1);
});

test('who has shared it cannot be shared on once the group is closed', async () => {
  await close();
  await addMembership(group, reader);
  await expect(sharePost(db, reader, post, '')).rejects.toMatchObject({ code: 'unauthorized' });
});
