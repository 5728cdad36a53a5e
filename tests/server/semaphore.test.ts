import { expect, onTestFinished, test, vi } from 'vitest';
import { createSemaphore, requestSemaphore } from '#server/semaphore.ts';

test('at most `max` callers hold it, the others wait in order', async () => {
  const semaphore = createSemaphore({ max: 2, maxQueue: 5 });
  const [first] = await Promise.all([semaphore.acquire(), semaphore.acquire()]);
  const admitted: string[] = [];
  const third = semaphore.acquire().then((release) => (admitted.push('third'), release));
  const fourth = semaphore.acquire().then((release) => (admitted.push('fourth'), release));
  await Promise.resolve();
  expect(admitted).toEqual([]);
  first();
  (await third)();
  await fourth;
  expect(admitted).toEqual(['third', 'fourth']);
  expect(semaphore.counts()).toEqual({ active: 2, waiting: 0 });
});

test('a caller that waits too long is refused, and the next in the queue gets the slot', async () => {
  const semaphore = createSemaphore({ max: 1, maxQueue: 2, maxWait: 50, retryAfter: 10 });
  const release = await semaphore.acquire();
  await expect(semaphore.acquire()).rejects.toMatchObject({ code: 'unavailable', retryAfter: 10 });
  expect(semaphore.counts()).toEqual({ active: 1, waiting: 0 });
  const next = semaphore.acquire();
  release();
  (await next)();
  expect(semaphore.counts()).toEqual({ active: 0, waiting: 0 });
});

test('a full queue refuses further callers', async () => {
  const semaphore = createSemaphore({ max: 1, maxQueue: 1 });
  const release = await semaphore.acquire();
  const waiting = semaphore.acquire();
  await expect(semaphore.acquire()).rejects.toMatchObject({ code: 'unavailable' });
  release();
  (await waiting)();
  expect(semaphore.counts()).toEqual({ active: 0, waiting: 0 });
});

test('releasing twice frees only one slot', async () => {
  const semaphore = createSemaphore({ max: 2, maxQueue: 0 });
  const release = await semaphore.acquire();
  await semaphore.acquire();
  release();
  release();
  expect(semaphore.counts().active).toBe(1);
});

test('a request whose predicted wait is too long is refused at once', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const semaphore = requestSemaphore(1, 1_000);
  let release = await semaphore.acquire();
  const waiting = Array.from({ length: 6 }, () => semaphore.acquire());
  // Each takes 300 ms: three more can have their turn within a second.
  for (let turn = 0; turn < 4; turn += 1) {
    vi.advanceTimersByTime(300);
    if (turn < 3) {
      release();
      release = await waiting[turn]!;
    }
  }
  const outcomes = await Promise.allSettled(waiting.slice(3));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  const queue = [semaphore.acquire(), semaphore.acquire(), semaphore.acquire()];
  await expect(semaphore.acquire()).rejects.toMatchObject({ code: 'unavailable', retryAfter: 2 });
  expect(semaphore.counts()).toEqual({ active: 1, waiting: 3 });
  for (const next of queue) {
    release();
    release = await next;
  }
  release();
  expect(semaphore.counts()).toEqual({ active: 0, waiting: 0 });
});
