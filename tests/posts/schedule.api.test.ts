import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { toSchedule } from '#lib/time-zones.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { stopJobs } from '#server/jobs.ts';
import { sql } from '#server/sql.ts';
import { addMember, befriend, setStatus } from '../support/people.ts';
import { send, type Fields } from '../support/rest.ts';
import { avoidWindowBorder } from '../support/windows.ts';

const list = '/advancedactivity/feeds/scheduled';
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
afterAll(() => stopJobs());

const inHours = (hours: number, zone = 'Europe/Berlin') =>
  toSchedule(new Date(Date.now() + hours * 3_600_000), zone);
const count = async () =>
  (
    await db.execute<{ count: number }>(
      sql`select (select count(*) from scheduled_posts) + (select count(*) from posts) as count`,
    )
  )[0]!.count;
const post = (fields: Fields, headers: Record<string, string> = {}, as: Member | undefined = ada) =>
  send('POST', '/advancedactivity/feeds/post', fields, { as, headers });
const schedule = async (fields: Fields = {}) =>
  (await post({ body: 'Later', schedule_time: inHours(2), ...fields })).body.response
    .schedule_id as number;

test('a post for later is listed with the time of its publication, edited and cancelled by its author', async () => {
  const fields = {
    body: 'Later',
    auth_view: 'friends',
    toValues: String(bo.id),
    schedule_time: inHours(2),
  };
  const first = await post(fields);
  expect(first).toMatchObject({
    status: 200,
    body: {
      response: { scheduled: 1, schedule_id: expect.any(Number), publish_date: expect.any(String) },
    },
  });
  const { body } = await send('GET', list, {}, { as: ada });
  expect(body).toMatchObject({
    totalItemCount: 1,
    response: [
      {
        schedule_id: first.body.response.schedule_id,
        body: 'Later',
        privacy: 'friends',
        tags: [{ tag_id: bo.id }],
      },
    ],
  });
  expect((await send('GET', list, {}, { as: bo })).body).toEqual({
    totalItemCount: 0,
    response: [],
  });
  expect(
    await send(
      'PUT',
      `${list}/${first.body.response.schedule_id}`,
      { auth_view: 'onlyme', schedule_time: inHours(3) },
      { as: ada },
    ),
  ).toMatchObject({
    status: 200,
    body: { body: 'Later', privacy: 'onlyme' },
  });
  expect(
    await send('DELETE', `${list}/${first.body.response.schedule_id}`, {}, { as: ada }),
  ).toMatchObject({ status_code: 204 });
});

test('a post for later is stored once if it is sent again with its key', async () => {
  const before = await count();
  const fields = { body: 'Later', schedule_time: inHours(2) };
  const headers = { 'idempotency-key': 'once-later' };
  const first = await post(fields, headers);
  expect((await post(fields, headers)).body).toEqual(first.body);
  expect(await count()).toBe(before + 1);
  const path = `${list}/${first.body.response.schedule_id}`;
  expect(await send('DELETE', path, {}, { as: ada })).toMatchObject({ status_code: 204 });
  expect(await count()).toBe(before);
});

test.each<[string, Fields]>([
  ['the past', { schedule_time: inHours(-1) }],
  ['this very moment', { schedule_time: inHours(0) }],
  ['more than a year ahead', { schedule_time: inHours(24 * 367) }],
  ['no zone', { schedule_time: '12/24/2026 18:00:00' }],
  ['a day that there is not', { schedule_time: '02/30/2027 18:00:00 Z' }],
  ['words', { schedule_time: 'tomorrow' }],
])('%s is refused with 400 and leaves nothing behind', async (_, fields) => {
  const before = await count();
  const answer = await post({ body: 'Later', ...fields });
  expect(answer).toMatchObject({
    status: 400,
    error_code: 'validation_fail',
    message: { schedule_time: expect.any(String) },
  });
  expect(await count()).toBe(before);
});

test('posts refused now are refused for later: empty ones, unknown privacy or feeling, foreign targets', async () => {
  const before = await count();
  for (const fields of [
    { body: '' },
    { auth_view: 'all' },
    { composer: '{"feeling":{"parent":28,"child":2801}}' },
    { uri: 'javascript:alert(1)' },
  ] as Fields[]) {
    expect((await post({ body: 'x', schedule_time: inHours(2), ...fields })).status).toBe(400);
  }
  const { id: subject_id } = await addMember();
  expect(
    (await post({ body: 'x', schedule_time: inHours(2), subject_type: 'user', subject_id })).status,
  ).toBe(401);
  expect(await count()).toBe(before);
});

test('others find nothing: visitors, another member, a suspended one, wrong ids and methods', async () => {
  const id = await schedule();
  for (const [method, path] of [
    ['GET', list],
    ['PUT', `${list}/${id}`],
    ['DELETE', `${list}/${id}`],
  ] as const) {
    expect((await send(method, path)).status).toBe(401);
  }
  for (const as of [bo]) {
    expect(await send('PUT', `${list}/${id}`, { body: 'Mine' }, { as })).toMatchObject({
      status: 404,
      error_code: 'no_record',
    });
    expect((await send('DELETE', `${list}/${id}`, {}, { as })).status).toBe(404);
  }
  for (const bad of ['0', '-1', '1e3', '9999999999999999999', 'x'])
    expect([400, 404]).toContain((await send('DELETE', `${list}/${bad}`, {}, { as: ada })).status);
  expect((await send('DELETE', `${list}/999999999`, {}, { as: ada })).status).toBe(404);
  // Path and form in conflict.
  expect(
    (await send('PUT', `${list}/${id}`, { schedule_id: id + 1, body: 'x' }, { as: ada })).status,
  ).toBe(400);
  expect((await send('POST', `${list}/${id}`, {}, { as: ada })).error_code).toBe('invalid_method');
  const suspended = await addMember({ name: 'Gone' });
  await send('GET', list, {}, { as: suspended });
  await setStatus(suspended, 'suspended');
  expect((await send('GET', list, {}, { as: suspended })).status).toBe(401);
  expect(
    (await send('GET', list, {}, { as: ada })).body.response.map(
      (one: { body: string }) => one.body,
    ),
  ).toEqual(['Later']);
  await send('DELETE', `${list}/${id}`, {}, { as: ada });
});

test('unknown fields of an edit reach no row', async () => {
  const id = await schedule();
  await send(
    'PUT',
    `${list}/${id}`,
    { body: 'New', author_id: bo.id, id: 1, publish_at: '2026-01-01', tagged: '{1}' },
    { as: ada },
  );
  const [row] = await db.execute(
    sql`select author_id as author, body, tagged from scheduled_posts where id = ${id}`,
  );
  expect(row).toMatchObject({ author: ada.id, body: 'New' });
});

test('an edit counts against the limit of posts', async () => {
  await avoidWindowBorder(600, 4);
  const id = await schedule();
  env().RATE_LIMIT_SCALE = 1 / 30;
  const answers = [
    await send('PUT', `${list}/${id}`, { body: 'a' }, { as: bo }),
    await send('PUT', `${list}/${id}`, { body: 'a' }, { as: bo }),
  ];
  expect(answers.map(({ status }) => status)).toContain(429);
});
