import { expect, test } from 'vitest';
import { createSubscriptions, type ShownSubject } from '#domains/live/subscriptions.ts';

const at = (minute: number) => `2026-11-21 17:${String(minute).padStart(2, '0')}:00`;
const shown = (subject: string, minute: number, key = `tab ${subject}`): ShownSubject => ({
  subject,
  since: at(minute),
  key,
});

test('new subjects are sent with the time they were read, until the server knows them', () => {
  const telling = createSubscriptions();
  const first = telling.next([shown('a 1', 1), shown('a 2', 2)]);
  expect(first?.subjects).toBe(`a 1@${at(1)},a 2@${at(2)}`);
  // Not confirmed, so it is sent again.
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

test('subjects that return to the screen, or to another tab’s, are sent with the time they were read there', () => {
  const telling = createSubscriptions();
  telling.next([shown('a 1', 5, 'tab 1')])?.done();
  expect(telling.next([shown('a 1', 5, 'tab 2')])?.subjects).toBe(`a 1@${at(5)}`);
  expect(telling.next([shown('a 1', 5, 'tab 1'), shown('a 1', 7, 'other 1')])?.subjects).toBe(
    `a 1@${at(7)}`,
  );
  // The earlier time of two tabs that do not know the changes.
  expect(
    createSubscriptions().next([shown('a 1', 7, 'other 1'), shown('a 1', 5, 'tab 1')])?.subjects,
  ).toBe(`a 1@${at(5)}`);
});

test('after a disconnection all subjects are sent with the time of the last received event, or their later read', () => {
  const telling = createSubscriptions();
  telling.next([shown('a 1', 1)])?.done();
  telling.disconnect(at(10));
  expect(telling.next([shown('a 1', 1), shown('a 2', 3), shown('a 3', 12)])?.subjects).toBe(
    `a 1@${at(10)},a 2@${at(3)},a 3@${at(12)}`,
  );
  // A second disconnection before it was sent changes nothing.
  telling.disconnect(at(20));
  expect(telling.next([shown('a 1', 1)])?.subjects).toBe(`a 1@${at(10)}`);
});

test('sends the newest if there are more than the server accepts', () => {
  const telling = createSubscriptions();
  const many = Array.from({ length: 70 }, (_, nth) => shown(`a ${nth + 1}`, 1));
  const update = telling.next(many)!;
  expect(update.subjects.split(',')).toHaveLength(60);
  expect(update.subjects).toContain('a 70@');
  expect(update.subjects).not.toContain('a 10@');
  update.done();
  expect(telling.next(many)).toBeUndefined();
});
