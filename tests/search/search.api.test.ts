import { beforeAll, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { env } from '#server/env.ts';
import { addMember, addPost } from '../support/people.ts';
import { send, type Fields } from '../support/rest.ts';
import { avoidWindowBorder } from '../support/windows.ts';

let ada: Member;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  ada = await addMember({ name: 'Ada Quill' });
});

test('finds by POST and GET', async () => {
  const id = await addPost(ada, { body: 'The quillwort is in flower' });
  const { body } = await send('POST', '/search', { query: 'quill', limit: 5 }, { as: ada });
  expect(body).toMatchObject({
    totalItemCount: 2,
    page: 1,
    result: [
      { type: 'User', user_id: ada.id, title: 'Ada Quill', displayname: 'Ada Quill' },
      { type: 'Post', action_id: id },
    ],
  });
  expect((await send('GET', '/search', { query: 'quill', limit: 5 }, { as: ada })).body).toEqual(
    body,
  );
  // Only the public fields of a member.
  expect(JSON.stringify(body)).not.toMatch(/@hearth|email|password/);
});
test('without a query POST finds nothing and GET returns the form', async () => {
  expect((await send('GET', '/search', {}, { as: ada })).body.form).toHaveLength(2);
  expect((await send('POST', '/search', { query: '' }, { as: ada })).body).toMatchObject({
    totalItemCount: 0,
    result: [],
  });
});

test.each<[string, Fields | string]>([
  ['101 characters', { query: 'x'.repeat(101) }],
  ['a list', 'query=a&query=b'],
  ['an unknown type', { query: 'a', type: 'planet' }],
  ['a page of 1e3', { query: 'a', page: '1e3' }],
  ['a page below 0', { query: 'a', page: -1 }],
  ['no limit', { query: 'a', limit: 0 }],
])('%s is refused', async (_, fields) => {
  expect(await send('POST', '/search', fields, { as: ada })).toMatchObject({
    status: 400,
    error_code: 'validation_fail',
  });
});

test('needs a member, and has a limit', async () => {
  await avoidWindowBorder(60, 6);
  expect(await send('POST', '/search', { query: 'quill' }, {})).toMatchObject({ status: 401 });
  env().RATE_LIMIT_SCALE = 1;
  try {
    const eager = await addMember();
    const answers = await Promise.all(
      Array.from({ length: 61 }, () => send('POST', '/search', { query: 'quill' }, { as: eager })),
    );
    expect(answers.some(({ status }) => status === 429)).toBe(true);
  } finally {
    env().RATE_LIMIT_SCALE = 1_000;
  }
});
