import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMember, addPost } from '../support/people.ts';
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

const countComments = async () =>
  (await db.execute<{ count: number }>(sql`select count(*)::int as count from comments`))[0]!.count;
const sendComment = (path: string, fields: Fields | string, options: SendOptions = {}) =>
  send('POST', path, fields, { as: ada, ...options });

describe('writing', () => {
  test('by each path and alias: a post by its id, or any subject', async () => {
    const id = await addPost(bo);
    const subject = { subject_type: 'activity_action', subject_id: id };
    for (const [path, fields] of [
      ['/advancedactivity/comment', { action_id: id }],
      ['/advancedactivity/comment', subject],
      ['/comment-create', subject],
      ['/comment-create', { action_id: id }],
      ['/advancedcomments/comment', subject],
      ['/advancedcomments/reply', { action_id: id }],
    ] as Array<[string, Fields]>) {
      expect(
        await sendComment(path, { ...fields, body: 'Yum', send_notification: 0 }),
      ).toMatchObject({
        status: 200,
        status_code: 200,
        body: { action_id: id, comment_body: 'Yum', author_title: 'Ada' },
      });
    }
  });

  test.each<[string, Fields | string, SendOptions, Record<string, unknown>]>([
    ['no subject', { body: 'x' }, {}, { status: 400, error_code: 'parameter_missing' }],
    [
      'half a subject',
      { body: 'x', subject_type: 'activity_action' },
      {},
      { status: 400, error_code: 'parameter_missing' },
    ],
    [
      'two subjects',
      { body: 'x', subject_type: 'group', subject_id: 5, action_id: 6 },
      {},
      { status: 400, error_code: 'validation_fail' },
    ],
    ['no body', { action_id: 5 }, {}, { status: 400, message: { body: expect.any(String) } }],
    [
      'blanks only',
      { action_id: 5, body: ' \n ' },
      {},
      { status: 400, message: { body: expect.any(String) } },
    ],
    [
      '1,001 characters',
      { action_id: 5, body: 'x'.repeat(1001) },
      {},
      { status: 400, message: { body: expect.any(String) } },
    ],
    [
      'a list',
      'action_id=5&body=a&body=b',
      {},
      { status: 400, message: { body: expect.any(String) } },
    ],
    [
      'an object',
      {},
      { json: { action_id: 5, body: {} } },
      { status: 400, message: { body: expect.any(String) } },
    ],
    [
      'an unknown type',
      { body: 'x', subject_type: 'planet', subject_id: 5 },
      {},
      { status: 400, message: { subject_type: expect.any(String) } },
    ],
    [
      'an id of 0',
      { body: 'x', action_id: 0 },
      {},
      { status: 400, message: { action_id: expect.any(String) } },
    ],
    [
      'an id below it',
      { body: 'x', action_id: -1 },
      {},
      { status: 400, message: { action_id: expect.any(String) } },
    ],
    [
      'an id of 19 digits',
      { body: 'x', action_id: '9223372036854775807' },
      {},
      { status: 400, message: { action_id: expect.any(String) } },
    ],
    [
      'a parent of 1e3',
      { body: 'x', action_id: 5, comment_id: '1e3' },
      {},
      { status: 400, message: { comment_id: expect.any(String) } },
    ],
    [
      'a post that is not there',
      { body: 'x', action_id: 999_999_999 },
      {},
      { status: 404, error_code: 'no_record' },
    ],
    [
      'a type nobody owns yet',
      { body: 'x', subject_type: 'event', subject_id: 5 },
      {},
      { status: 404, error_code: 'no_record' },
    ],
    [
      'no member',
      { body: 'x', action_id: 5 },
      { as: undefined },
      { status: 401, error_code: 'unauthorized' },
    ],
  ])('%s is refused, and nothing is written', async (_, fields, options, refusal) => {
    const before = await countComments();
    for (const path of ['/advancedactivity/comment', '/comment-create'])
      expect(await sendComment(path, fields, options)).toMatchObject(refusal);
    expect(await countComments()).toBe(before);
  });

  test('1,000 characters, markup, right-to-left text and emoji are returned unchanged', async () => {
    const id = await addPost(bo);
    for (const body of [
      'x'.repeat(1000),
      '💚'.repeat(1000),
      '<img src=x onerror=alert(1)>',
      'مرحبا \u202e abc',
      'a\nb',
    ]) {
      expect(
        (await sendComment('/advancedactivity/comment', { action_id: id, body })).body.body,
      ).toBe(body);
    }
    for (const body of ['a\u0000b', '\u200b\u2060'])
      expect(await sendComment('/advancedactivity/comment', { action_id: id, body })).toMatchObject(
        {
          status: 400,
        },
      );
  });

  test('unknown fields are not stored', async () => {
    const id = await addPost(bo);
    const { body } = await sendComment('/comment-create', {
      subject_type: 'activity_action',
      subject_id: id,
      body: 'x',
      author_id: bo.id,
      user_id: bo.id,
      created_at: '2018-11-01',
      parent_id: 1,
    });
    expect(body).toMatchObject({ user_id: ada.id, parent_comment_id: 0 });
    expect(body.creation_date > '2026').toBe(true);
  });

  test('the same key twice at once is one comment, also through another path', async () => {
    const id = await addPost(bo);
    const headers = { 'idempotency-key': 'comment-1' };
    const before = await countComments();
    const [one, two] = await Promise.all(
      [1, 2].map(() =>
        sendComment('/advancedactivity/comment', { action_id: id, body: 'Once' }, { headers }),
      ),
    );
    expect(two!.body).toEqual(one!.body);
    expect(one!.status).toBe(200);
    expect(await countComments()).toBe(before + 1);
    expect(
      await sendComment('/advancedactivity/comment', { action_id: id, body: 'Twice' }, { headers }),
    ).toMatchObject({ status: 400 });
    expect(
      (await sendComment('/advancedcomments/reply', { action_id: id, body: 'Once' }, { headers }))
        .body,
    ).toEqual(one!.body);
  });

  test('60 in ten minutes, then 429', async () => {
    await avoidWindowBorder(600);
    env().RATE_LIMIT_SCALE = 1;
    const [id, eager] = [await addPost(bo), await addMember()];
    const statuses: number[] = [];
    for (let index = 0; index < 61; index += 1)
      statuses.push(
        (
          await sendComment(
            '/advancedactivity/comment',
            { action_id: id, body: 'x' },
            { as: eager },
          )
        ).status,
      );
    expect(statuses).toEqual([...Array<number>(60).fill(200), 429]);
  });
});

describe('reading', () => {
  test('the feed’s list counts from 0, the general one and native clients from 1', async () => {
    const id = await addPost(bo);
    for (let index = 0; index < 6; index += 1)
      await sendComment('/advancedactivity/comment', { action_id: id, body: `n ${index}` });
    const read = (path: string, fields: Fields) =>
      send('GET', path, { viewAllComments: 1, ...fields }, { as: ada });
    expect(
      (await read('/advancedactivity/feeds/likes-comments', { action_id: id })).body,
    ).toMatchObject({ page: 0, next_page: 1, getTotalComments: 6, comments: { length: 5 } });
    expect(
      (await read('/advancedactivity/feeds/likes-comments', { action_id: id, page: 1 })).body,
    ).toMatchObject({ page: 1, next_page: null, comments: [{ body: 'n 0' }] });
    expect(
      (
        await read('/advancedactivity/feeds/likes-comments', {
          action_id: id,
          page: 1,
          _ANDROID_VERSION: '3.1',
        })
      ).body,
    ).toMatchObject({ page: 1, next_page: 2, comments: { length: 5 } });
    for (const path of ['/likes-comments', '/advancedcomments/likes-comments']) {
      const subject = { subject_type: 'activity_action', subject_id: id };
      expect((await read(path, subject)).body).toMatchObject({
        page: 1,
        next_page: 2,
        comments: { length: 5 },
      });
      expect((await read(path, { ...subject, page: 2, limit: 4 })).body).toMatchObject({
        page: 2,
        next_page: null,
        comments: { length: 2 },
      });
    }
  });

  test('visitors read what everyone may see', async () => {
    const [open, closed] = [await addPost(bo), await addPost(bo, { audience: 'friends' })];
    for (const path of ['/advancedactivity/feeds/likes-comments', '/likes-comments']) {
      expect(await send('GET', path, { action_id: open })).toMatchObject({
        status: 200,
        body: { canComment: 0 },
      });
      expect(await send('GET', path, { action_id: closed })).toMatchObject({
        status: 404,
        error_code: 'no_record',
      });
    }
  });

  test.each<[string, Fields | string, number]>([
    ['no subject', {}, 400],
    ['a page below zero', { action_id: 5, page: -1 }, 400],
    ['a page of letters', { action_id: 5, page: 'x' }, 400],
    ['a page of 1e3', { action_id: 5, page: '1e3' }, 400],
    ['a far page of nothing', { action_id: 999_999_999, page: 1_000_000 }, 404],
    ['a page too far', { action_id: 5, page: 1_000_001 }, 400],
    ['no page size', { action_id: 5, limit: 0 }, 400],
    ['two ids', 'action_id=5&action_id=6', 400],
    ['an unknown reaction', { action_id: 5, viewAllLikes: 1, reaction: 'hug' }, 400],
  ])('%s', async (_, fields, status) => {
    expect(
      (await send('GET', '/advancedactivity/feeds/likes-comments', fields, { as: ada })).status,
    ).toBe(status);
  });
});

describe('changing', () => {
  test('edit and delete, by query or body', async () => {
    const id = await addPost(bo);
    const { comment_id } = (
      await sendComment('/advancedactivity/comment', { action_id: id, body: 'x' })
    ).body;
    expect(
      (
        await sendComment('/advancedcomments/reply-edit', {
          comment_id,
          action_id: id,
          body: 'Better',
        })
      ).body,
    ).toMatchObject({ comment_id, body: 'Better' });
    expect(
      await sendComment('/advancedcomments/reply-edit', { comment_id, body: '' }),
    ).toMatchObject({
      status: 400,
    });
    expect(
      await sendComment('/advancedcomments/reply-edit', { comment_id, body: 'x' }, { as: bo }),
    ).toMatchObject({ status: 401 });
    expect(await sendComment('/advancedcomments/reply-edit', { body: 'x' })).toMatchObject({
      status: 400,
      error_code: 'parameter_missing',
    });
    const stranger = await addMember();
    expect(await send('DELETE', '/comment-delete', { comment_id }, { as: stranger })).toMatchObject(
      { status: 401, error_code: 'unauthorized' },
    );
    expect(
      await send('DELETE', '/comment-delete', { comment_id, action_id: id + 1 }, { as: ada }),
    ).toMatchObject({ status: 404 });
    expect(
      await send(
        'DELETE',
        '/comment-delete',
        {},
        { as: bo, json: { comment_id, subject_type: 'activity_action', subject_id: id } },
      ),
    ).toMatchObject({ status: 200, status_code: 204 });
    expect(await send('DELETE', '/comment-delete', { comment_id }, { as: ada })).toMatchObject({
      status: 404,
      error_code: 'no_record',
    });
  });
});
