import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMember, befriend, block, setStatus } from '../support/people.ts';
import { send, type Fields, type SendOptions } from '../support/rest.ts';
import { avoidWindowBorder } from '../support/windows.ts';

let ada: Member;
let bo: Member;
let eve: Member;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  [ada, bo, eve] = [
    await addMember({ name: 'Ada' }),
    await addMember({ name: 'Bo' }),
    await addMember({ name: 'Eve' }),
  ];
  await befriend(ada, bo);
});
afterEach(() => {
  env().RATE_LIMIT_SCALE = 1_000;
});

const act = (path: string, fields: Fields | string, options: SendOptions = {}) =>
  send('POST', path, fields, { as: ada, ...options });
const read = (path: string, fields: Fields | string = {}, options: SendOptions = {}) =>
  send('GET', path, fields, { as: ada, ...options });
const draft = (fields: Fields = {}): Fields => ({
  toValues: bo.id,
  title: 'Title',
  body: 'Body',
  react_app: 'x',
  ...fields,
});
const compose = (fields: Fields = {}, options: SendOptions = {}) =>
  act('/messages/compose', draft(fields), options);
const begin = async (): Promise<number> =>
  ((await compose()).body as { conversation: { conversation_id: number } }).conversation
    .conversation_id;

const reads = [
  '/messages/allmessages',
  '/messages/inbox',
  '/messages/outbox',
  '/messages/view/1',
  '/messages/compose',
  '/messages/recipients',
  '/messages/unread-count',
  '/messages/marks',
];
const acts = [
  '/messages/view/1',
  '/messages/compose',
  '/messages/delete',
  '/messages/mark-message-read-unread',
  '/messages/accept',
  '/messages/leave',
  '/messages/typing',
  '/messages/marks',
  '/messages/take-back',
];

describe('the flow over HTTP', () => {
  test('compose, answer, read, mark, delete', async () => {
    const started = await compose({ title: 'Lamps', body: 'Hello' });
    const id = started.body.conversation.conversation_id as number;
    expect(started).toMatchObject({
      status: 200,
      body: {
        conversation: { title: 'Lamps', recipients: 1 },
        messages: [{ message: { body: 'Hello', user_id: ada.id, conversation_id: id } }],
      },
    });
    expect(await read('/messages/unread-count', {}, { as: bo })).toMatchObject({
      body: { getUnreadMessageCount: 1 },
    });
    for (const path of ['/messages/allmessages', '/messages/inbox']) {
      expect((await read(path, { limit: 10 }, { as: bo })).body).toMatchObject({
        getTotalItemCount: 1,
        response: [{ message: { conversation_id: id }, recipient: { inbox_read: 0 } }],
      });
    }
    expect((await read('/messages/outbox', {}, { as: bo })).body).toMatchObject({
      totalItemCount: 0,
      response: [],
    });
    const answered = await act(`/messages/view/${id}`, { body: ' Hello\r\nyou ', id }, { as: bo });
    expect(
      answered.body.messages.map(({ message }: { message: { body: string } }) => message.body),
    ).toEqual(['Hello', 'Hello\nyou']);
    const { message } = answered.body.messages[0] as { message: { message_id: number } };
    expect(
      (
        await act(
          `/messages/view/${id}`,
          { body: 'Short answer', after: message.message_id },
          { as: bo },
        )
      ).body.messages,
    ).toHaveLength(2);
    for (const path of [
      `/messages/view/${id}`,
      `/messages/view/id/${id}`,
      `/messages/view?id=${id}`,
    ])
      expect((await read(path)).body).toMatchObject({ totalItemCount: 3, page: 1, can_reply: 1 });
    expect(
      await act('/messages/mark-message-read-unread', { message_id: id, is_read: 1 }),
    ).toMatchObject({ status_code: 204, body: { getUnreadMessageCount: 0 } });
    expect(await act('/messages/typing', { id })).toMatchObject({ status_code: 204 });
    expect((await read(`/messages/view/${id}`, {}, { as: bo })).body.typing).toEqual([ada.id]);
    expect(await act('/messages/marks', { typing: 0, reading: 1 })).toMatchObject({
      status_code: 204,
    });
    expect((await read('/messages/marks')).body).toEqual({ typing: 0, reading: 1 });
    expect((await read(`/messages/view/${id}`, {}, { as: bo })).body.typing).toEqual([]);
    expect(await act('/messages/delete', { conversation_ids: `${id},` })).toMatchObject({
      status_code: 204,
    });
    expect(await read(`/messages/view/${id}`)).toMatchObject({
      status: 404,
      error_code: 'no_record',
    });
    expect(
      (await read('/messages/compose')).body.map(({ name }: { name: string }) => name),
    ).toEqual(['toValues', 'title', 'body']);
  });

  test('a native client gets requests of strangers in its one list', async () => {
    await compose({ toValues: bo.id }, { as: eve });
    expect((await read('/messages/allmessages', {}, { as: bo })).body.requestCount).toBe(1);
    const sendersOf = async (fields: Fields) =>
      (await read('/messages/allmessages', fields, { as: bo })).body.response.map(
        (entry: { sender: { user_id: number } }) => entry.sender.user_id,
      ) as number[];
    expect(await sendersOf({})).not.toContain(eve.id);
    expect(await sendersOf({ _ANDROID_VERSION: '4.5' })).toContain(eve.id);
    expect((await read('/messages/recipients', { search: 'bo' })).body).toMatchObject([
      { user_id: bo.id, is_friend: 1 },
    ]);
  });

  test('the same key of a member is the same message', async () => {
    const headers = { 'idempotency-key': 'one message' };
    const [first, ...more] = await Promise.all(
      Array.from({ length: 5 }, () => compose({}, { headers })),
    );
    const { conversation_id: id } = first!.body.conversation as { conversation_id: number };
    for (const again of more) expect(again.body.conversation.conversation_id).toBe(id);
    const key = { 'idempotency-key': 'one answer' };
    await Promise.all(
      Array.from({ length: 5 }, () =>
        act(`/messages/view/${id}`, { body: 'Once' }, { headers: key }),
      ),
    );
    expect((await read(`/messages/view/${id}`)).body.totalItemCount).toBe(2);
    // A key belongs to one member.
    expect(
      await act(`/messages/view/${id}`, { body: 'Once' }, { headers: key, as: bo }),
    ).toMatchObject({ status: 200 });
  });

  test('the same key with other content is refused', async () => {
    const headers = { 'idempotency-key': 'another message' };
    await compose({}, { headers });
    expect(await compose({ body: 'Other' }, { headers })).toMatchObject({ status: 400 });
  });
});

describe('a reply that is revoked', () => {
  const sentBy = async (id: number) =>
    (await read(`/messages/view/${id}`)).body.totalItemCount as number;
  const cancelReply = async (key: string, as = ada) =>
    (await act('/messages/take-back', { key }, { as })).body.is_sent as number;
  const answer = (id: number, key: string) =>
    act(`/messages/view/${id}`, { body: 'Perhaps not' }, { headers: { 'idempotency-key': key } });

  test('is refused when it arrives', async () => {
    const id = await begin();
    expect([await cancelReply('early'), await cancelReply('early')]).toEqual([0, 0]);
    expect(await answer(id, 'early')).toMatchObject({ status: 400, error_code: 'validation_fail' });
  });

  test('stays and is reported as sent if it has arrived', async () => {
    const id = await begin();
    expect((await answer(id, 'late')).status).toBe(200);
    expect([await cancelReply('late'), await cancelReply('late', bo)]).toEqual([1, 0]);
    expect((await answer(id, 'late')).status).toBe(200);
    expect(await sentBy(id)).toBe(2);
  });

  test('is refused without a valid key', async () => {
    for (const fields of [{}, { key: '' }, { key: 'x'.repeat(201) }, 'key=a&key=b'] as Array<
      Fields | string
    >)
      expect((await act('/messages/take-back', fields)).status, JSON.stringify(fields)).toBe(400);
  });

  test('at the same time either one or the other wins', async () => {
    const id = await begin();
    let count = 1;
    for (let turn = 0; turn < 8; turn += 1) {
      const [, isSent] = await Promise.all([
        answer(id, `turn ${turn}`),
        cancelReply(`turn ${turn}`),
      ]);
      count += isSent;
      expect(await sentBy(id)).toBe(count);
    }
  });
});

describe('refusals', () => {
  test.each([
    ...reads.map((path) => ['GET', path] as const),
    ...acts.map((path) => ['POST', path] as const),
  ])('%s %s: not for visitors, not with half a credential', async (method, path) => {
    const fields: Fields = path.includes('/view/')
      ? { body: 'x' }
      : {
          ...draft(),
          conversation_ids: 1,
          message_id: 1,
          is_read: 1,
          id: 1,
          typing: 1,
          reading: 1,
        };
    expect(await send(method, path, fields)).toMatchObject({
      status: 401,
      error_code: 'unauthorized',
    });
    expect(
      await send(method, path, fields, { headers: { oauth_token: 'x'.repeat(22) } }),
    ).toMatchObject({ status: 401, error_code: 'invalid_token' });
    expect(await send('PUT', path, fields, { as: ada })).toMatchObject({
      status: 400,
      error_code: 'invalid_method',
    });
  });

  test('a stranger, an administrator and a blocked member get not found, as for no conversation', async () => {
    const id = await begin();
    const admin = await addMember({ role: 'admin' });
    const out = await addMember();
    await block(ada, out);
    for (const as of [await addMember(), admin, out]) {
      for (const number of [id, 999_999_999]) {
        const answers = await Promise.all([
          read(`/messages/view/${number}`, {}, { as }),
          act(`/messages/view/${number}`, { body: 'x' }, { as }),
          act('/messages/delete', { conversation_ids: number }, { as }),
          act('/messages/mark-message-read-unread', { message_id: number, is_read: 1 }, { as }),
          ...['accept', 'leave', 'typing'].map((what) =>
            act(`/messages/${what}`, { id: number }, { as }),
          ),
        ]);
        for (const { status, error_code, message } of answers)
          expect([status, error_code, message]).toEqual([
            404,
            'no_record',
            'This content is not available.',
          ]);
      }
    }
    expect((await read(`/messages/view/${id}`)).body.totalItemCount).toBe(1);
  });

  test('a conversation is deleted up to the last seen message, or as a whole', async () => {
    const id = await begin();
    const { message } = (await read(`/messages/view/${id}`)).body.messages[0] as {
      message: { message_id: number };
    };
    await act(`/messages/view/${id}`, { body: 'Unseen' }, { as: bo });
    expect(
      await act('/messages/delete', { conversation_ids: id, up_to: message.message_id }),
    ).toMatchObject({ status_code: 204 });
    expect(
      (await read(`/messages/view/${id}`)).body.messages.map(
        (entry: { message: { body: string } }) => entry.message.body,
      ),
    ).toEqual(['Unseen']);
    for (const up_to of ['x', '-1', '1e3'])
      expect((await act('/messages/delete', { conversation_ids: id, up_to })).status, up_to).toBe(
        400,
      );
    expect(await act('/messages/delete', { conversation_ids: id })).toMatchObject({
      status_code: 204,
    });
    expect((await read(`/messages/view/${id}`)).status).toBe(404);
  });

  test('a foreign id in a list deletes only the own ones', async () => {
    const [mine, foreign] = [
      await begin(),
      (await compose({ toValues: bo.id }, { as: eve })).body.conversation.conversation_id as number,
    ];
    expect(await act('/messages/delete', { conversation_ids: `${mine},${foreign}` })).toMatchObject(
      {
        status_code: 204,
      },
    );
    expect(await read(`/messages/view/${foreign}`, {}, { as: eve })).toMatchObject({ status: 200 });
  });

  test('each missing field of a new message is named', async () => {
    expect(await compose({ title: ' ', body: '\n' })).toMatchObject({
      status: 400,
      error_code: 'validation_fail',
      message: { title: 'Title is required', body: 'Message is required' },
    });
    const wrong: Fields[] = [
      { toValues: '' },
      { toValues: 'bo' },
      { toValues: '1e3' },
      { toValues: 0 },
      { toValues: -1 },
      { toValues: '9'.repeat(19) },
      { title: 'x'.repeat(256) },
      { body: 'x'.repeat(5001) },
    ];
    for (const fields of [
      ...wrong,
      { toValues: Array.from({ length: 11 }, (_, index) => index + 1).join() },
    ])
      expect(await compose(fields), JSON.stringify(fields)).toMatchObject({ status: 400 });
    for (const json of [{ toValues: [bo.id] }, { title: ['x'] }, { body: { text: 'x' } }])
      expect(await act('/messages/compose', {}, { json: { ...draft(), ...json } })).toMatchObject({
        status: 400,
      });
    expect(await compose({ toValues: 999_999_999 })).toMatchObject({
      status: 404,
      error_code: 'no_record',
    });
    expect(await compose({ toValues: `${bo.id},999999999` })).toMatchObject({ status: 404 });
    expect(await compose({ body: 'x'.repeat(5000), title: '🪔'.repeat(255) })).toMatchObject({
      status: 200,
    });
    const privileged = await compose({
      creator_id: eve.id,
      author_id: eve.id,
      user_id: eve.id,
      is_request: 0,
      created_at: '2018-01-01',
    });
    expect(privileged.body).toMatchObject({
      conversation: { user_id: ada.id },
      messages: [{ message: { user_id: ada.id } }],
    });
  });

  test('invalid ids, conflicts of path and body, empty and oversized replies', async () => {
    const id = await begin();
    for (const wrong of ['0', '-1', '1e3', 'x', '9'.repeat(19)]) {
      expect(await read(`/messages/view/${wrong}`), wrong).toMatchObject({ status: 400 });
      expect(
        await act('/messages/mark-message-read-unread', { message_id: wrong, is_read: 1 }),
        wrong,
      ).toMatchObject({ status: 400 });
    }
    expect(await act(`/messages/view/${id}`, { id: id + 1, body: 'x' })).toMatchObject({
      status: 400,
    });
    for (const body of ['', ' ', '\u0000\u200e'.slice(0, 1), 'x'.repeat(5001)])
      expect(await act(`/messages/view/${id}`, { body })).toMatchObject({
        status: 400,
        error_code: 'validation_fail',
      });
    expect(
      await act('/messages/mark-message-read-unread', { message_id: id, is_read: 2 }),
    ).toMatchObject({ status: 400 });
    expect(await read('/messages/allmessages', { folder: 'everything' })).toMatchObject({
      status: 400,
    });
    expect(await act('/messages/delete', { conversation_ids: '' })).toMatchObject({ status: 400 });
  });

  test('markup, direction marks and long words are returned as written, as text', async () => {
    const id = await begin();
    for (const body of [
      '<script>alert(1)</script>',
      'javascript:alert(1)',
      'שלום 🪔',
      'x'.repeat(1000),
    ]) {
      const { messages } = (await act(`/messages/view/${id}`, { body })).body as {
        messages: Array<{ message: { body: string } }>;
      };
      expect(messages.at(-1)!.message.body).toBe(body);
    }
  });

  test('blocked either way, closed, suspended: no message gets through', async () => {
    const friend = await addMember();
    await befriend(ada, friend);
    const { conversation_id: id } = (await compose({ toValues: friend.id })).body.conversation as {
      conversation_id: number;
    };
    await db.execute(sql`update conversations set is_locked = true where id = ${id}`);
    expect(await act(`/messages/view/${id}`, { body: 'x' })).toMatchObject({
      status: 401,
      error_code: 'unauthorized',
    });
    await db.execute(sql`update conversations set is_locked = false where id = ${id}`);
    await block(friend, ada);
    expect(await act(`/messages/view/${id}`, { body: 'x' })).toMatchObject({
      status: 401,
      error_code: 'blocked',
    });
    expect(await act(`/messages/view/${id}`, { body: 'x' }, { as: friend })).toMatchObject({
      status: 401,
      error_code: 'blocked',
    });
    expect(await compose({ toValues: friend.id })).toMatchObject({
      status: 404,
      error_code: 'no_record',
    });
    expect(
      await act('/messages/compose', draft({ toValues: ada.id }), { as: friend }),
    ).toMatchObject({ status: 401, error_code: 'blocked' });
    const suspended = await addMember();
    await compose({ toValues: suspended.id });
    await setStatus(suspended, 'suspended');
    expect(await read('/messages/allmessages', {}, { as: suspended })).toMatchObject({
      status: 401,
      error_code: 'invalid_token',
    });
  });

  test('no response contains an email address or a hash', async () => {
    const id = await begin();
    for (const { text } of await Promise.all([
      read('/messages/allmessages'),
      read(`/messages/view/${id}`),
      read('/messages/recipients', { search: 'b' }),
    ])) {
      expect(text).not.toMatch(/@hearth\.example|password|hash|email|deletedUpTo|blocks/);
    }
  });

  test('20 new conversations an hour and 60 messages in ten minutes are the limit', async () => {
    await avoidWindowBorder(60 * 60);
    env().RATE_LIMIT_SCALE = 1;
    const busy = await addMember();
    for (let turn = 1; turn <= 21; turn += 1)
      expect(
        (await act('/messages/compose', draft(), { as: busy })).status,
        `conversation ${turn}`,
      ).toBe(turn <= 20 ? 200 : 429);
    const [{ id }] = (await db.execute<{ id: number }>(
      sql`select max(id) as id from conversations where creator_id = ${busy.id}`,
    )) as unknown as [{ id: number }];
    for (let turn = 1; turn <= 61; turn += 1)
      expect(
        (await act(`/messages/view/${id}`, { body: 'x', after: 999_999_999 }, { as: busy })).status,
        `message ${turn}`,
      ).toBe(turn <= 60 ? 200 : 429);
  });
});
