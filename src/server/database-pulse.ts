import { randomUUID } from 'node:crypto';
import { env } from './env.ts';
import { log } from './log.ts';
import { postgresAt } from './postgres-at.ts';

const beatEvery = 250;
/** Without an echo for this long, notifications may be lost: the page cache must not be trusted. */
const deafAfter = 800;
/** Without an echo for this long the database counts as away: requests get 503 at once instead of waiting. */
const awayAfter = 1_400;

export interface Pulse {
  /** Notifications are arriving: what was cached and not invalidated is still true. */
  isTrusted: () => boolean;
  isAway: () => boolean;
  /** Rejects as soon as the database is away; for racing against work that waits for it. */
  whenAway: () => Promise<never>;
  /** Resolves once notifications are arriving; never, while the database is away. */
  whenHeard: () => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Listens to `cache`, `live` and `due` notifications and proves, by hearing its own heartbeat, that they arrive.
 * @param onTag a tag was invalidated by a committed transaction, in whatever process
 * @param onLive something is to be told to open streams
 * @param onDue something waits to be sent out
 * @param onLost notifications may have been missed, or may come late
 * @param onGap what was told to open streams may have been missed
 */
export function startPulse(onTag: (tag: string) => void, onLive: (said: string) => void, onDue: () => void, onLost: () => void, onGap: () => void): Pulse {
  const channel = `beat_${randomUUID().replaceAll('-', '')}`;
  const client = postgresAt(env().DATABASE_URL!, {
    max: 1,
    idle_timeout: 0,
    connect_timeout: 2,
    backoff: () => 0.2,
    onnotice: () => {},
    // See array-types.ts; no arrays come here.
    fetch_types: false,
    connection: { application_name: 'hearth-pulse' },
  });
  let lastEcho = performance.now();
  let lastTick = performance.now();
  /** How long there was no echo, in time in which this process had its turns: where it gets none, its heartbeat gets none either. */
  let silence = 0;
  let trusted = false;
  let away = false;
  let stopped = false;
  let sending = false;
  let waiting: Array<(error: Error) => void> = [];
  let listening: Array<() => void> = [];

  const lose = () => {
    if (trusted) log('warn', 'page cache off: no database notifications');
    trusted = false;
    onLost();
  };

  const subscribe = async () => {
    try {
      await client.listen('cache', onTag, onLost);
      // A process that is only busy hears later what was told meanwhile; after a new connection something may be missing.
      await client.listen('live', onLive, onGap);
      await client.listen('due', onDue);
      await client.listen(channel, () => {
        lastEcho = performance.now();
        silence = 0;
        if (!trusted) onLost();
        trusted = true;
        for (const resolve of listening.splice(0)) resolve();
        if (away) log('info', 'database is back');
        away = false;
      });
    } catch {
      if (!stopped) setTimeout(subscribe, 500).unref();
    }
  };
  void subscribe();

  const judge = () => {
    if (performance.now() - lastEcho > deafAfter && trusted) lose();
    if (silence <= awayAfter || away) return;
    away = true;
    log('warn', 'database away');
    for (const reject of waiting) reject(Object.assign(new Error('database away'), { code: 'CONNECTION_CLOSED' }));
    waiting = [];
    listening = [];
  };

  const timer = setInterval(() => {
    const now = performance.now();
    silence += Math.min(now - lastTick, 1.2 * beatEvery);
    lastTick = now;
    // Timers come before what has arrived on the lines: the echo may lie there, unread.
    setImmediate(judge);
    if (sending) return;
    sending = true;
    client
      .notify(channel, '')
      .catch(() => {})
      .finally(() => (sending = false));
  }, beatEvery);

  const isTrusted = () => trusted && performance.now() - lastEcho <= deafAfter;

  return {
    isTrusted,
    isAway: () => away,
    whenAway: () =>
      new Promise((_, reject) => {
        waiting.push(reject);
        // Forgotten once per second would do; the list is cut here so that it never outgrows the requests in flight.
        if (waiting.length > 4_096) waiting.splice(0, 2_048);
      }),
    whenHeard: async () => {
      if (!isTrusted()) await new Promise<void>((resolve) => listening.push(resolve));
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await client.end({ timeout: 1 }).catch(() => {});
    },
  };
}
