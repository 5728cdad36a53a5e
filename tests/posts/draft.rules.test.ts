import { describe, expect, test } from 'vitest';
import { toPostInput } from '#domains/posts/composer/draft.model.ts';
import {
  draftFrom,
  draftProblem,
  emptyDraft,
  isBegun,
  isLink,
  linkOf,
  moved,
  photoProblem,
  photosProblem,
  videoProblem,
  videosProblem,
  type Draft,
} from '#domains/posts/composer/draft.rules.ts';
import { scheduleProblem, scheduleRange } from '#domains/posts/schedule/schedule.rules.ts';

const draft = (changes: Partial<Draft>): Draft => ({ ...emptyDraft, ...changes });
const photo = { id: 'a', name: 'a.jpg', alt: '' };
const video = { id: 'v', name: 'v.mp4' };
const limits = { imageMegabytes: 15, videoMegabytes: 200 };

test.each([
  [{}, 'Post cannot be empty'],
  [{ body: ' \n ' }, 'Post cannot be empty'],
  [
    { feeling: { parent: 27, child: 2701, phrase: 'feeling happy', emoji: '😀' } },
    'Post cannot be empty',
  ],
  [{ body: 'x' }, null],
  [{ link: 'https://example.org' }, null],
  [{ photos: [photo] }, null],
  [{ video }, null],
] as [Partial<Draft>, string | null][])('%j: %s', (changes, problem) =>
  expect(draftProblem(draft(changes))).toBe(problem),
);

test('a kept draft comes back', () => {
  const whole = draft({
    body: 'x',
    privacy: 'friends',
    tags: [{ id: 5, label: 'Bo', image: null }],
    link: 'https://example.org',
    publishAt: '2030-01-01T00:00:00.000Z',
    photos: [photo],
  });
  expect(draftFrom(JSON.parse(JSON.stringify(whole)))).toEqual(whole);
});

test('parts of a kept draft that do not fit, or that an older page wrote, are left out', () => {
  expect(draftFrom({ body: 'old', privacy: 'onlyme' })).toEqual(
    draft({ body: 'old', privacy: 'onlyme' }),
  );
  expect(draftFrom({ body: 5, privacy: 'all', tags: 'x', photos: {}, publishAt: 'soon' })).toEqual(
    emptyDraft,
  );
  for (const none of [null, undefined, 'x', 3]) expect(draftFrom(none)).toEqual(emptyDraft);
});

test('a draft is begun with anything but its privacy', () => {
  expect(isBegun(draft({ privacy: 'onlyme' }))).toBe(false);
  for (const changes of [
    { body: 'x' },
    { link: 'x' },
    { publishAt: 'x' },
    { photos: [photo] },
    { video },
  ] as Partial<Draft>[])
    expect(isBegun(draft(changes))).toBe(true);
});

describe('links', () => {
  test.each([
    'http://a.example',
    'https://example.org/a?b=1#c',
    'ftp://files.example/x',
    'HTTPS://EXAMPLE.ORG',
    'https://müller.example/ü',
  ])('%s is one', (text) => expect(isLink(text)).toBe(true));
  test.each([
    '',
    'example.org',
    'https://',
    'https://a b.example',
    'https://example.org/a b',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://me:secret@example.org',
    'mailto:a@b.example',
    `https://example.org/${'x'.repeat(2000)}`,
  ])('%s is none', (text) => expect(isLink(text)).toBe(false));
  test('the added one goes along, else the first web address in the text', () => {
    expect(linkOf({ body: 'see https://a.example and https://b.example', link: '' })).toBe(
      'https://a.example/',
    );
    expect(linkOf({ body: 'see https://a.example', link: 'https://c.example' })).toBe(
      'https://c.example',
    );
    expect(linkOf({ body: 'see ftp://a.example', link: '' })).toBe('');
  });
  test('one that was removed stays away while its address is the first', () => {
    const dismissed = 'https://a.example/';
    const linkIn = (body: string) => linkOf({ body, link: '', dismissed });
    expect(linkIn('see https://a.example')).toBe('');
    expect(linkIn('see https://a.example, or https://b.example')).toBe('');
    expect(linkIn('see https://b.example')).toBe('https://b.example/');
  });
});

describe('files', () => {
  const file = (name: string, type: string, size = 1000) => ({ name, type, size });
  test('photos: images of any kind but drawings, also where the system knows no type', () => {
    for (const fine of [
      file('a.jpg', 'image/jpeg'),
      file('a.heic', ''),
      file('A.HEIC', 'image/heic'),
      file('a.gif', 'image/gif'),
    ])
      expect(photoProblem(fine, limits)).toBeNull();
    for (const wrong of [
      file('a.svg', 'image/svg+xml'),
      file('a.txt', 'text/plain'),
      file('a.mp4', 'video/mp4'),
      file('a', ''),
    ])
      expect(photoProblem(wrong, limits)).toContain(wrong.name);
    expect(photoProblem(file('a.jpg', 'image/jpeg', 0), limits)).toBe('a.jpg is empty.');
    expect(photoProblem(file('a.jpg', 'image/jpeg', 15 * 1024 * 1024), limits)).toBeNull();
    expect(photoProblem(file('a.jpg', 'image/jpeg', 15 * 1024 * 1024 + 1), limits)).toBe(
      'a.jpg is larger than 15 MB.',
    );
  });
  test('a video up to its limit', () => {
    expect(videoProblem(file('a.mov', ''), limits)).toBeNull();
    expect(videoProblem(file('a.jpg', 'image/jpeg'), limits)).toContain('is not a video');
    expect(videoProblem(file('a.mp4', 'video/mp4', 2 * 1024 ** 3), limits)).toBe(
      'a.mp4 is larger than 200 MB.',
    );
  });
  test('photos and a video exclude each other, with a reason', () => {
    expect(photosProblem(draft({ video }))).toContain('photos or a video, not both');
    expect(videosProblem(draft({ photos: [photo] }))).toContain('photos or a video, not both');
    expect([photosProblem(emptyDraft), videosProblem(emptyDraft)]).toEqual([null, null]);
  });
  test('moved within its list and never out of it', () => {
    expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
    expect(moved(['a', 'b', 'c'], 2, -2)).toEqual(['c', 'a', 'b']);
    expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c']);
    expect(moved(['a', 'b', 'c'], 1, 9)).toEqual(['a', 'c', 'b']);
  });
});

test('the type on the wire follows what is attached', () => {
  expect(toPostInput(draft({ body: 'x' }), 'UTC')).toMatchObject({ type: '', post_attach: 0 });
  expect(toPostInput(draft({ link: 'https://a.example' }), 'UTC')).toMatchObject({
    type: 'link',
    post_attach: 1,
    uri: 'https://a.example',
  });
  expect(toPostInput(draft({ photos: [photo], link: 'https://a.example' }), 'UTC')).toMatchObject({
    type: 'photo',
    post_attach: 1,
    uri: 'https://a.example',
  });
});

test('times for later: from the next step on, within a year, and none that the clocks skip', () => {
  const now = new Date('2026-11-21T18:02:00Z');
  expect(scheduleRange(now, 'Europe/Berlin')).toEqual({
    min: '2026-11-21T19:05',
    max: '2027-11-21T18:57',
  });
  expect(scheduleProblem(null, now)).toContain('clocks skip');
  expect(scheduleProblem(now, now)).toContain('future');
  expect(scheduleProblem(new Date('2027-11-22T00:00:00Z'), now)).toContain('one year');
  expect(scheduleProblem(new Date('2026-11-21T18:05:00Z'), now)).toBeNull();
});
