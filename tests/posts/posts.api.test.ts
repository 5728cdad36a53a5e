import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMember, addPost, befriend } from '../support/people.ts';
import { send, type Fields, type RestAnswer, type SendOptions } from '../support/rest.ts';
import { avoidWindowBorder } from '../support/windows.ts';

let ada: Member;
let bo: Member;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  [ada, bo] = [await addMember({ name: 'Ada' }), await addMember({ name: 'Bo' })];
  await befriend(ada, bo);
});
afterEach(() => {
  env().RATE_LIMIT_SCALE = 1_000;
});

const countPosts = async () =>
  (await db.execute<{ count: number }>(sql`select count(*)::int as count from posts`))[0]!.count;
const post = (fields: Fields | string = {}, options: SendOptions = {}) =>
  send('POST', '/advancedactivity/feeds/post', fields, { as: ada, ...options });

describe('POST /advancedactivity/feeds/post', () => {
  test('writes from a form as our client sends it, and from JSON', async () => {
    const answer = await post({
      body: 'Hello',
      language: 'en',
      auth_view: 'friends',
      toValues: String(bo.id),
      composer: '{"feeling":{"parent":27,"child":2702}}',
      uri: '',
      type: '',
      post_attach: 0,
      schedule_time: '',
    });
    expect(answer).toMatchObject({
      status: 200,
      status_code: 200,
      body: {
        response: {
          feed: {
            body: 'Hello',
            privacy: 'friends',
            params: { feelings: { childtitle: 'angry' } },
          },
        },
      },
    });
    expect(answer.body.data).toEqual([answer.body.response]);
    const json = await post(
      {},
      {
        json: {
          body: 'From JSON',
          toValues: bo.id,
          composer: { feeling: { parent: 26, child: 2601 } },
        },
      },
    );
    expect(json.body.response.feed).toMatchObject({
      body: 'From JSON',
      privacy: 'everyone',
      tags: [{ tag_id: bo.id }],
    });
  });

  test('unknown fields reach no row', async () => {
    const { body } = await post({
      body: 'Mine',
      author_id: bo.id,
      id: 5,
      type_: 'share',
      subject: 'x',
      can_comment: 0,
      published_at: '2018-11-01',
      shared_id: 2,
      audience: 'onlyme',
    });
    expect(body.response.feed).toMatchObject({
      subject_id: ada.id,
      type: 'status',
      privacy: 'everyone',
      commentable: 1,
      attachment: [],
    });
    expect(body.response.feed.action_id).not.toBe(5);
    expect(body.response.feed.date > '2026').toBe(true);
    const polluted = await post(
      {},
      {
        json: JSON.parse(
          '{"body":"x","__proto__":{"auth_view":"onlyme"},"constructor":{"a":1}}',
        ) as unknown,
      },
    );
    expect(polluted.body.response.feed.privacy).toBe('everyone');
  });

  test.each<[string, Fields | string, SendOptions, string]>([
    ['nothing', {}, {}, 'body'],
    ['blanks only', { body: ' \n\t ' }, {}, 'body'],
    ['NUL bytes only', 'body=%00%00', {}, 'body'],
    ['1,001 characters', { body: 'x'.repeat(1001) }, {}, 'body'],
    ['a list', 'body=a&body=b', {}, 'body'],
    ['an object', {}, { json: { body: { text: 'x' } } }, 'body'],
    ['a number', {}, { json: { body: 5 } }, 'body'],
    ['an unknown audience', { body: 'x', auth_view: 'all' }, {}, 'auth_view'],
    ['an empty audience', { body: 'x', auth_view: '' }, {}, 'auth_view'],
    ['two audiences', 'body=x&auth_view=onlyme&auth_view=everyone', {}, 'auth_view'],
    ['a bad link', { body: 'x', uri: 'javascript:alert(1)' }, {}, 'uri'],
    ['a link without one', { body: 'x', type: 'link' }, {}, 'uri'],
    ['bad tags', { body: 'x', toValues: 'all' }, {}, 'toValues'],
    ['a broken composer', { body: 'x', composer: '{' }, {}, 'composer'],
    [
      'an unknown feeling',
      { body: 'x', composer: '{"feeling":{"parent":28,"child":2801}}' },
      {},
      'composer',
    ],
    [
      'a schedule without its zone',
      { body: 'x', schedule_time: '12/24/2026 18:00:00' },
      {},
      'schedule_time',
    ],
    ['a type without its file', { body: 'x', type: 'photo' }, {}, 'photo'],
  ])('%s: 400, the field is named and nothing is written', async (_, fields, options, field) => {
    const before = await countPosts();
    const answer = await post(fields, options);
    expect(answer).toMatchObject({ status: 400, status_code: 400, error_code: 'validation_fail' });
    expect(Object.keys(answer.message as object)).toEqual([field]);
    expect(await countPosts()).toBe(before);
  });

  test('the empty post has the words of the catalogue', async () => {
    expect((await post({})).message).toEqual({ body: 'Post cannot be empty' });
  });

  test('a file that is no picture is refused, and nothing is written', async () => {
    const before = await countPosts();
    const form = [
      '--b',
      'content-disposition: form-data; name="body"',
      '',
      'x',
      '--b',
      'content-disposition: form-data; name="filedata0"; filename="a.jpg"',
      '',
      'xx',
      '--b--',
      '',
    ].join('\r\n');
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    expect(await post(form, { headers })).toMatchObject({
      status: 415,
      error_code: 'invalid_file',
    });
    expect(await countPosts()).toBe(before);
  });

  test('visitors write nothing', async () => {
    expect(await send('POST', '/advancedactivity/feeds/post', { body: 'x' })).toMatchObject({
      status: 401,
      error_code: 'unauthorized',
    });
  });

  test('the same Idempotency-Key of a member, also twice at once, is one post', async () => {
    const headers = { 'idempotency-key': 'key-1' };
    const before = await countPosts();
    const [one, two] = await Promise.all([
      post({ body: 'Once' }, { headers }),
      post({ body: 'Once' }, { headers }),
    ]);
    expect(one.status).toBe(200);
    expect(two.body).toEqual(one.body);
    expect(await countPosts()).toBe(before + 1);
    // Another member's key of the same name is another key.
    expect((await post({ body: 'Once' }, { headers, as: bo })).body.response.feed.subject_id).toBe(
      bo.id,
    );
    expect(await countPosts()).toBe(before + 2);
  });

  test('the same Idempotency-Key with other words is refused', async () => {
    const headers = { 'idempotency-key': 'key-3' };
    await post({ body: 'Once' }, { headers });
    expect(await post({ body: 'Other' }, { headers })).toMatchObject({
      status: 400,
      error_code: 'validation_fail',
    });
  });

  test('a refused attempt does not use the key up', async () => {
    // A refused attempt does not use the key up.
    const later = { 'idempotency-key': 'key-2' };
    expect(
      (
        await post(
          { body: 'x', composer: '{"feeling":{"parent":1,"child":1}}' },
          { headers: later },
        )
      ).status,
    ).toBe(400);
    expect((await post({ body: 'Now' }, { headers: later })).status).toBe(200);
  });

  test('30 in ten minutes, then 429', async () => {
    await avoidWindowBorder(600);
    env().RATE_LIMIT_SCALE = 1;
    const eager = await addMember();
    const statuses: number[] = [];
    for (let index = 0; index < 31; index += 1)
      statuses.push((await post({ body: 'x' }, { as: eager })).status);
    expect(statuses).toEqual([...Array<number>(30).fill(200), 429]);
  });
});

describe('GET /advancedactivity/feeds', () => {
  const feed = (fields: Fields | string = {}, as: Member | undefined = ada) =>
    send('GET', '/advancedactivity/feeds', fields, { as });

  test('answers a page, one post, or a bare count', async () => {
    const id = await addPost(bo);
    expect((await feed({ limit: 2 })).body).toMatchObject({
      activityCount: 2,
      data: [{ feed: { action_id: id } }, {}],
    });
    expect((await feed({ action_id: id })).body).toMatchObject({
      activityCount: 1,
      maxid: id - 1,
      minid: id + 1,
    });
    expect((await feed({ minid: id, feed_count_only: 1 })).body).toBe(1);
  });

  test('with a hashtag only the posts that have it', async () => {
    const { action_id: id } = (await post({ body: 'Tea at #Noon' })).body.response.feed;
    const found = await feed({ hashtag: '#noon' });
    expect(found.body.data).toMatchObject([{ feed: { action_id: id, hashtags: ['Noon'] } }]);
    expect((await feed({ hashtag: 'noon', minid: 1, feed_count_only: 1 })).body).toBe(1);
    expect((await feed({ hashtag: "x' or 1=1 --" })).body.data).toEqual([]);
  });

  test('visitors read a single post for everyone', async () => {
    const open = await addPost(bo);
    expect(
      (await send('GET', '/advancedactivity/feeds', { action_id: open })).body.data[0],
    ).toMatchObject({
      feed: { action_id: open },
      can_comment: 0,
      feed_menus: [],
    });
    expect(
      await send('GET', '/advancedactivity/feeds', { action_id: open, feed_count_only: 1 }),
    ).toMatchObject({ status: 200 });
  });

  test('a post for friends looks to visitors like one that does not exist', async () => {
    const asVisitor = (action_id: number) => send('GET', '/advancedactivity/feeds', { action_id });
    const closed = await asVisitor(await addPost(bo, { audience: 'friends' }));
    expect(closed).toMatchObject({ status: 404, error_code: 'no_record' });
    const withoutId = ({ text }: RestAnswer) => text.replace(/"request_id":"[^"]*"/, '');
    expect(withoutId(closed)).toBe(withoutId(await asVisitor(999_999_999)));
  });

  test('visitors have to log in for a feed', async () => {
    for (const fields of [{}, { minid: 1, feed_count_only: 1 }] as Fields[])
      expect(await send('GET', '/advancedactivity/feeds', fields)).toMatchObject({
        status: 401,
        error_code: 'unauthorized',
      });
  });

  test.each<[string, Fields | string]>([
    ['an unknown filter', { filter_type: 'everything' }],
    ['an empty filter', { filter_type: '' }],
    ['a hashtag of 71 letters', { hashtag: 'x'.repeat(71) }],
    ['two hashtags', 'hashtag=a&hashtag=b'],
    ['two filters', 'filter_type=photo&filter_type=video'],
    ['a filter in capitals', { filter_type: 'PHOTO' }],
    ['a bad date', { timeline_start: 'last week' }],
    ['no date', { timeline_end: '' }],
    ['31 February', { timeline_start: '2019-02-31' }],
    ['a 13th month', { timeline_end: '2019-13-01 00:00:00' }],
    ['a year of five digits', { timeline_end: '12019-01-01' }],
    ['a date of 19 digits', { timeline_end: '1700000000000000000' }],
    ['two dates', 'timeline_start=2019-01-01&timeline_start=2020-01-01'],
    ['a hashtag without end', { hashtag: 'x'.repeat(71) }],
    ['a cursor of 19 digits', { minid: '1234567890123456789' }],
    ['a cursor below zero', { maxid: -1 }],
    ['a cursor of 20 digits', { maxid: '12345678901234567890' }],
    ['1e3', { maxid: '1e3' }],
    ['half a wall', { subject_id: 5 }],
    ['two ids', 'action_id=5&action_id=6'],
    ['an emoji', { action_id: '💚' }],
    ['a NUL byte', 'action_id=5%00'],
    ['right to left', { action_id: '\u200f5' }],
    ['no page size', { limit: 0 }],
    ['an object', 'limit[a]=5&limit=x'],
  ])('%s: 400', async (_, fields) => {
    expect(await feed(fields)).toMatchObject({ status: 400, error_code: 'validation_fail' });
  });

  test.each([2 ** 53, 2 ** 63, 999_999_999_999_999])('%d names nothing', async (id) => {
    const answer = await feed({ action_id: String(BigInt(id)) });
    expect([400, 404]).toContain(answer.status);
  });

  test('addresses are whole for clients without our cookie', async () => {
    const owner = await addMember({ avatar: `${'b'.repeat(32)}.webp` });
    const id = await addPost(owner);
    expect((await feed({ action_id: id })).body.data[0].feed.feed_icon).toBe(
      `${env().PUBLIC_ORIGIN}/media/public/${'b'.repeat(32)}.webp`,
    );
  });
});
