import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { watchInput } from '#domains/live/live.schema.ts';
import { watch } from '#domains/live/watch.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { react, unreact } from '#domains/reactions/reactions.server.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { watchersOf } from '#server/live/watching.ts';
import { sql } from '#server/sql.ts';
import { startLiveServer } from '../support/live-server.ts';
import { addMedia, addMember, addPost, befriend, block, unfriend } from '../support/people.ts';
import { listenTo } from '../support/stream.ts';
import { eventsFor as eventsOn, named } from '../support/watched-posts.ts';

let live: Awaited<ReturnType<typeof startLiveServer>>;
let ada: Member;
let bo: Member;
let cy: Member;

beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  live = await startLiveServer();
});
afterAll(() => live.stop());
beforeEach(async () => {
  [ada, bo, cy] = [
    await addMember({ name: 'Ada' }),
    await addMember({ name: 'Bo' }),
    await addMember({ name: 'Cy' }),
  ];
});

const comment = async (author: Member, postId: number) =>
  (
    await db.execute<{ id: number }>(
      sql`
        insert into comments (subject_type, subject_id, author_id, body)
        values ('post', ${postId}, ${author.id}, 'Hello')
        returning id`,
    )
  )[0]!.id;

const eventsFor = (member: Member, posts: number[], work: () => Promise<unknown>) =>
  eventsOn(live.origin, member, posts, work);

describe('events of a post on the screen', () => {
  test('reactions, comments and their changes are sent, as type and id only', async () => {
    const id = await addPost(ada);
    expect(await eventsFor(bo, [id], () => react(cy, 'post', id, 1))).toEqual([
      `reactions activity_action ${id}`,
    ]);
    expect(await eventsFor(bo, [id], () => unreact(cy, 'post', id))).toEqual([
      `reactions activity_action ${id}`,
    ]);
    let commentId = 0;
    expect(await eventsFor(bo, [id], async () => (commentId = await comment(cy, id)))).toEqual([
      `comments activity_action ${id}`,
    ]);
    expect(await eventsFor(bo, [id], () => react(ada, 'post_comment', commentId, 1))).toEqual([
      `comments activity_action ${id}`,
    ]);
    expect(
      await eventsFor(bo, [id], () =>
        db.execute(sql`delete from comments where id = ${commentId}`),
      ),
    ).toContain(`comments activity_action ${id}`);
  });

  test('that its video is ready, also to its owner', async () => {
    const id = await addPost(ada);
    const video = await addMedia(ada, id, { kind: 'video' });
    const finish = (state: string) => () =>
      db.execute(
        sql`update media set details = ${JSON.stringify({ state })}::jsonb where id = ${video}`,
      );
    expect(await eventsFor(ada, [id], finish('ready'))).toEqual([
      `reactions activity_action ${id}`,
    ]);
    expect(await eventsFor(bo, [id], finish('failed'))).toEqual([
      `reactions activity_action ${id}`,
    ]);
  });

  test('a member’s own changes are not sent to them', async () => {
    const id = await addPost(ada);
    expect(await eventsFor(bo, [id], () => react(bo, 'post', id, 1))).toEqual([]);
  });
});

describe('nothing is sent', () => {
  test('for posts that are not on the screen, do not exist, or are hidden from the reader', async () => {
    const [open, closed] = [await addPost(ada), await addPost(ada, { audience: 'onlyme' })];
    const others = await addPost(ada, { audience: 'friends' });
    await befriend(ada, cy);
    const work = async () => [
      await react(cy, 'post', open, 1),
      await comment(ada, closed),
      await react(cy, 'post', others, 1),
    ];
    expect(await eventsFor(bo, [], work)).toEqual([]);
    expect(
      await eventsFor(bo, [closed, others, 999_999], async () => [
        await comment(ada, closed),
        await comment(ada, others),
      ]),
    ).toEqual([]);
  });

  test('after the audience was narrowed or a friendship ended', async () => {
    const id = await addPost(ada, { audience: 'friends' });
    await befriend(ada, bo);
    expect(await eventsFor(bo, [id], () => comment(ada, id))).toEqual([
      `comments activity_action ${id}`,
    ]);
    expect(
      await eventsFor(bo, [id], async () => [await unfriend(ada, bo), await comment(ada, id)]),
    ).toEqual([]);
    await befriend(ada, bo);
    expect(
      await eventsFor(bo, [id], async () => [
        await db.execute(sql`update posts set audience = 'onlyme' where id = ${id}`),
        await comment(ada, id),
      ]),
    ).toEqual([]);
  });

  test('across a block with the author of the post or the actor', async () => {
    const id = await addPost(ada);
    await block(cy, bo);
    expect(
      await eventsFor(bo, [id], async () => [
        await comment(cy, id),
        await react(cy, 'post', id, 1),
      ]),
    ).toEqual([]);
    await block(bo, ada);
    expect(await eventsFor(bo, [id], () => comment(ada, id))).toEqual([]);
  });
});

test('a member cannot subscribe another member’s stream', async () => {
  const id = await addPost(ada);
  const stream = await listenTo(live.origin, bo);
  const { stream: name } = JSON.parse((await stream.next())!.data) as { stream: string };
  await watch(cy, name, named(id));
  await watch(bo, 'another', named(id));
  await watch(bo, name, named(id + 1));
  await expect.poll(() => watchersOf(`post ${id + 1}`).size).toBe(1);
  expect(watchersOf(`post ${id}`).size).toBe(0);
  await stream.stop();
});

test('the subscription is a short list of types and ids', () => {
  const isFine = (subjects: unknown, stream: unknown = 'abc') =>
    watchInput.safeParse({ stream, subjects }).success;
  expect(isFine('activity_action 1,album_photo 2')).toBe(true);
  expect(isFine('')).toBe(true);
  expect(isFine('activity_action 1@2026-11-21 17:30:00,video 2')).toBe(true);
  for (const subjects of [
    'activity_action 1@',
    'activity_action 1@1e3',
    'activity_action 1@2026-02-31 10:00:00',
    'activity_action 1@2026-11-21 17:30:00Z',
    'activity_action',
    'activity_action 0',
    'activity_action 1e3',
    `activity_action ${'9'.repeat(19)}`,
    'a:b 1',
    'activity_action 1 2',
    ['activity_action 1'],
    1,
    {},
  ]) {
    expect(isFine(subjects), String(subjects)).toBe(false);
  }
  expect(isFine(Array.from({ length: 61 }, (_, index) => `video ${index + 1}`).join(','))).toBe(
    false,
  );
  for (const stream of ['', 'a:b', 'x'.repeat(21), 1]) expect(isFine('', stream)).toBe(false);
});
