import { createClient } from '@redis/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { db } from '#server/db.ts';
import { openBus } from '#server/live/bus.ts';
import { inTime } from '#server/live/redis-bus.ts';
import { sql } from '#server/sql.ts';
import { beBusy } from '../support/busy.ts';
import { noRedis, startRedis } from '../support/redis.ts';
import { startTunnel } from '../support/tunnel.ts';

/** A process as seen by the bus: the received payloads, and how often its streams were closed. */
async function join(url: string | undefined) {
  const received: string[] = [];
  let losses = 0;
  const bus = await openBus(url, {
    onEvent: (payload) => received.push(payload),
    onGap: () => (losses += 1),
  });
  onTestFinished(() => bus.stop());
  return { bus, received, losses: () => losses };
}
type Process = Awaited<ReturnType<typeof join>>;

/** Notifies all processes, like the database. */
const notifyAll = (processes: Process[], payload: string) =>
  processes.forEach(({ bus }) => bus.publish(payload));

/** Waits until each process receives a payload exactly once, through Redis if it runs. */
async function whenOnce(processes: Process[], name: string) {
  let tries = 0;
  await expect
    .poll(
      async () => {
        tries += 1;
        const payload = `${name} ${tries}`;
        notifyAll(processes, payload);
        await new Promise((resolve) => setTimeout(resolve, 50));
        return processes.map(({ received }) => received.filter((one) => one === payload).length);
      },
      { interval: 100 },
    )
    .toEqual(processes.map(() => 1));
}

test('without Redis each process listens to the database', async () => {
  const alone = await join(undefined);
  notifyAll([alone], 'badges:1');
  alone.bus.missed();
  expect(alone.received).toEqual(['badges:1']);
  expect(alone.losses()).toBe(1);
});

test('an answer that arrived while this process was busy is not too late', async () => {
  const ask = () => db.execute<{ number: number }>(sql`select 1 as number`);
  await ask();
  const answer = inTime(ask());
  await beBusy(2_200);
  expect(await answer).toEqual([{ number: 1 }]);
});

describe.skipIf(noRedis !== undefined)(
  `through Redis${noRedis ? `, left out: ${noRedis}` : ''}`,
  () => {
    test('one process forwards to all, once and in order, through Redis', async () => {
      const redis = await startRedis();
      onTestFinished(() => redis.stop());
      const seen: string[] = [];
      const witness = createClient({ url: redis.url });
      await witness.connect();
      onTestFinished(() => witness.destroy());
      await witness.subscribe('hearth:live', (payload) => seen.push(payload));
      const processes = [await join(redis.url), await join(redis.url), await join(redis.url)];
      await expect
        .poll(() => processes.map(({ losses }) => losses() > 0))
        .toEqual([true, true, true]);
      await whenOnce(processes, 'settled');
      const many = Array.from({ length: 200 }, (_, index) => `messages:1:${index}`);
      for (const payload of many) notifyAll(processes, payload);
      for (const { received } of processes)
        await expect.poll(() => received.slice(-200)).toEqual(many);
      expect(seen.slice(-200)).toEqual(many);
    });

    test('each process listens to the database while Redis is away, closes its streams, and returns to Redis', async () => {
      const redis = await startRedis();
      const processes = [await join(redis.url), await join(redis.url)];
      await expect.poll(() => processes.map(({ losses }) => losses() > 0)).toEqual([true, true]);
      await whenOnce(processes, 'before');
      const before = processes.map(({ losses }) => losses());
      await redis.stop();
      await whenOnce(processes, 'away');
      processes.forEach(({ losses }, index) => expect(losses()).toBeGreaterThan(before[index]!));
      const away = processes.map(({ losses }) => losses());
      const again = await startRedis(redis.port);
      onTestFinished(() => again.stop());
      await expect
        .poll(() => processes.every(({ losses }, index) => losses() > away[index]!))
        .toBe(true);
      await whenOnce(processes, 'back');
    });

    test('a Redis that does not answer counts as away: each process listens to the database, and streams are closed', async () => {
      const redis = await startRedis();
      onTestFinished(() => redis.stop());
      const processes = [await join(redis.url), await join(redis.url)];
      await expect.poll(() => processes.map(({ losses }) => losses() > 0)).toEqual([true, true]);
      await whenOnce(processes, 'before');
      const before = processes.map(({ losses }) => losses());
      redis.freeze();
      await expect
        .poll(() => processes.every(({ losses }, index) => losses() > before[index]!))
        .toBe(true);
      notifyAll(processes, 'badges:1');
      expect(processes.map(({ received }) => received.at(-1))).toEqual(['badges:1', 'badges:1']);
      const away = processes.map(({ losses }) => losses());
      redis.thaw();
      await expect
        .poll(() => processes.every(({ losses }, index) => losses() > away[index]!))
        .toBe(true);
      await whenOnce(processes, 'back');
    });

    test('a silent connection is replaced by a new one', async () => {
      const redis = await startRedis();
      onTestFinished(() => redis.stop());
      const tunnel = await startTunnel(redis.url);
      onTestFinished(() => tunnel.stop());
      const alone = await join(`redis://127.0.0.1:${tunnel.port}`);
      await expect.poll(() => alone.losses()).toBeGreaterThan(0);
      await whenOnce([alone], 'before');
      const before = alone.losses();
      tunnel.silence();
      // Once for the lost connection, once for the new one.
      await expect.poll(() => alone.losses()).toBeGreaterThanOrEqual(before + 2);
      await whenOnce([alone], 'after');
    });

    test('when the forwarding process ends, another takes over, and streams are closed in between', async () => {
      const redis = await startRedis();
      onTestFinished(() => redis.stop());
      const first = await join(redis.url);
      await expect.poll(() => first.losses()).toBeGreaterThan(0);
      const second = await join(redis.url);
      await expect.poll(() => second.losses()).toBeGreaterThan(0);
      await whenOnce([first, second], 'two');
      const before = second.losses();
      await first.bus.stop();
      await expect.poll(() => second.losses()).toBeGreaterThan(before);
      await whenOnce([second], 'one');
    });
  },
);
