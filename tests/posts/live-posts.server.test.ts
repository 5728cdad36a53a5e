import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { env } from '#server/env.ts';
import { addContainer, addContainerPost } from '../containers/container-world.ts';
import { startLiveServer } from '../support/live-server.ts';
import { addMember, addPost, befriend, block } from '../support/people.ts';
import { listenTo } from '../support/stream.ts';

let live: Awaited<ReturnType<typeof startLiveServer>>;
let ada: Member;
let bo: Member;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  live = await startLiveServer();
  [ada, bo] = [await addMember({ name: 'Ada' }), await addMember({ name: 'Bo' })];
  await befriend(ada, bo);
});
afterAll(() => live.stop());

/** Members whose new posts the screens of `member` learn of while `work` runs. */
async function authorsFor(member: Member, work: () => Promise<unknown>): Promise<number[]> {
  const last = await addMember({ name: 'Last' });
  await befriend(member, last);
  const stream = await listenTo(live.origin, member, { withPosts: true });
  await stream.next();
  await work();
  await addPost(last, { audience: 'friends' });
  const authors: number[] = [];
  for (let event = await stream.next(); event; event = await stream.next()) {
    if (event.type !== 'posts') continue;
    const { id } = JSON.parse(event.data) as { id: number };
    if (id === last.id) break;
    authors.push(id);
  }
  await stream.stop();
  return authors;
}

test('a new post reaches the screens of friends and the author’s own', async () => {
  expect(await authorsFor(bo, () => addPost(ada, { audience: 'friends' }))).toEqual([ada.id]);
  expect(await authorsFor(ada, () => addPost(ada, { audience: 'onlyme' }))).toEqual([ada.id]);
});

test('nobody else learns of posts for the author alone, in a group, or across a block', async () => {
  const group = await addContainer(ada);
  const blocked = await addMember();
  await befriend(ada, blocked);
  await block(blocked, ada);
  const stranger = await addMember();
  expect(await authorsFor(bo, () => addPost(ada, { audience: 'onlyme' }))).toEqual([]);
  expect(await authorsFor(bo, () => addContainerPost(group, ada))).toEqual([]);
  for (const one of [blocked, stranger])
    expect(await authorsFor(one, () => addPost(ada, { audience: 'everyone' }))).toEqual([]);
});
