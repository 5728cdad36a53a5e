import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMember, addPost, block, setProfileAudience, setStatus } from '../support/people.ts';
import { send, type Fields, type SendOptions } from '../support/rest.ts';
import { avoidWindowBorder } from '../support/windows.ts';

let ada: Member;
let bo: Member;
let id: number;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  [ada, bo] = [await addMember({ name: 'Ada' }), await addMember({ name: 'Bo' })];
  id = await addPost(bo);
});
afterEach(() => {
  env().RATE_LIMIT_SCALE = 1_000;
});

const good = () => ({ type: 'activity_action', id, category: 'spam', description: 'Look' });
const report = (fields: Fields | string, options: SendOptions = {}, path = '/report/create') =>
  send('POST', path, fields, { as: ada, ...options });
const count = async () =>
  (await db.execute<{ count: number }>(sql`select count(*)::int as count from reports`))[0]!.count;

describe('POST /report/create', () => {
  test('answers 204 to a form, to JSON and to the format of native clients', async () => {
    expect(await report(good())).toMatchObject({ status: 200, status_code: 204 });
    expect((await report(good())).body).toBeUndefined();
    expect(await report({}, { json: good() })).toMatchObject({ status_code: 204 });
    expect(
      await report(
        { category: 'other', description: 'x' },
        {},
        `/report/create/subject/activity_action_${id}`,
      ),
    ).toMatchObject({ status_code: 204 });
    // The reason defaults to abuse.
    expect(await report({ type: 'activity_action', id, description: 'x' })).toMatchObject({
      status_code: 204,
    });
    expect(await db.execute(sql`select category from reports where subject_id = ${id}`)).toEqual([
      { category: 'abuse' },
    ]);
  });

  test('requires no details except for a post', async () => {
    expect(await report({ type: 'user', id: bo.id })).toMatchObject({ status_code: 204 });
    const [row] = await db.execute(
      sql`select category, description from reports where subject_type = 'member'`,
    );
    expect(row).toEqual({ category: 'abuse', description: '' });
  });

  test.each<[string, Fields | string, SendOptions, string]>([
    ['no details', { type: 'activity_action', id: 5 }, {}, 'description'],
    ['blank details', { type: 'activity_action', id: 5, description: ' \n ' }, {}, 'description'],
    [
      '2,001 characters',
      { type: 'activity_action', id: 5, description: 'x'.repeat(2001) },
      {},
      'description',
    ],
    [
      'an unknown reason',
      { type: 'activity_action', id: 5, category: 'boring', description: 'x' },
      {},
      'category',
    ],
    [
      'an empty reason',
      { type: 'activity_action', id: 5, category: '', description: 'x' },
      {},
      'category',
    ],
    [
      'two reasons',
      'type=activity_action&id=5&category=spam&category=abuse&description=x',
      {},
      'category',
    ],
    ['an unknown type', { type: 'planet', id: 5, description: 'x' }, {}, 'type'],
    ['no type', { id: 5, description: 'x' }, {}, 'type'],
    [
      'two different items',
      { subject: 'user_9', type: 'user', id: 8, description: 'x' },
      {},
      'type',
    ],
    ['id 0', { type: 'user', id: 0, description: 'x' }, {}, 'id'],
    ['a negative id', { type: 'user', id: -1, description: 'x' }, {}, 'id'],
    ['an id of 19 digits', { type: 'user', id: '1'.repeat(19), description: 'x' }, {}, 'id'],
    ['an id in other words', { type: 'user', id: '1e3', description: 'x' }, {}, 'id'],
    ['a list of ids', {}, { json: { type: 'user', id: [5], description: 'x' } }, 'id'],
    ['an object for text', {}, { json: { type: 'user', id: 5, description: {} } }, 'description'],
  ])('%s: 400, the field is named and nothing is written', async (_, fields, options, field) => {
    const before = await count();
    const answer = await report(fields, options);
    expect(answer).toMatchObject({
      status: 400,
      error_code: 'validation_fail',
      message: { [field]: expect.any(String) },
    });
    expect(await count()).toBe(before);
  });

  test('names the missing id field', async () => {
    expect(await report({ type: 'activity_action', description: 'x' })).toMatchObject({
      status: 400,
      error_code: 'parameter_missing',
      message: expect.stringContaining('id'),
    });
    expect(await report({ subject: '9_user', description: 'x' })).toMatchObject({
      status: 400,
      error_code: 'parameter_missing',
    });
  });

  test('keeps markup, right-to-left text, emoji and 2,000 characters as plain text, and nothing from other fields', async () => {
    const other = await addPost(bo);
    const description =
      `<script>alert(1)</script> "quoted" \u0645\u0631\u062d\u0628\u0627 👩‍👩‍👧 `.padEnd(1990, 'x');
    await report({
      ...good(),
      id: other,
      description,
      status: 'dismissed',
      author_id: ada.id,
      reporter_id: bo.id,
    });
    expect(
      await db.execute(
        sql`
          select description, status, author_id, reporter_id
          from reports
          where subject_id = ${other}`,
      ),
    ).toEqual([{ description, status: 'open', author_id: bo.id, reporter_id: ada.id }]);
  });

  test('refuses own content', async () => {
    const mine = await addPost(ada);
    expect(await report({ ...good(), id: mine })).toMatchObject({
      status: 400,
      message: { id: expect.any(String) },
    });
  });

  test('does not find absent, hidden or unsupported items', async () => {
    const hidden = await addPost(bo, { audience: 'onlyme' });
    const missing = await report({ ...good(), id: 999_999_999 });
    expect(missing).toMatchObject({ status: 404, error_code: 'no_record' });
    expect((await report({ ...good(), id: hidden })).text).toBe(missing.text);
    expect(await report({ ...good(), type: 'group' })).toMatchObject({ status: 404 });
  });

  test('a person is reported with their profile texts', async () => {
    const cy = await addMember({ name: 'Cy', avatar: 'cy.webp' });
    await setProfileAudience(cy);
    await db.execute(
      sql`insert into profile_details (member_id, about_me) values (${cy.id}, 'I sell pills')`,
    );
    const person = { type: 'user', id: cy.id, category: 'spam', description: 'Pills' };
    expect(await report(person)).toMatchObject({ status_code: 204 });
    expect(
      await db.execute(
        sql`
          select author_id, content
          from reports
          where subject_type = 'member' and subject_id = ${cy.id}`,
      ),
    ).toEqual([
      {
        author_id: cy.id,
        content: {
          path: `/profile/${cy.id}/info`,
          body: `Cy (@${cy.username})\nI sell pills`,
          isPublic: true,
          photoCount: 1,
        },
      },
    ]);
    const moderator = await addMember({ role: 'moderator' });
    const { body } = await send(
      'POST',
      '/admin/reports/view',
      { type: 'user', id: cy.id },
      { as: moderator },
    );
    expect(body).toMatchObject({
      displayname: 'Cy',
      can_remove: 0,
      files: [{ kind: 'photo', src: '/media/public/cy.webp' }],
    });
    expect(
      await send(
        'POST',
        '/admin/reports/decide',
        { type: 'user', id: cy.id, decision: 'remove' },
        { as: moderator },
      ),
    ).toMatchObject({ status: 404 });
  });

  test('a person with a closed profile can be reported, and moderators read its texts', async () => {
    const [cy, stranger] = [await addMember(), await addMember()];
    const person = { type: 'user', id: cy.id, category: 'spam', description: 'Pills' };
    await setProfileAudience(cy, 'onlyme');
    expect(await report(person, { as: stranger })).toMatchObject({ status_code: 204 });
    expect(
      await db.execute(
        sql`select content -> 'isPublic' as open from reports where reporter_id = ${stranger.id}`,
      ),
    ).toEqual([{ open: false }]);
  });

  test('nobody reports themselves, a person behind a block or an absent one', async () => {
    const cy = await addMember();
    const person = { type: 'user', id: cy.id, category: 'spam', description: 'Pills' };
    expect(await report(person, { as: cy })).toMatchObject({
      status: 400,
      message: { id: expect.any(String) },
    });
    await block(cy, bo);
    expect(await report(person, { as: bo })).toMatchObject({
      status: 404,
      error_code: 'no_record',
    });
    expect(await report({ ...person, id: 999_999_999 })).toMatchObject({ status: 404 });
  });

  test('members have no comments', async () => {
    const [cy, stranger] = [await addMember(), await addMember()];
    const comment = { subject_type: 'user', subject_id: cy.id, body: 'Hello' };
    expect(await send('POST', '/comment-create', comment, { as: stranger })).toMatchObject({
      status: 401,
    });
  });

  test('visitors, suspended members and other methods are refused', async () => {
    expect(await send('POST', '/report/create', good())).toMatchObject({
      status: 401,
      error_code: 'unauthorized',
    });
    expect(await send('DELETE', '/report/create', {}, { as: ada })).toMatchObject({
      status: 400,
      error_code: 'invalid_method',
    });
    const cleo = await addMember();
    expect(await report(good(), { as: cleo })).toMatchObject({ status_code: 204 });
    await setStatus(cleo, 'suspended');
    expect(await report(good(), { as: cleo })).toMatchObject({ status: 401 });
  });

  test('allows 30 in an hour, then answers 429', async () => {
    await avoidWindowBorder(3_600);
    env().RATE_LIMIT_SCALE = 1;
    const dee = await addMember();
    for (let turn = 0; turn < 30; turn += 1)
      expect((await report(good(), { as: dee })).status_code).toBe(204);
    expect(await report(good(), { as: dee })).toMatchObject({
      status: 429,
      error_code: 'too_many_requests',
      retry_after: expect.any(Number),
    });
  });
});

test('GET /report/create names the two fields and the five reasons', async () => {
  const answer = await send('GET', '/report/create', { type: 'activity_action', id }, { as: ada });
  expect(answer.body.map((field: { name: string }) => field.name)).toEqual([
    'category',
    'description',
  ]);
  expect(Object.keys(answer.body[0].multiOptions as object)).toEqual([
    'spam',
    'abuse',
    'inappropriate',
    'licensed',
    'other',
  ]);
  expect(await send('GET', '/report/create')).toMatchObject({ status: 401 });
});
