import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { errorFields, log } from '#server/log.ts';
import type { Bus, Ear } from './bus.ts';

const channel = 'hearth:live';
const tellerKey = 'hearth:live:teller';
const lost = '!lost';
const renewEvery = 1_000;
const tellerFor = 3_000;
const answerWithin = 2_000;

/** Takes the place, or keeps it. Answers whose it is now. */
const claim = `
  if redis.call('set', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return {ARGV[1], 1} end
  local holder = redis.call('get', KEYS[1])
  if holder == ARGV[1] then redis.call('pexpire', KEYS[1], ARGV[2]) end
  return {holder, 0}`;
const release = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

const maxPause = 3_000;
const pauseAfter = (failures: number) =>
  Math.min(100 * 2 ** failures, maxPause) + Math.floor(Math.random() * 200);

/** What takes longer has failed: a server that accepts and does not answer is away. */
async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  const over = new AbortController();
  const late = sleep(answerWithin, undefined, { signal: over.signal, ref: false }).then(() => {
    throw new Error('Redis does not answer');
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    late.catch(() => undefined);
    over.abort();
  }
}

/** Two connections, thrown away when one of them fails. */
function openSession(url: string) {
  const options = {
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: answerWithin, reconnectStrategy: false as const },
  };
  const teller = createClient(options);
  const listener = createClient(options);
  const failed = new Promise<never>((_, reject) => {
    for (const client of [teller, listener]) {
      client.on('error', reject);
      client.on('end', () => reject(new Error('The connection to Redis ended')));
    }
  });
  failed.catch(() => undefined);
  const destroy = () => {
    for (const client of [teller, listener]) if (client.isOpen) client.destroy();
  };
  return { teller, listener, failed, destroy };
}
type Session = ReturnType<typeof openSession>;

/**
 * One process, the teller, passes on what the database tells; all hear it from Redis. While Redis
 * is away, or does not answer, each process hears the database itself. Whenever something may have
 * been missed in between, streams are closed, and clients ask for everything.
 */
export async function redisBus(url: string, { hear, lose }: Ear): Promise<Bus> {
  const own = randomUUID();
  const stopping = new AbortController();
  let session: Session | undefined;
  let isTeller = false;
  /** Heard from Redis, and somebody tells there. */
  let isJoined = false;

  function leave(error: unknown) {
    isTeller = false;
    if (!isJoined) return;
    isJoined = false;
    log('warn', 'live events come from the database: Redis is away', errorFields(error));
    lose();
  }

  const publish = (said: string) => {
    const through = session;
    through?.teller.publish(channel, said).catch((error: unknown) => {
      if (through === session) leave(error);
    });
  };

  async function begin({ teller, listener }: Session) {
    await Promise.all([teller.connect(), listener.connect()]);
    await listener.subscribe(channel, (said) => {
      if (!isJoined) return;
      if (said === lost) lose();
      else hear(said);
    });
  }

  /** Also the connection that listens has to answer: each may fall silent by itself. */
  async function renew({ teller, listener }: Session) {
    const claimed = teller.eval(claim, { keys: [tellerKey], arguments: [own, String(tellerFor)] });
    const [answer] = await inTime(Promise.all([claimed, listener.ping()]));
    const [holder, isNew] = answer as [string, number];
    isTeller = holder === own;
    // Between two tellers something may have been told that nobody passed on.
    if (isNew) publish(lost);
    if (isJoined) return;
    isJoined = true;
    log('info', 'live events come through Redis');
    lose();
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
  // The site starts also while Redis is away.
  const keeping = keep();

  return {
    told(said) {
      if (!isJoined) hear(said);
      else if (isTeller) publish(said);
    },
    missed() {
      if (isJoined && isTeller) publish(lost);
      else lose();
    },
    async stop() {
      stopping.abort();
      if (isTeller && session) {
        await inTime(session.teller.eval(release, { keys: [tellerKey], arguments: [own] })).catch(
          () => undefined,
        );
      }
      session?.destroy();
      await keeping;
    },
  };
}
