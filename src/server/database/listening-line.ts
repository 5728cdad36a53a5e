import { randomUUID } from 'node:crypto';
import { env } from '#server/env.ts';
import { postgresAt } from '#server/postgres-at.ts';

/** One connection that listens. Its beats prove that what is notified arrives. */
export interface ListeningLine {
  openedAt: number;
  /** When its own beat was heard last; undefined until the first. */
  echoAt: number | undefined;
  beat(): void;
  close(): void;
}

interface LineHandlers {
  echoed(): void;
  notified(channel: string, payload: string): void;
  /** It broke, or could not be opened. */
  ended(): void;
}

const channels = ['cache', 'live', 'due'];
/** Beats on their way; a slow network carries several at once. */
const maxBeats = 40;
const answerWithin = 8_000;

export function openLine({ echoed, notified, ended }: LineHandlers): ListeningLine {
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
    connection: { application_name: 'hearth-pulse' },
    onclose: finish,
    // Known to the driver, though not to its types. Its own `listen` hides when a connection
    // breaks.
    onnotify(channel: string, payload: string) {
      if (isClosed) return;
      if (channel !== own) return notified(channel, payload);
      line.echoAt = performance.now();
      echoed();
    },
  };
  // A beat is worth no waiting for the disk.
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
    beat() {
      if (!isListening || isClosed || beats >= maxBeats) return;
      beats += 1;
      client.unsafe(`notify ${own}`).then(() => (beats -= 1), finish);
    },
    close,
  };
  client.unsafe([...channels, own].map((channel) => `listen ${channel}`).join('; ')).then(() => {
    isListening = true;
    line.beat();
  }, finish);
  return line;
}
