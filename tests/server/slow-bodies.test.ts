import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchBody } from '#server/http/slow-bodies.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A request whose socket brings what `bytesAt` says, second by second; gives the second in which it was ended, if it was. */
function endOf(bytesAt: (second: number) => number, { isPaused = false, completeAt = Infinity } = {}): number | undefined {
  const socket = { bytesRead: 700 };
  const req = Object.assign(new EventEmitter(), { socket, complete: false, destroyed: false, isPaused: () => isPaused, destroy: () => (req.destroyed = true) });
  watchBody(req as unknown as IncomingMessage);
  for (let second = 1; second <= 120; second += 1) {
    socket.bytesRead = 700 + bytesAt(second);
    req.complete = second >= completeAt;
    vi.advanceTimersByTime(1_000);
    if (req.destroyed) return second;
  }
  return undefined;
}

// It is looked at every five seconds.
test('a body that trickles is ended at the next look after its ten seconds of grace', () => {
  expect(endOf((second) => second * 100)).toBe(15);
  expect(endOf((second) => Math.min(second, 20) * 20_000 + Math.max(second - 20, 0) * 100)).toBeGreaterThan(20);
});

test('one that falls silent is ended after half a minute, however much came before', () => {
  expect(endOf(() => 50_000_000)).toBe(40);
});

test('one that keeps coming is not, nor is one that has come', () => {
  expect(endOf((second) => second * 16_500)).toBeUndefined();
  expect(endOf(() => 100, { completeAt: 5 })).toBeUndefined();
});

test('a reader that pauses is not the fault of the sender', () => {
  expect(endOf(() => 100, { isPaused: true })).toBeUndefined();
});
