import { expect, test } from 'vitest';
import { admission } from '#server/http/admission.ts';

test('so many work at once, the others wait for a place', async () => {
  const door = admission(2);
  const [first] = await Promise.all([door.enter(), door.enter()]);
  let isIn = false;
  const third = door.enter().then((leave) => ((isIn = true), leave));
  await Promise.resolve();
  expect(isIn).toBe(false);
  first();
  await third;
  expect(door.figures()).toEqual({ working: 2, waiting: 0 });
});

test('who waits too long is told to come back', async () => {
  const door = admission(1, 10);
  await door.enter();
  await expect(door.enter()).rejects.toMatchObject({ code: 'unavailable', retryAfter: 2 });
  expect(door.figures()).toEqual({ working: 1, waiting: 0 });
});

test('a line that is too long grows no longer', async () => {
  const door = admission(1, 1_000, 1);
  const leave = await door.enter();
  const waiting = door.enter();
  await expect(door.enter()).rejects.toMatchObject({ code: 'unavailable' });
  leave();
  (await waiting)();
  expect(door.figures()).toEqual({ working: 0, waiting: 0 });
});

test('leaving twice frees one place only', async () => {
  const door = admission(2);
  const leave = await door.enter();
  await door.enter();
  leave();
  leave();
  expect(door.figures().working).toBe(1);
});
