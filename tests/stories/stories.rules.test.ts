import { describe, expect, test } from 'vitest';
import {
  cookieValue,
  seenIds,
  seenIn,
  withSeen,
} from '#domains/stories/player/story-seen.rules.ts';
import { fileKind, filesProblem } from '#domains/stories/stories.rules.ts';
import { storyAt, storyPath } from '#domains/stories/story-path.rules.ts';

describe('stories seen on this device', () => {
  test('each story once, the latest last, and never more than a cookie holds', () => {
    expect(withSeen(undefined, 7, 1)).toBe('7.1');
    expect(withSeen('7.1.2.3', 7, 2)).toBe('7.1.3.2');
    const many = Array.from({ length: 300 }, (_, index) => index + 1).reduce<string | undefined>(
      (text, id) => withSeen(text, 7, id),
      undefined,
    )!;
    expect(seenIds(many, 7)).toHaveLength(200);
    expect(seenIds(many, 7).at(-1)).toBe(300);
    expect(many.length).toBeLessThan(4_000);
  });

  test('belong to one member: another one on the device starts empty', () => {
    expect(seenIds('7.1.2', 8)).toEqual([]);
    expect(withSeen('7.1.2', 8, 5)).toBe('8.5');
  });

  test('other values are ignored', () => {
    expect(seenIds('7.1.x.-2.0.1e3.9999999999999999999.3', 7)).toEqual([1, 3]);
    for (const text of [undefined, '', '.', '7', 'x.1']) expect(seenIds(text, 7)).toEqual([]);
    expect(seenIn('theme=dark; story-seen=7.4.5; other=1', 7)).toEqual([4, 5]);
    expect(cookieValue('not-story-seen=7.1', 'story-seen')).toBeUndefined();
  });
});

test('a path names a story or nothing', () => {
  expect(storyAt(storyPath(42))).toBe(42);
  for (const path of [
    '/stories/0',
    '/stories/01',
    '/stories/x',
    '/stories/',
    '/stories/1/2',
    '/posts/1',
    '/stories/12345678901234567',
  ])
    expect(storyAt(path)).toBeUndefined();
});

describe('chosen files', () => {
  const megabyte = 1024 * 1024;
  const file = (type: string, size = 1, name = 'file') => ({ name, type, size });

  test('are one photo or one video, also where a system knows no type', () => {
    expect(fileKind(file('image/png'))).toBe('photo');
    expect(fileKind(file('', 1, 'IMG_1.HEIC'))).toBe('photo');
    expect(fileKind(file('', 1, 'clip.MOV'))).toBe('video');
    expect(fileKind(file('application/pdf', 1, 'a.mp4'))).toBeUndefined();
    expect(filesProblem([file('image/png')])).toBeNull();
  });

  test('are refused with a reason', () => {
    expect(filesProblem([])).toBe('Please choose a photo or a video.');
    expect(filesProblem([file('image/png'), file('image/png')])).toBe(
      'A story is one photo or one video.',
    );
    expect(filesProblem([file('text/plain')])).toMatch(/MP4, MOV or WebM/);
    expect([
      filesProblem([file('image/png', 10 * megabyte)]),
      filesProblem([file('image/png', 10 * megabyte + 1)]),
    ]).toEqual([null, 'This photo is larger than 10 MB.']);
    expect([
      filesProblem([file('video/mp4', 50 * megabyte)]),
      filesProblem([file('video/mp4', 50 * megabyte + 1)]),
    ]).toEqual([null, 'This video is larger than 50 MB.']);
  });
});
