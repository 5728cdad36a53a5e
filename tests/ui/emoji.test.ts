import { beforeEach, expect, test, vi } from 'vitest';
import { trimmedEmoji } from '#app/build/emoji-data.ts';
import { parseEmoji, recentEmoji, rememberEmoji, searchEmoji } from '#ui/emoji.ts';
import { fakeStorage } from '../support/call-server.ts';

const groups = parseEmoji(trimmedEmoji());
const all = groups.flatMap(({ emojis }) => emojis);
const found = (query: string) => searchEmoji(groups, query).map(({ emoji }) => emoji);

beforeEach(() => vi.stubGlobal('localStorage', fakeStorage()));

test('nine groups, more than 1,800 emoji, each once and with a name', () => {
  expect(groups.map(({ name }) => name)).toEqual([
    'Smileys & Emotion',
    'People & Body',
    'Animals & Nature',
    'Food & Drink',
    'Travel & Places',
    'Activities',
    'Objects',
    'Symbols',
    'Flags',
  ]);
  expect(all.length).toBeGreaterThan(1_800);
  expect(new Set(all.map(({ emoji }) => emoji)).size).toBe(all.length);
  expect(all.filter(({ emoji, name }) => !name || !/\p{Emoji}/u.test(emoji))).toEqual([]);
});

test('found by the beginning of words, names first, then keywords', () => {
  expect(found('thumbs up')[0]).toBe('👍');
  expect(found('pizza')[0]).toBe('🍕');
  expect(found('PARTY')).toContain('🎉');
  expect(found('grin fa')[0]).toBe('😀');
  // A keyword that is in no name.
  expect(found('birthday').length).toBeGreaterThan(1);
  expect(found('izza')).toEqual([]);
  expect(found('no such thing')).toEqual([]);
  expect(found('  ')).toEqual([]);
  expect(searchEmoji(groups, 'a', 10)).toHaveLength(10);
});

test('recently used emoji come first, each once, and foreign stored values break nothing', () => {
  expect(recentEmoji(groups)).toEqual([]);
  for (const emoji of ['👍', '🍕', '👍', 'x']) rememberEmoji(emoji);
  expect(recentEmoji(groups).map(({ emoji }) => emoji)).toEqual(['👍', '🍕']);
  for (const { emoji } of all.slice(0, 40)) rememberEmoji(emoji);
  expect(recentEmoji(groups)).toHaveLength(24);
  localStorage.setItem('emoji:recent', '{"a":1}');
  expect(recentEmoji(groups)).toEqual([]);
  rememberEmoji('👍');
  expect(recentEmoji(groups)).toHaveLength(1);
});
