import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startHeartbeat } from '#server/database/heartbeat.ts';
import { env } from '#server/env.ts';
import { waitUntil } from '../../scripts/launch/processes.ts';
import { startDatabaseTunnel } from '../support/tunnel.ts';

/** Waits in real time: `expect.poll` would move the clock of the test on with each look. */
async function becomes<Value>(read: () => Value, value: Value) {
  await waitUntil(() => read() === value, 10_000, 5);
  expect(read()).toBe(value);
}

/** A heartbeat through a tunnel, whose time passes by beats and only when the test says so. */
async function startWithOwnTime() {
  const { DATABASE_URL } = env();
  const tunnel = await startDatabaseTunnel(DATABASE_URL!);
  env().DATABASE_URL = tunnel.url;
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  const nothing = () => undefined;
  const heartbeat = startHeartbeat({
    invalidate: nothing,
    live: nothing,
    due: nothing,
    gap: nothing,
  });
  onTestFinished(() => {
    heartbeat.stop();
    vi.useRealTimers();
    tunnel.stop();
    env().DATABASE_URL = DATABASE_URL;
  });
  const passBeats = async (count: number) => {
    for (let beat = 0; beat < count; beat += 1) {
      vi.advanceTimersByTime(250);
      // It judges a turn later, once it has read what had arrived.
      await nextTurn();
      await nextTurn();
    }
  };
  await heartbeat.whenListening();
  return { heartbeat, tunnel, passBeats };
}

test('a database is away after seven beats without an answer, and not after six', async () => {
  const { heartbeat, tunnel, passBeats } = await startWithOwnTime();
  tunnel.freeze();
  await passBeats(6);
  expect(heartbeat.isAway()).toBe(false);
  await passBeats(1);
  expect(heartbeat.isAway()).toBe(true);
});

test('an answer after six beats ends the silence, though another connection was dialled', async () => {
  const { heartbeat, tunnel, passBeats } = await startWithOwnTime();
  tunnel.open();
  // Longer than six of its own beats take.
  tunnel.delay(400);
  await passBeats(6);
  await becomes(() => tunnel.dialled('hearth-heartbeat'), 1);
  await becomes(heartbeat.isTrusted, true);
  await passBeats(1);
  expect(heartbeat.isAway()).toBe(false);
});

test('after a long silence one new connection that works is enough', async () => {
  const { heartbeat, tunnel, passBeats } = await startWithOwnTime();
  tunnel.freeze();
  await passBeats(40);
  // Four dialled meanwhile never answer: they are tried beside the first, not after it.
  await becomes(() => tunnel.connections('hearth-heartbeat'), 5);
  tunnel.open();
  // One more is tried every ten beats.
  await passBeats(10);
  await becomes(heartbeat.isTrusted, true);
  expect(heartbeat.isAway()).toBe(false);
  expect(tunnel.dialled('hearth-heartbeat')).toBe(1);
});

test('a database whose echoes take five beats each is away until they are fast again', async () => {
  const { heartbeat, tunnel, passBeats } = await startWithOwnTime();
  tunnel.hold('hearth-heartbeat');
  // Answers may come in several pieces.
  const echoes = () => tunnel.held('beat_');
  for (let beat = 1; beat <= 5; beat += 1) {
    await passBeats(1);
    await becomes(echoes, beat);
  }
  expect(heartbeat.isAway()).toBe(false);
  // From now on each beat brings the echo of the fifth before it.
  for (let beat = 0; beat < 8; beat += 1) {
    await passBeats(1);
    await becomes(echoes, 6);
    while (echoes() > 5) tunnel.release(1);
  }
  await becomes(heartbeat.isAway, true);
  tunnel.release();
  await passBeats(1);
  await becomes(heartbeat.isAway, false);
});
