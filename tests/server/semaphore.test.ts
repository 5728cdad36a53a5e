import { expect, test } from 'vitest';
import { semaphore } from '#server/semaphore.ts';

test('who waits too long is turned away, and the next in line gets the place', async () => {
  const turns = semaphore({ most: 1, longestLine: 2, longestWait: 50 });
  const leave = await turns.enter();
  await expect(turns.enter()).rejects.toThrow('too long');
  expect(turns.figures()).toEqual({ inside: 1, waiting: 0 });
  const next = turns.enter();
  leave();
  (await next)();
  expect(turns.figures()).toEqual({ inside: 0, waiting: 0 });
});

test('a line that is full takes nobody in', async () => {
  const turns = semaphore({ most: 1, longestLine: 1 });
  const leave = await turns.enter();
  const waiting = turns.enter();
  await expect(turns.enter()).rejects.toThrow('full');
  leave();
  (await waiting)();
});
