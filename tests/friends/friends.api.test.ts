import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMember, addPost, befriend, block } from '../support/people.ts';
import { send, type Fields, type SendOptions } from '../support/rest.ts';
import { avoidWindowBorder } from '../support/windows.ts';

let ada: Member;
let bo: Member;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  [ada, bo] = [await addMember({ name: 'Ada' }), await addMember({ name: 'Bo' })];
});
afterEach(() => {
  env().RATE_LIMIT_SCALE = 1_000;
});

const steps = [
  '/user/add',
  '/user/cancel',
  '/user/confirm',
  '/user/reject',
  '/user/remove',
  '/suggestions/remove',
  '/suggestions/send-invite',
];
const reads = [
  '/user/suggest',
  '/user/get-friend-list',
  '/notifications/friend-request',
  '/suggestions/suggestion-listing',
  '/members/index/get-lists',
];
const act = (path: string, fields: Fields | string, options: SendOptions = {}) =>
  send('POST', path, fields, { as: ada, ...options });
const read = (path: string, fields: Fields | string = {}, options: SendOptions = {}) =>
  send('GET', path, fields, { as: ada, ...options });

test('every answer includes the caller’s friendship to its members, and the online state of friends', async () => {
  const [friend, stranger, asked] = [
    await addMember({ name: 'Fay' }),
    await addMember({ name: 'Sid' }),
    await addMember({ name: 'Ann' }),
  ];
  const me = await addMember({ name: 'Me' });
  await befriend(me, friend);
  await act('/user/add', { user_id: asked.id }, { as: me });
  // Any call makes the member online.
  for (const as of [friend, stranger]) await read('/user/get-friend-list', {}, { as });
  const id = await addPost(stranger);
  for (const as of [friend, stranger, asked, me])
    await act('/advancedactivity/like', { action_id: id }, { as });
  const likers = async () => {
    const { body } = await read(
      '/advancedactivity/feeds/likes-comments',
      { action_id: id, viewAllLikes: 1 },
      { as: me },
    );
    const people = body.viewAllLikesBy as {
      user_id: number;
      friendship_type: string;
      is_online: number;
    }[];
    return Object.fromEntries(
      people.map(({ user_id, friendship_type, is_online }) => [
        user_id,
        [friendship_type, is_online],
      ]),
    );
  };
  expect(await likers()).toEqual({
    [friend.id]: ['remove_friend', 1],
    [stranger.id]: ['add_friend', 0],
    [asked.id]: ['cancel_request', 0],
    [me.id]: ['cannot_add', 0],
  });
  await block(me, stranger);
  const { body } = await read('/block/list', {}, { as: me });
  expect(body.response).toMatchObject([
    { user_id: stranger.id, friendship_type: 'cannot_add', is_online: 0 },
  ]);
});

describe('the flow over HTTP', () => {
  test('each action answers 204 and returns the resulting friendship', async () => {
    const response = async (path: string, as: Member, other: Member, options: SendOptions = {}) =>
      (await act(path, { user_id: other.id }, { as, ...options })) as unknown;
    expect(await response('/user/add', ada, bo)).toMatchObject({
      status: 200,
      status_code: 204,
      body: { friendship_type: 'cancel_request' },
    });
    expect(await response('/user/cancel', ada, bo)).toMatchObject({
      status_code: 204,
      body: { friendship_type: 'add_friend' },
    });
    expect(await response('/user/cancel', ada, bo)).toMatchObject({
      status: 404,
      error_code: 'no_record',
    });
    await response('/suggestions/send-invite', ada, bo);
    expect((await read('/notifications/friend-request', {}, { as: bo })).body).toMatchObject({
      totalItemCount: 1,
      response: [{ subject: { user_id: ada.id } }],
    });
    expect(await act('/notifications/mark-friend-request-read', {}, { as: bo })).toMatchObject({
      status_code: 204,
    });
    expect(await response('/user/confirm', bo, ada)).toMatchObject({
      status_code: 204,
      body: { friendship_type: 'remove_friend' },
    });
    expect(await response('/user/add', ada, bo)).toMatchObject({
      status: 400,
      error_code: 'already_friends',
    });
    expect((await read('/user/get-friend-list', {}, { as: bo })).body).toMatchObject({
      totalItemCount: 1,
      friends: [{ user_id: ada.id, friendship_type: 'remove_friend' }],
      canAddToList: 0,
    });
    expect(await response('/user/remove', bo, ada)).toMatchObject({
      status_code: 204,
      body: { friendship_type: 'add_friend' },
    });
    expect(await act(`/user/add?user_id=${bo.id}`, {})).toMatchObject({ status_code: 204 });
    expect(await response('/user/reject', bo, ada)).toMatchObject({
      status_code: 204,
      body: { friendship_type: 'add_friend' },
    });
    expect(
      (await read('/members/index/get-lists', { userIds: `${bo.id},${ada.id}` })).body,
    ).toMatchObject([
      { user_id: bo.id, friendship_type: 'add_friend' },
      { user_id: ada.id, friendship_type: 'cannot_add' },
    ]);
  });

  test('the friend search accepts a JSON body, also under its other path', async () => {
    const friend = await addMember({ name: 'Zoé' });
    await befriend(ada, friend);
    for (const path of ['/user/suggest', '/advancedactivity/friends/suggest']) {
      expect((await read(path, { search: 'zoe' })).body).toMatchObject([
        { guid: `user_${friend.id}`, label: 'Zoé' },
      ]);
    }
    expect((await read('/user/suggest', { guid: 'group_5' })).body).toEqual([]);
    expect((await read('/user/suggest', { search: 'nobody' })).body).toEqual([]);
  });
});

describe('refusals', () => {
  test.each([
    ...steps.map((path) => ['POST', path] as const),
    ...reads.map((path) => ['GET', path] as const),
    ['POST', '/notifications/mark-friend-request-read'] as const,
  ])('%s %s: not for visitors, not with half a credential', async (method, path) => {
    const fields = { user_id: bo.id, userIds: bo.id };
    expect(await send(method, path, fields)).toMatchObject({
      status: 401,
      error_code: 'unauthorized',
    });
    expect(
      await send(method, path, fields, { headers: { oauth_token: 'x'.repeat(22) } }),
    ).toMatchObject({ status: 401, error_code: 'invalid_token' });
    expect(await send(method === 'POST' ? 'GET' : 'POST', path, fields, { as: ada })).toMatchObject(
      { status: 400, error_code: 'invalid_method' },
    );
  });

  test.each(steps)('POST %s: invalid ids', async (path) => {
    for (const id of ['', '0', '-1', '1e3', '1.5', 'x', '9'.repeat(19), "1' or '1'='1"])
      expect(await act(path, { user_id: id }), id).toMatchObject({ status: 400 });
    expect(await act(path, {})).toMatchObject({ status: 400, error_code: 'parameter_missing' });
    expect(await act(path, `user_id=${bo.id}&user_id=${ada.id}`)).toMatchObject({ status: 400 });
    expect(await act(`${path}?user_id=${ada.id}`, { user_id: bo.id })).toMatchObject({
      status: 400,
    });
    for (const json of [
      { user_id: [bo.id] },
      { user_id: { id: bo.id } },
      { user_id: null },
      { user_id: true },
    ])
      expect(await act(path, {}, { json })).toMatchObject({ status: 400 });
    expect(await act(path, { user_id: '9'.repeat(18) })).toMatchObject({
      status: 404,
      error_code: 'no_record',
    });
  });

  test('a block and an unknown id get the same answer', async () => {
    const blocker = await addMember();
    await block(blocker, ada);
    for (const path of steps) {
      const [hidden, absent] = [
        await act(path, { user_id: blocker.id }),
        await act(path, { user_id: 999_999_999 }),
      ];
      expect([hidden.status, hidden.error_code, hidden.message]).toEqual([
        absent.status,
        absent.error_code,
        absent.message,
      ]);
    }
    const [hidden, absent] = [
      await read('/user/get-friend-list', { user_id: blocker.id }),
      await read('/user/get-friend-list', { user_id: 999_999_999 }),
    ];
    expect([hidden.status, hidden.message]).toEqual([absent.status, absent.message]);
    expect((await read('/members/index/get-lists', { userIds: blocker.id })).body).toEqual([]);
  });

  test('invalid fields of lists are named', async () => {
    const wrong: Fields[] = [
      { limit: 'all' },
      { page: 'x' },
      { search: 'x'.repeat(101) },
      { user_id: 'me' },
    ];
    for (const fields of wrong)
      expect(await read('/user/get-friend-list', fields)).toMatchObject({
        status: 400,
        error_code: 'validation_fail',
      });
    expect(await read('/user/suggest', { guid: 'everyone' })).toMatchObject({ status: 400 });
    for (const userIds of [
      '',
      'all',
      '1,x',
      Array.from({ length: 101 }, (_, index) => index + 1).join(),
    ])
      expect(await read('/members/index/get-lists', { userIds })).toMatchObject({ status: 400 });
  });

  test('no response contains an email address or a hash', async () => {
    const response = await Promise.all([
      read('/user/get-friend-list'),
      read('/user/suggest'),
      read('/members/index/get-lists', { userIds: bo.id }),
    ]);
    for (const { text } of response)
      expect(text).not.toMatch(/@hearth\.example|password|hash|email/);
  });

  test('30 requests an hour are the limit, and answers do not count', async () => {
    await avoidWindowBorder(60 * 60);
    env().RATE_LIMIT_SCALE = 1;
    const busy = await addMember();
    const others = await Promise.all(Array.from({ length: 31 }, () => addMember()));
    for (const [turn, { id }] of others.entries()) {
      const response = await act('/user/add', { user_id: id }, { as: busy });
      expect(response.status, `request ${turn + 1}`).toBe(turn < 30 ? 200 : 429);
    }
    const [row] = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from friend_requests where sender_id = ${busy.id}`,
    );
    expect(row!.count).toBe(30);
    expect(await act('/user/cancel', { user_id: others[0]!.id }, { as: busy })).toMatchObject({
      status_code: 204,
    });
  });
});
