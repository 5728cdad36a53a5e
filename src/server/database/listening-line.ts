import { randomUUID } from 'node:crypto';
import { env } from '#server/env.ts';
import { postgresAt } from '#server/postgres-at.ts';

/** One LISTEN connection. The echo of its beats proves that notifications arrive. */
export interface ListeningLine {
  openedAt: number;
  /** Time of the last echo of its own beat; undefined before the first. */
  echoAt: number | undefined;
  /** When that beat was sent: what was committed before has been notified. */
  receivedUpTo: number;
  /** Milliseconds until that echo, of the clock given. */
  roundTrip: number;
  beat(): void;
  close(): void;
}

interface LineHandlers {
  /** Measures round trips: the time in which this process could read an echo. */
  clock(): number;
  echoed(): void;
  notified(channel: string, payload: string): void;
  /** It broke, or could not be opened. */
  ended(): void;
}

/** Names the connection that each serving process keeps open. */
export const heartbeatName = 'hearth-heartbeat';
const channels = ['cache', 'live', 'due'];
/** Beats on their way; a slow network carries several at once. */
const maxBeats = 40;
const answerWithin = 8_000;

export function openLine({ clock, echoed, notified, ended }: LineHandlers): ListeningLine {
  const own = `beat_${randomUUID().replaceAll('-', '')}`;
  let isListening = false;
  let isClosed = false;
  let beats = 0;

  const finish = () => {
    if (isClosed) return;
    close();
    ended();
  };
  const options = {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    onnotice: () => {},
    // See array-types.ts; no arrays come here.
    fetch_types: false,
    connection: { application_name: heartbeatName },
    onclose: finish,
    // Supported by the driver but missing in its types. Its own `listen` hides a broken connection.
    onnotify(channel: string, payload: string) {
      if (isClosed) return;
      if (channel !== own) return notified(channel, payload);
      line.echoAt = performance.now();
      const [sentAt, readBy] = payload.split(' ').map(Number);
      line.receivedUpTo = sentAt!;
      line.roundTrip = clock() - readBy!;
      echoed();
    },
  };
  // A beat need not be flushed to disk.
  const settings = { synchronous_commit: 'off', statement_timeout: 5_000 };
  const client = postgresAt(env().DATABASE_URL!, options, {
    settings,
    answerWithin,
    dialsOnce: true,
  });

  function close() {
    isClosed = true;
    void client.end({ timeout: 0 }).catch(() => undefined);
  }

  const line: ListeningLine = {
    openedAt: performance.now(),
    echoAt: undefined,
    receivedUpTo: -Infinity,
    roundTrip: 0,
    beat() {
      if (!isListening || isClosed || beats >= maxBeats) return;
      beats += 1;
      client
        .unsafe(`notify ${own}, '${performance.now()} ${clock()}'`)
        .then(() => (beats -= 1), finish);
    },
    close,
  };
  client.unsafe([...channels, own].map((channel) => `listen ${channel}`).join('; ')).then(() => {
    isListening = true;
    line.beat();
  }, finish);
  return line;
}
