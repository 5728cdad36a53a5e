import { expect, test } from 'vitest';
import { createSubscriptions, type OnScreen } from '#domains/live/subscriptions.ts';

const at = (minute: number) => `2026-11-21 17:${String(minute).padStart(2, '0')}:00`;
const shown = (subject: string, minute: number, key = `tab ${subject}`): OnScreen => ({
  subject,
  since: at(minute),
  key,
});

test('what is new on the screen is named with the moment it was read, once; then the server knows', () => {
  const telling = createSubscriptions();
  const first = telling.next([shown('a 1', 1), shown('a 2', 2)]);
  expect(first?.subjects).toBe(`a 1@${at(1)},a 2@${at(2)}`);
  // Nobody has answered: it is said again.
  expect(telling.next([shown('a 1', 1), shown('a 2', 2)])?.subjects).toBe(first?.subjects);
  first?.done();
  expect(telling.next([shown('a 1', 1), shown('a 2', 2)])).toBeUndefined();
  const second = telling.next([shown('a 2', 2), shown('a 3', 9)]);
  expect(second?.subjects).toBe(`a 2,a 3@${at(9)}`);
  second?.done();
  const none = telling.next([]);
  expect(none?.subjects).toBe('');
  none?.done();
  expect(telling.next([])).toBeUndefined();
});

test('what comes on a screen again, or on that of another tab, is asked for since it was read there', () => {
  const telling = createSubscriptions();
  telling.next([shown('a 1', 5, 'tab 1')])?.done();
  expect(telling.next([shown('a 1', 5, 'tab 2')])?.subjects).toBe(`a 1@${at(5)}`);
  expect(telling.next([shown('a 1', 5, 'tab 1'), shown('a 1', 7, 'other 1')])?.subjects).toBe(
    `a 1@${at(7)}`,
  );
  // Of two that do not know, the one that has known nothing for longer.
  expect(
    createSubscriptions().next([shown('a 1', 7, 'other 1'), shown('a 1', 5, 'tab 1')])?.subjects,
  ).toBe(`a 1@${at(5)}`);
});

test('after a break everything is asked for since it was last heard of, or read after that', () => {
  const telling = createSubscriptions();
  telling.next([shown('a 1', 1)])?.done();
  telling.cut(at(10));
  expect(telling.next([shown('a 1', 1), shown('a 2', 3), shown('a 3', 12)])?.subjects).toBe(
    `a 1@${at(10)},a 2@${at(3)},a 3@${at(12)}`,
  );
  // A second break before it could be said changes nothing.
  telling.cut(at(20));
  expect(telling.next([shown('a 1', 1)])?.subjects).toBe(`a 1@${at(10)}`);
});

test('of more than the server takes, the newest', () => {
  const telling = createSubscriptions();
  const many = Array.from({ length: 70 }, (_, nth) => shown(`a ${nth + 1}`, 1));
  const said = telling.next(many)!;
  expect(said.subjects.split(',')).toHaveLength(60);
  expect(said.subjects).toContain('a 70@');
  expect(said.subjects).not.toContain('a 10@');
  said.done();
  expect(telling.next(many)).toBeUndefined();
});
