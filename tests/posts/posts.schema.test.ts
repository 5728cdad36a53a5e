import { expect, test } from 'vitest';
import type { z } from 'zod';
import { feedInput } from '#domains/posts/feed/feed.schema.ts';
import { deleteInput, hideInput, likeInput, postIdInput } from '#domains/posts/posts.schema.ts';
import { editInput } from '#domains/posts/writing/edit-post.schema.ts';
import { postInput } from '#domains/posts/writing/new-post.schema.ts';
import { shareInput } from '#domains/shares/shares.schema.ts';

/** Names of the fields that are refused. */
const refused = (schema: z.ZodType, input: unknown) =>
  schema.safeParse(input).error?.issues.map((issue) => String(issue.path[0])) ?? [];
const parsed = <T>(schema: z.ZodType<T>, input: unknown) => schema.parse(input);

const badIds: unknown[] = [
  0,
  -1,
  1.5,
  '0',
  '-1',
  '1e3',
  ' 5',
  '5 ',
  '0x10',
  '9223372036854775808',
  '1234567890123456789',
  2 ** 63,
  Number.NaN,
  Infinity,
  '',
  ' ',
  '٥',
  '💚',
  '\u202e5',
  '5\0',
  [5],
  ['5', '6'],
  {},
  true,
  null,
  '1;drop table posts',
];

test.each(badIds)('%j is no id', (id) => {
  expect(refused(postIdInput, { action_id: id })).toContain('action_id');
  expect(refused(editInput, { action_id: id, body: 'x' })).toContain('action_id');
  expect(refused(likeInput, { action_id: id })).toContain('action_id');
  expect(refused(deleteInput, { comment_id: id })).toContain('comment_id');
  expect(refused(hideInput, { id, type: 'user' })).toContain('id');
  expect(refused(shareInput, { id, type: 'activity_action' })).toContain('id');
  expect(refused(feedInput, { action_id: id })).toContain('action_id');
});

test('up to 18 digits are an id, as text or number', () => {
  expect(parsed(postIdInput, { action_id: '42' }).action_id).toBe(42);
  expect(parsed(postIdInput, { action_id: 42 }).action_id).toBe(42);
  expect(refused(postIdInput, { action_id: '123456789012345678' })).toEqual([]);
});

test('a draft: defaults, cleaning, and nothing that is not named', () => {
  const draft = parsed(postInput, { body: ' \r\nOne\u0000 two\r\nthree\u0007  ' });
  expect(draft).toMatchObject({
    body: 'One two\nthree',
    auth_view: 'everyone',
    toValues: [],
    uri: '',
  });
  expect(parsed(postInput, {}).body).toBe('');
});

test('1,000 characters fit and one more does not, counted as people count', () => {
  expect(refused(postInput, { body: 'x'.repeat(1000) })).toEqual([]);
  expect(refused(postInput, { body: 'x'.repeat(1001) })).toEqual(['body']);
  expect(refused(postInput, { body: '💚'.repeat(1000) })).toEqual([]);
  expect(refused(postInput, { body: '💚'.repeat(1001) })).toEqual(['body']);
  expect(refused(postInput, { body: `${'x'.repeat(1000)}   ` })).toEqual([]);
  expect(refused(editInput, { action_id: 1, body: 'x'.repeat(1001) })).toEqual(['body']);
  expect(refused(shareInput, { id: 1, type: 'activity_action', body: 'x'.repeat(1001) })).toEqual([
    'body',
  ]);
});

test.each([['a'], [['a', 'b']], [{ a: 1 }], [5], [true], [null]])(
  'a body of the wrong type is refused: %j',
  (body) => {
    expect(refused(postInput, { body })).toEqual(typeof body === 'string' ? [] : ['body']);
  },
);

test.each(['', 'EVERYONE', 'public', 'everyone,friends', ['everyone', 'everyone'], 1, null])(
  '%j is no audience, and never becomes everyone',
  (auth_view) => {
    expect(refused(postInput, { auth_view })).toEqual(['auth_view']);
  },
);

test('networks, which native clients send, is stored as friends', () => {
  expect(parsed(postInput, { auth_view: 'networks' }).auth_view).toBe('friends');
});

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'https://',
  'https://a b',
  'http://user:secret@host/',
  '//host',
  'host',
  'ftp:/x',
  'https://exa\nmple.org',
  'mailto:a@b.c',
  'https://host/<script>',
  `https://host/${'x'.repeat(2000)}`,
  'http:\\\\host',
  ['https://a.b'],
  5,
])('%j is no link', (uri) => {
  expect(refused(postInput, { uri })).toEqual(['uri']);
});

test.each([
  'https://example.org/a?b=c#d',
  'http://localhost:80',
  'ftp://example.org/x',
  'HTTPS://EXAMPLE.ORG',
  'https://例え.jp/パス',
  ' https://example.org ',
])('%j is a link', (uri) => {
  expect(refused(postInput, { uri })).toEqual([]);
});

test('tags are at most 20 different ids', () => {
  expect(parsed(postInput, { toValues: '5, 7,5,' }).toValues).toEqual([5, 7]);
  expect(parsed(postInput, { toValues: '' }).toValues).toEqual([]);
  expect(parsed(postInput, { toValues: 5 }).toValues).toEqual([5]);
  for (const toValues of [
    'a',
    '5;6',
    '-1',
    '0',
    '1e3',
    '5,1234567890123456789',
    Array.from({ length: 21 }, (_, index) => index + 1).join(','),
    { 0: 5 },
  ]) {
    expect(refused(postInput, { toValues })).toEqual(['toValues']);
  }
});

test('the composer’s feeling comes as JSON text, without other keys', () => {
  expect(
    parsed(postInput, {
      composer:
        '{"feeling":{"parent":"27","child":2701,"type":"x"},"checkin":{},"__proto__":{"a":1}}',
    }).composer,
  ).toEqual({ parent: 27, child: 2701 });
  expect(parsed(postInput, { composer: '' }).composer).toBeUndefined();
  expect(parsed(postInput, { composer: '{}' }).composer).toBeUndefined();
  for (const composer of [
    '{',
    'null',
    '[]',
    '5',
    '{"feeling":{"parent":27}}',
    '{"feeling":"happy"}',
    '{"feeling":{"parent":0,"child":1}}',
    5,
  ]) {
    expect(refused(postInput, { composer })).toEqual(['composer']);
  }
});

test('a field that only looks like a file is refused by name', () => {
  for (const name of ['photo', 'filedata', 'filedata0', 'filedata12', 'photo3'])
    expect(refused(postInput, { body: 'x', [name]: 'a.jpg' })).toEqual([name]);
  expect(refused(postInput, { body: 'x', video_id: 'clip.mp4' })).toEqual(['video_id']);
  expect(refused(postInput, { body: 'x', video_id: '5' })).toEqual([]);
});

test('empty fields of files and times are ignored', () => {
  expect(refused(postInput, { body: 'x', schedule_time: '', photo: '', video_id: '' })).toEqual([]);
});

test('a target is named by type and id together', () => {
  expect(refused(postInput, { subject_type: 'user' })).toEqual(['subject_type']);
  expect(refused(postInput, { subject_id: 5 })).toEqual(['subject_type']);
  expect(refused(postInput, { subject_type: 'planet', subject_id: 5 })).toEqual(['subject_type']);
  expect(refused(feedInput, { subject_id: 5 })).toEqual(['subject_type']);
});

test('dates of the timeline in four notations, and invalid ones', () => {
  const time = new Date('2024-06-01T08:00:00Z');
  for (const input of [
    '2024-06-01 08:00:00',
    '2024-06-01T08:00:00Z',
    '2024-06-01T10:00:00+02:00',
    '2024-06-01T08:00:00.000Z',
    1717228800,
    '1717228800',
    1717228800000,
    '1717228800000',
  ]) {
    expect(parsed(feedInput, { timeline_start: input }).start).toEqual(time);
  }
  expect(parsed(feedInput, { timeline_start: '2024-06-01' }).start).toEqual(
    new Date('2024-06-01T00:00:00Z'),
  );
  for (const timeline_end of [
    '',
    'yesterday',
    '2024-13-01',
    '2024-06-31 25:00:00',
    '01/06/2024',
    '5',
    -5,
    {},
    ['2024-06-01', '2024-06-02'],
    '2024-06-01 08:00:00; drop table posts',
  ]) {
    expect(refused(feedInput, { timeline_end })).toEqual(['timeline_end']);
  }
});

test('filters and cursors', () => {
  expect(parsed(feedInput, {})).toMatchObject({ maxid: 0, limit: 20 });
  expect(parsed(feedInput, { limit: '500' }).limit).toBe(50);
  for (const limit of [0, -1, '1e3', 'x', 1.5, []])
    expect(refused(feedInput, { limit })).toEqual(['limit']);
  for (const maxid of [-1, '1e3', '9223372036854775808', 'x', {}])
    expect(refused(feedInput, { maxid })).toEqual(['maxid']);
  for (const field of ['filter_type', 'feed_type'])
    expect(parsed(feedInput, { [field]: 'sitepage' }).filter).toBe('page');
  for (const filter_type of ['', 'ALL', 'owner', 'all,photo', ['all']])
    expect(refused(feedInput, { filter_type })).toEqual(['filter_type']);
});

test('a reaction is a name or an id, like by default', () => {
  expect(parsed(likeInput, { action_id: 1 }).reaction).toBe(1);
  expect(parsed(likeInput, { action_id: 1, reaction: 'blessings' }).reaction).toBe(7);
  expect(parsed(likeInput, { action_id: 1, reaction: '3' }).reaction).toBe(3);
  expect(parsed(likeInput, { action_id: 1, reaction: 3 }).reaction).toBe(3);
});

test('an unknown reaction is refused', () => {
  for (const reaction of ['', 'Like', 'hug', '0', '8', 8, 0, -1, ['like'], {}, '1e0', '01'])
    expect(refused(likeInput, { action_id: 1, reaction })).toEqual(['reaction']);
});
