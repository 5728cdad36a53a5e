import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { errorFields, log } from '#server/log.ts';
import { afterSafeMode } from '#server/safe-mode.ts';
import type { Bus, BusHandlers } from './bus.ts';

const channel = 'hearth:live';
const leaderKey = 'hearth:live:teller';
const lost = '!lost';
const renewEvery = 1_000;
const leaseFor = 3_000;
const answerWithin = 2_000;

/** Acquires or renews the leader lease. Returns the leader and whether it is new. */
const claim = `
  if redis.call('set', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return {ARGV[1], 1} end
  local leader = redis.call('get', KEYS[1])
  if leader == ARGV[1] then redis.call('pexpire', KEYS[1], ARGV[2]) end
  return {leader, 0}`;
const release = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

const maxPause = 3_000;
const pauseAfter = (failures: number) =>
  Math.min(100 * 2 ** failures, maxPause) + Math.floor(Math.random() * 200);

/** Rejects after a timeout: a server that accepts and does not answer is away. */
export async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  const over = new AbortController();
  const late = sleep(answerWithin, undefined, { signal: over.signal, ref: false }).then(
    async () => {
      // Timers run before socket reads: the answer may have arrived unread.
      await nextTurn();
      throw new Error('Redis does not answer');
    },
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    late.catch(() => undefined);
    over.abort();
  }
}

/** Two connections, both discarded when one fails. */
function openSession(url: string) {
  const options = {
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: answerWithin, reconnectStrategy: false as const },
  };
  const publisher = createClient(options);
  const listener = createClient(options);
  const failed = new Promise<never>((_, reject) => {
    for (const client of [publisher, listener]) {
      client.on('error', reject);
      client.on('end', () => reject(new Error('The connection to Redis ended')));
    }
  });
  failed.catch(() => undefined);
  const destroy = () => {
    for (const client of [publisher, listener]) if (client.isOpen) client.destroy();
  };
  return { publisher, listener, failed, destroy };
}
type Session = ReturnType<typeof openSession>;

/**
 * One process, the leader, publishes the database's events to Redis; all processes receive them
 * from there. While Redis is away or does not answer, each process listens to the database itself.
 * Whenever events may have been missed in between, streams are closed and clients reload.
 */
export async function redisBus(url: string, { onEvent, onGap }: BusHandlers): Promise<Bus> {
  const own = randomUUID();
  const stopping = new AbortController();
  let session: Session | undefined;
  let isLeader = false;
  /** Events come from Redis, where some process publishes them. */
  let isJoined = false;

  function leave(error: unknown) {
    isLeader = false;
    if (!isJoined) return;
    isJoined = false;
    log('warn', 'live events come from the database: Redis is away', errorFields(error));
    onGap();
  }

  const publishToRedis = (event: string) => {
    const through = session;
    through?.publisher.publish(channel, event).catch((error: unknown) => {
      if (through === session) leave(error);
    });
  };

  async function begin({ publisher, listener }: Session) {
    await Promise.all([publisher.connect(), listener.connect()]);
    await listener.subscribe(channel, (event) => {
      if (!isJoined) return;
      if (event === lost) onGap();
      else onEvent(event);
    });
  }

  /** Pings the listening connection as well: each may fall silent on its own. */
  async function renew({ publisher, listener }: Session) {
    const claimed = publisher.eval(claim, {
      keys: [leaderKey],
      arguments: [own, String(leaseFor)],
    });
    const [answer] = await inTime(Promise.all([claimed, listener.ping()]));
    const [leader, isNew] = answer as [string, number];
    isLeader = leader === own;
    // Between two leaders events may have been lost.
    if (isNew) publishToRedis(lost);
    if (isJoined) return;
    isJoined = true;
    log('info', 'live events come through Redis');
    onGap();
  }

  async function keep() {
    for (let failures = 0; !stopping.signal.aborted; failures += 1) {
      const current = openSession(url);
      session = current;
      try {
        await Promise.race([inTime(begin(current)), current.failed]);
        while (!stopping.signal.aborted) {
          await Promise.race([renew(current), current.failed]);
          failures = 0;
          await Promise.race([
            sleep(renewEvery, undefined, { signal: stopping.signal, ref: false }),
            current.failed,
          ]);
        }
      } catch (error) {
        if (stopping.signal.aborted) return;
        if (!isJoined && !failures) log('warn', 'Redis', errorFields(error));
        leave(error);
      }
      current.destroy();
      await sleep(pauseAfter(failures), undefined, { signal: stopping.signal, ref: false }).catch(
        () => undefined,
      );
    }
  }
  let keeping: Promise<void> | undefined;
  // A copy must not become the leader of the site's processes.
  await afterSafeMode(async () => {
    // Not awaited: the site also starts while Redis is away.
    keeping = keep();
  });

  return {
    publish(event) {
      if (!isJoined) onEvent(event);
      else if (isLeader) publishToRedis(event);
    },
    missed() {
      if (isJoined && isLeader) publishToRedis(lost);
      else onGap();
    },
    async stop() {
      stopping.abort();
      if (isLeader && session) {
        await inTime(
          session.publisher.eval(release, { keys: [leaderKey], arguments: [own] }),
        ).catch(() => undefined);
      }
      session?.destroy();
      await keeping;
    },
  };
}
