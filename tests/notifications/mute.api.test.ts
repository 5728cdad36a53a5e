import { beforeAll, beforeEach, expect, test } from 'vitest';
import { addComment } from '#domains/comments/comments.server.ts';
import { listMuted } from '#domains/notifications/mute/mute.server.ts';
import { listNotifications } from '#domains/notifications/notifications.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { react } from '#domains/reactions/reactions.server.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMember, addPost, befriend, block } from '../support/people.ts';
import { send, type Fields } from '../support/rest.ts';
import { countStatements } from '../support/statements.ts';

let ada: Member;
let bo: Member;
beforeAll(() => {
  env().RATE_LIMIT_SCALE = 1_000;
});
beforeEach(async () => {
  [ada, bo] = [await addMember({ name: 'Ada' }), await addMember({ name: 'Bo' })];
});

const mute = (fields: Fields | string, as: Member | undefined = ada) =>
  send('POST', '/notifications/mute', fields, { as });
const muted = async (as = ada) =>
  (await send('GET', '/notifications/muted', {}, { as })).body.response;
const countNotifications = async (member: Member) =>
  (await listNotifications(member)).recentUpdates.length;
const isMuted = async (id: number, as = ada) =>
  (await send('GET', '/advancedactivity/feeds', { action_id: id }, { as })).body.data[0].is_muted;

test('muting a post stops notifications for that member only, until it is unmuted', async () => {
  const [id, other] = [await addPost(ada, { body: 'The pears\nare ripe' }), await addPost(ada)];
  await addComment(db, bo, { type: 'post', id }, { body: 'Hello' }, '');
  expect(await countNotifications(ada)).toBe(1);
  expect(await mute({ type: 'activity_action', id })).toMatchObject({
    status: 200,
    status_code: 204,
  });
  expect(await mute({ type: 'activity_action', id, mute: 1 })).toMatchObject({ status_code: 204 });
  const cy = await addMember();
  expect(await countStatements(() => react(cy, 'post', id, 1))).toBe(2);
  await addComment(db, cy, { type: 'post', id }, { body: `@${ada.username}` }, '');
  expect(await countNotifications(ada)).toBe(1);
  expect(await countNotifications(bo)).toBe(1);
  await react(cy, 'post', other, 1);
  expect(await countNotifications(ada)).toBe(2);
  expect(await muted()).toMatchObject([
    { type: 'activity_action', id, title: 'The pears\nare ripe' },
  ]);
  expect([await isMuted(id), await isMuted(id, bo), await isMuted(other)]).toEqual([1, 0, 0]);
  expect(await mute({ type: 'activity_action', id, mute: 0 })).toMatchObject({ status_code: 204 });
  expect(await mute({ type: 'activity_action', id, mute: 0 })).toMatchObject({ status_code: 204 });
  await react(await addMember(), 'post', id, 1);
  expect(await countNotifications(ada)).toBe(3);
  expect(await muted()).toEqual([]);
});

test('a conversation can be muted by its participants', async () => {
  await befriend(ada, bo);
  const { body } = await send(
    'POST',
    '/messages/compose',
    { toValues: String(bo.id), title: 'Pears', body: 'Hello' },
    { as: ada },
  );
  const id = body.messages[0].message.conversation_id as number;
  const read = async (as: Member) =>
    (await send('GET', `/messages/view/${id}`, {}, { as })).body.is_muted;
  expect(await mute({ type: 'messages_conversation', id }, bo)).toMatchObject({ status_code: 204 });
  expect([await read(ada), await read(bo)]).toEqual([0, 1]);
  expect(await muted(bo)).toMatchObject([{ type: 'messages_conversation', id, title: 'Pears' }]);
  expect(await mute({ type: 'messages_conversation', id }, await addMember())).toMatchObject({
    status: 404,
    error_code: 'no_record',
  });
});

test('muted items are listed page by page, newest first, with the exact total, in one statement', async () => {
  const ids: number[] = [];
  for (let count = 0; count < 5; count += 1)
    ids.unshift(await addPost(bo, { body: `Post ${count}` }));
  for (const id of ids.toReversed()) await mute({ type: 'activity_action', id });
  const page = async (fields: Fields) => {
    const {
      response,
      totalItemCount,
      page: number,
    } = (await send('GET', '/notifications/muted', fields, { as: ada })).body;
    return [response.map(({ id }: { id: number }) => ids.indexOf(id)), totalItemCount, number];
  };
  expect([
    await page({ limit: 2 }),
    await page({ limit: 2, page: 3 }),
    await page({ limit: 2, page: 9 }),
  ]).toEqual([
    [[0, 1], 5, 1],
    [[4], 5, 3],
    [[], 5, 9],
  ]);
  expect((await page({}))[0]).toHaveLength(5);
  await db.execute(sql`update posts set audience = 'onlyme' where id = ${ids[0]!}`);
  expect(await page({ limit: 2 })).toEqual([[1, 2], 4, 1]);
  expect(await countStatements(() => listMuted(ada))).toBe(1);
  for (const fields of [{ limit: 0 }, { limit: 'x' }, { page: -1 }, 'page=1&page=2'] as Array<
    Fields | string
  >)
    expect(
      (await send('GET', '/notifications/muted', fields, { as: ada })).status,
      JSON.stringify(fields),
    ).toBe(400);
});

test('an item that the member cannot see cannot be muted, and leaves the list', async () => {
  const [hidden, open] = [
    await addPost(bo, { audience: 'onlyme' }),
    await addPost(bo, { body: 'Open' }),
  ];
  for (const fields of [
    { type: 'activity_action', id: hidden },
    { type: 'activity_action', id: 99_999_999 },
    { type: 'messages_conversation', id: 99_999_999 },
  ]) {
    expect(await mute(fields), JSON.stringify(fields)).toMatchObject({
      status: 404,
      error_code: 'no_record',
    });
  }
  for (const fields of [
    { type: 'user', id: bo.id },
    { type: 'activity_action', id: 0 },
    { type: 'activity_action', id: '1e3' },
    { type: 'activity_action', id: open, mute: 2 },
    `type=activity_action&id=${open}&id=${hidden}`,
  ] as Array<Fields | string>) {
    expect((await mute(fields)).status, JSON.stringify(fields)).toBe(400);
  }
  expect((await mute({ type: 'activity_action', id: open }, undefined)).status).toBe(200);
  expect(
    (await send('POST', '/notifications/mute', { type: 'activity_action', id: open })).status,
  ).toBe(401);
  await mute({ type: 'activity_action', id: open });
  expect(await muted()).toHaveLength(1);
  await block(bo, ada);
  expect(await muted()).toEqual([]);
});
