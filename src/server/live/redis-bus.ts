import { randomUUID } from 'node:crypto';
import { createClient } from '@redis/client';
import { errorFields, log } from '#server/log.ts';
import type { Bus, Ear } from './bus.ts';

const channel = 'hearth:live';
const tellerKey = 'hearth:live:teller';
const lost = '!lost';
const renewEvery = 1_000;
const tellerFor = 3_000;

/** Takes the place, or keeps it. Answers whose it is now. */
const claim = `
  if redis.call('set', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return {ARGV[1], 1} end
  local holder = redis.call('get', KEYS[1])
  if holder == ARGV[1] then redis.call('pexpire', KEYS[1], ARGV[2]) end
  return {holder, 0}`;
const release = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

/**
 * One process, the teller, passes on what the database tells; all hear it from Redis. While Redis is away each process hears the database
 * itself. Whenever something may have been missed in between, streams are closed, and clients ask for everything.
 */
export async function redisBus(url: string, { hear, lose }: Ear): Promise<Bus> {
  const own = randomUUID();
  const options = {
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: 2_000, reconnectStrategy: (tries: number) => Math.min(100 * 2 ** tries, 3_000) + Math.floor(Math.random() * 200) },
  };
  const teller = createClient(options);
  const listener = createClient(options);
  let isTeller = false;
  /** Heard from Redis, and somebody tells there. */
  let isJoined = false;
  let isStopped = false;

  const leave = (reason: string, error?: unknown) => {
    isTeller = false;
    if (!isJoined) return;
    isJoined = false;
    log('warn', 'live events come from the database: Redis is away', { reason, ...(error ? errorFields(error) : {}) });
    lose();
  };
  for (const client of [teller, listener]) {
    client.on('error', (error: unknown) => leave('connection', error));
    client.on('end', () => leave('end'));
  }
  const publish = (said: string) => void teller.publish(channel, said).catch((error: unknown) => leave('publish', error));

  let isRenewing = false;
  const renew = async () => {
    if (isRenewing || isStopped || !teller.isReady || !listener.isReady || !isSubscribed) return;
    isRenewing = true;
    try {
      const [holder, isNew] = (await teller.eval(claim, { keys: [tellerKey], arguments: [own, String(tellerFor)] })) as [string, number];
      isTeller = holder === own;
      // Between two tellers something may have been told that nobody passed on.
      if (isNew) publish(lost);
      if (isJoined) return;
      isJoined = true;
      log('info', 'live events come through Redis');
      lose();
    } catch (error) {
      leave('renew', error);
    } finally {
      isRenewing = false;
    }
  };
  let isSubscribed = false;
  const timer = setInterval(() => void renew(), renewEvery).unref();
  // What was subscribed to comes back by itself after a break.
  const subscribe = async () => {
    await listener.subscribe(channel, (said) => {
      if (!isJoined) return;
      if (said === lost) lose();
      else hear(said);
    });
    isSubscribed = true;
    await renew();
  };
  // The site starts also while Redis is away.
  void Promise.all([teller.connect(), listener.connect().then(subscribe)]).then(renew, (error: unknown) => log('warn', 'Redis', errorFields(error)));

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
      isStopped = true;
      clearInterval(timer);
      if (isTeller && teller.isReady) await teller.eval(release, { keys: [tellerKey], arguments: [own] }).catch(() => undefined);
      for (const client of [teller, listener]) client.destroy();
    },
  };
}
