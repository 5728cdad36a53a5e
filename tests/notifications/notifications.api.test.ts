import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { react } from '#domains/reactions/reactions.server.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMember, addPost, block } from '../support/people.ts';
import { send, type Fields, type SendOptions } from '../support/rest.ts';

let ada: Member;
let bo: Member;
beforeAll(() => {
  env().RATE_LIMIT_SCALE = 1_000;
});
beforeEach(async () => {
  [ada, bo] = [await addMember({ name: 'Ada' }), await addMember({ name: 'Bo' })];
});

const act = (path: string, fields: Fields | string = {}, options: SendOptions = {}) =>
  send('POST', `/notifications${path}`, fields, { as: ada, ...options });
const list = async (fields: Fields = {}, as = ada) =>
  (await send('GET', '/notifications', fields, { as })).body;
/** Bo likes a post of Ada's; resolves to the id of her notification. */
async function notifyAda(): Promise<number> {
  await react(bo, 'post', await addPost(ada), 1);
  return (await list()).recentUpdates[0].notification_id;
}

describe('notifications over the REST interface', () => {
  test('are read, unread, all read and deleted', async () => {
    const [first, second] = [await notifyAda(), await notifyAda()];
    expect(await list()).toMatchObject({
      notificationsCount: 2,
      recentUpdateTotalItemCount: 2,
      page: 1,
      recentUpdates: [
        {
          notification_id: second,
          read: 0,
          subject: {
            displayname: 'Bo',
            image_icon: expect.stringMatching(/\/no-photo\.png$/) as string,
          },
        },
        { notification_id: first },
      ],
    });
    expect(await act('/markread', { action_id: first })).toMatchObject({
      status: 200,
      status_code: 204,
    });
    expect(await act('/markread', { notification_id: first })).toMatchObject({ status_code: 204 });
    expect((await list({ unread: 1 })).recentUpdates).toMatchObject([{ notification_id: second }]);
    expect((await send('GET', '/notifications/new-updates', {}, { as: ada })).body).toEqual({
      notifications: 1,
      friend_requests: 0,
      messages: 0,
      reports: 0,
      submissions: 0,
      ads: 0,
    });
    expect(await act('/markunread', { action_id: first })).toMatchObject({ status_code: 204 });
    expect((await list()).notificationsCount).toBe(2);
    expect(await act('/markallread')).toMatchObject({ status_code: 204 });
    expect((await list()).notificationsCount).toBe(0);
    expect(await act('/delete', { action_id: `${first},${second}` })).toMatchObject({
      status_code: 204,
    });
    expect((await list()).recentUpdates).toEqual([]);
    expect(await act('/delete', { action_id: first })).toMatchObject({
      status: 404,
      error_code: 'no_record',
    });
  });

  test('marked as unread joins the newer notification of its group', async () => {
    const [cy, id] = [await addMember({ name: 'Cy' }), await addPost(ada)];
    await react(bo, 'post', id, 1);
    await act('/markallread');
    await react(cy, 'post', id, 1);
    const [newer, older] = (await list()).recentUpdates;
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => act('/markunread', { action_id: older.notification_id })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]));
    expect((await list()).recentUpdates).toMatchObject([
      {
        notification_id: newer.notification_id,
        feed_title: 'Cy and Bo reacted to your post.',
        read: 0,
      },
    ]);
  });

  test('pages do not overlap', async () => {
    for (let turn = 0; turn < 5; turn += 1) await notifyAda();
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list({ page, limit: 2 })));
    expect(pages.map(({ recentUpdates }) => recentUpdates.length)).toEqual([2, 2, 1, 0]);
    expect(
      new Set(
        pages.flatMap(({ recentUpdates }) =>
          recentUpdates.map((one: { notification_id: number }) => one.notification_id),
        ),
      ).size,
    ).toBe(5);
  });
});

describe('refusals', () => {
  const marks = ['/markread', '/markunread', '/delete'];

  test.each([
    ['GET', ''],
    ['GET', '/new-updates'],
    ['POST', '/markallread'],
    ...marks.map((path) => ['POST', path] as const),
  ] as const)('%s /notifications%s: for members only', async (method, path) => {
    expect(await send(method, `/notifications${path}`, { action_id: 1 })).toMatchObject({
      status: 401,
      error_code: 'unauthorized',
    });
    expect(
      await send(
        method,
        `/notifications${path}`,
        { action_id: 1 },
        { headers: { oauth_token: 'x'.repeat(22) } },
      ),
    ).toMatchObject({ status: 401, error_code: 'invalid_token' });
    expect(
      await send(method === 'GET' ? 'POST' : 'GET', `/notifications${path}`, {}, { as: ada }),
    ).toMatchObject({ status: 400, error_code: 'invalid_method' });
  });

  test.each(marks)(
    'POST /notifications%s: ids of others, hidden and unknown ids are not found',
    async (path) => {
      const id = await notifyAda();
      expect(await act(path, { action_id: id }, { as: bo })).toMatchObject({
        status: 404,
        error_code: 'no_record',
      });
      await block(bo, ada);
      expect(await act(path, { action_id: id })).toMatchObject({
        status: 404,
        error_code: 'no_record',
      });
      expect(await act(path, { action_id: 999_999_999 })).toMatchObject({
        status: 404,
        error_code: 'no_record',
      });
      const [row] = await db.execute<{ isUnread: boolean }>(
        sql`
          select read_at is null and deleted_at is null as "isUnread"
          from notifications
          where id = ${id}`,
      );
      expect(row!.isUnread).toBe(true);
    },
  );

  test.each(marks)('POST /notifications%s: malformed ids are refused', async (path) => {
    for (const id of ['', '0', '-1', '1e3', 'x', '9'.repeat(19), "1' or '1'='1"])
      expect(await act(path, { action_id: id }), id).toMatchObject({ status: 400 });
    expect(await act(path)).toMatchObject({ status: 400 });
    expect(await act(path, { action_id: 1, notification_id: 2 })).toMatchObject({ status: 400 });
    for (const json of [
      { action_id: [1] },
      { action_id: { id: 1 } },
      { action_id: null },
      { action_id: true },
    ])
      expect(await act(path, {}, { json })).toMatchObject({ status: 400 });
  });

  test('a list with one foreign id deletes nothing', async () => {
    const [mine, other] = [await notifyAda(), await addMember()];
    await react(ada, 'post', await addPost(other), 1);
    const foreign = (await list({}, other)).recentUpdates[0].notification_id;
    expect(await act('/delete', { action_id: `${mine},${foreign}` })).toMatchObject({
      status: 404,
    });
    expect((await list()).recentUpdates).toHaveLength(1);
    expect(
      await act('/delete', {
        action_id: Array.from({ length: 101 }, (_, index) => index + 1).join(),
      }),
    ).toMatchObject({ status: 400 });
  });

  test('no secret is in the response', async () => {
    await notifyAda();
    expect((await send('GET', '/notifications', {}, { as: ada })).text).not.toMatch(
      /@hearth\.example|password|hash|email/,
    );
  });
});
