import { expect, onTestFinished, test, vi } from 'vitest';
import { admission } from '#server/http/concurrency-limit.ts';

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

test('once it is known how fast the line moves, nobody is let in who would wait in vain', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const door = admission(1, 1_000);
  let leave = await door.enter();
  const waiting = Array.from({ length: 6 }, () => door.enter());
  // Each takes 300 ms: three more can have their turn within a second.
  for (let turn = 0; turn < 4; turn += 1) {
    vi.advanceTimersByTime(300);
    if (turn < 3) {
      leave();
      leave = await waiting[turn]!;
    }
  }
  const outcomes = await Promise.allSettled(waiting.slice(3));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  const line = [door.enter(), door.enter(), door.enter()];
  await expect(door.enter()).rejects.toMatchObject({ code: 'unavailable', retryAfter: 2 });
  expect(door.figures()).toEqual({ working: 1, waiting: 3 });
  for (const next of line) {
    leave();
    leave = await next;
  }
  leave();
  expect(door.figures()).toEqual({ working: 0, waiting: 0 });
});
