import { expect, test } from 'vitest';
import { seatsText } from '#domains/events/event-status.ts';

test.each([
  [1, 1, 'The only place is taken'],
  [1, 2, 'All places are taken'],
  [12, 14, 'All places are taken'],
])('a full event with %i seats and %i guests has a text of its own', (capacity, taken, text) => {
  expect(seatsText(0, { capacity, counts: { taken }, hasQueue: true })).toBe(text);
});
