import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { requestDeadlines } from '#server/request-deadlines.ts';

let wait: number;
let deadlines: ReturnType<typeof requestDeadlines>;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  wait = 0;
  deadlines = requestDeadlines(() => wait);
  onTestFinished(() => {
    deadlines.stop();
    vi.useRealTimers();
  });
});

const never = new Promise<never>(() => undefined);

/** How work that never ends has ended so far. */
async function outcomeOf(work: Promise<unknown>): Promise<unknown> {
  let outcome: unknown = 'waiting';
  work.catch((error: unknown) => (outcome = error));
  await nextTurn();
  return outcome;
}

const refused = expect.objectContaining({ code: 'unavailable', retryAfter: 2 });

test('a request that waits behind a lock is refused within six seconds, whatever it waits for by then', async () => {
  const { race } = deadlines.begin();
  await race(Promise.resolve());
  vi.advanceTimersByTime(3_000);
  const second = race(never);
  wait = 1_900;
  vi.advanceTimersByTime(1_300);
  expect(await outcomeOf(second)).toBe('waiting');
  vi.advanceTimersByTime(200);
  expect(await outcomeOf(second)).toEqual(refused);
});

test('a request is not given up while the database answers everybody', async () => {
  const { race } = deadlines.begin();
  const work = race(never);
  wait = 1_000;
  vi.advanceTimersByTime(60_000);
  expect(await outcomeOf(work)).toBe('waiting');
});

test('the time before the first work does not count, nor does a request that has ended', async () => {
  const [late, ended] = [deadlines.begin(), deadlines.begin()];
  await ended.race(Promise.resolve());
  ended.end();
  vi.advanceTimersByTime(20_000);
  const work = late.race(never);
  wait = 2_000;
  vi.advanceTimersByTime(4_300);
  expect(await outcomeOf(work)).toBe('waiting');
  vi.advanceTimersByTime(200);
  expect(await outcomeOf(work)).toEqual(refused);
});
