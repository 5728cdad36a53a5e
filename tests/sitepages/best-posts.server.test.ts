import { beforeAll, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { listBestPosts } from '#domains/posts/containers/post-statistics.server.ts';
import { pageRef } from '#domains/sitepages/one-page.server.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addContainerPost } from '../containers/container-world.ts';
import { addMember } from '../support/people.ts';
import { addPage, addToPage, call } from './page-world.ts';

let owner: Member;
let id: number;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  owner = await addMember();
  id = await addPage(owner);
});

const day = (shift = 0) => new Date(Date.now() + shift * 86_400_000).toISOString().slice(0, 10);
const best = (start = day(-30), end = day()) => listBestPosts(owner, pageRef(id), { start, end });

test('the posts of a time with the most answers come first, and those without any not at all', async () => {
  const bo = await addMember();
  await addToPage(owner, id, bo);
  const [quiet, liked, discussed, old] = await Promise.all([
    addContainerPost(pageRef(id), bo),
    addContainerPost(pageRef(id), bo),
    addContainerPost(pageRef(id), owner, { inItsName: true }),
    addContainerPost(pageRef(id), bo),
  ]);
  await call(owner, 'POST', '/advancedactivity/like', { action_id: liked });
  await call(bo, 'POST', '/advancedactivity/comment', { action_id: discussed, body: 'Oh!' });
  await call(bo, 'POST', '/advancedactivity/like', { action_id: discussed });
  await call(bo, 'POST', '/activity/share', { type: 'activity_action', id: discussed, body: '' });
  await call(bo, 'POST', '/advancedactivity/like', { action_id: old });
  await db.execute(sql`
    update posts set published_at = published_at - interval '40 days' where id = ${old}`);
  expect((await best()).map((post) => post.id)).toEqual([discussed, liked]);
  expect((await best())[0]).toMatchObject({ reactions: 1, comments: 1, shares: 1 });
  expect((await best(day(-60), day(-31))).map((post) => post.id)).toEqual([old]);
  expect((await best()).map((post) => post.id)).not.toContain(quiet);
});

test('posts of another page are not among them, and a deleted one leaves', async () => {
  const other = await addPage(owner);
  const post = await addContainerPost(pageRef(other), owner, { inItsName: true });
  await call(owner, 'POST', '/advancedactivity/like', { action_id: post });
  const ofOther = () =>
    listBestPosts(owner, pageRef(other), { start: day(-1), end: day() }).then((posts) =>
      posts.map((one) => one.id),
    );
  expect(await ofOther()).toEqual([post]);
  expect((await best()).map((one) => one.id)).not.toContain(post);
  await db.execute(sql`delete from posts where id = ${post}`);
  expect(await ofOther()).toEqual([]);
});
