import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { listDiscussedPosts } from '#domains/posts/discussed/discussed-posts.server.ts';
import { hideItem } from '#domains/posts/hidden/hidden.server.ts';
import { moveClock } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMember, block } from '../support/people.ts';
import { addGroup, addToGroup, call } from './group-world.ts';

let owner: Member;
let member: Member;
let id: number;
let posts: number[];

const post = async (as: Member, body: string, group = id) =>
  (
    await call(as, 'POST', '/advancedactivity/feeds/post', {
      body,
      subject_type: 'group',
      subject_id: group,
    })
  ).body.response.feed.action_id as number;

let hours = 0;
/** Each an hour after the one before. Returns the id. */
async function comment(as: Member, action_id: number, fields = {}): Promise<number> {
  hours += 1;
  moveClock(hours * 60 * 60);
  const { body } = await call(as, 'POST', '/advancedactivity/comment', {
    action_id,
    body: 'Nice',
    ...fields,
  });
  return body.comment_id as number;
}
const listed = async (as: Member = member, page = 1) =>
  (await listDiscussedPosts(as, { type: 'group', id }, page)).posts.map((one) => one.id);

beforeAll(() => {
  env().RATE_LIMIT_SCALE = 1_000;
});

beforeEach(async () => {
  owner = await addMember({ name: 'Olga' });
  member = await addMember({ name: 'Mia' });
  id = await addGroup(owner);
  await addToGroup(owner, id, member);
  posts = [await post(owner, 'One'), await post(owner, 'Two'), await post(owner, 'Three')];
});

test('the post with the newest comment is first, those without comments are left out', async () => {
  const [one, two] = posts as [number, number];
  await comment(member, one);
  await comment(member, two);
  expect(await listed()).toEqual([two, one]);
  await comment(owner, one);
  expect(await listed()).toEqual([one, two]);
});

test('a deleted comment moves its post back, the last one takes it off the list', async () => {
  const [one, two] = posts as [number, number];
  const first = await comment(member, one);
  await comment(member, two);
  const last = await comment(member, one);
  const remove = (comment_id: number, action_id: number) =>
    call(member, 'DELETE', '/comment-delete', {
      comment_id,
      subject_type: 'activity_action',
      subject_id: action_id,
    });
  expect((await remove(last, one)).status).toBe(200);
  expect(await listed()).toEqual([two, one]);
  await remove(first, one);
  expect(await listed()).toEqual([two]);
});

test('posts that the reader has hidden or may not see are absent, and those of other groups', async () => {
  const [one, two, three] = posts as [number, number, number];
  const stranger = await addMember({ name: 'Stan' });
  await addToGroup(owner, id, stranger);
  const foreign = await post(stranger, 'Four');
  const elsewhere = await addGroup(owner);
  const other = await post(owner, 'Elsewhere', elsewhere);
  for (const one of [...posts, foreign, other]) await comment(owner, one);
  expect(await listed()).toEqual([foreign, three, two, one]);
  await hideItem(member, 'post', three);
  await block(stranger, member);
  expect(await listed()).toEqual([two, one]);
  expect(await listed(owner)).toEqual([foreign, three, two, one]);
});

test('a page has ten', async () => {
  const more: number[] = [];
  for (let index = 0; index < 8; index += 1) more.push(await post(owner, `More ${index}`));
  const all = [...posts, ...more];
  for (const one of all) await comment(owner, one);
  const newest = all.toReversed();
  const first = await listDiscussedPosts(member, { type: 'group', id }, 1);
  expect(first).toMatchObject({ hasMore: true });
  expect(first.posts.map((one) => one.id)).toEqual(newest.slice(0, 10));
  expect(await listDiscussedPosts(member, { type: 'group', id }, 2)).toMatchObject({
    hasMore: false,
    posts: [{ id: newest[10] }],
  });
  expect(await listed(member, 3)).toEqual([]);
});

test('a post on a wall is in no such list', async () => {
  const before = await db.execute(sql`select from discussed_posts`);
  const { body } = await call(owner, 'POST', '/advancedactivity/feeds/post', { body: 'Mine' });
  await comment(owner, body.response.feed.action_id as number);
  expect(await db.execute(sql`select from discussed_posts`)).toHaveLength(before.length);
});
