import { type LiveSubject, tellLive } from '#lib/live-events.ts';
import { whenShown } from '#lib/when-shown.ts';
import { listen } from './listen.ts';

// One stream for all tabs of a browser: the tab that holds the lock has it, and passes on what comes. Nothing is opened by a screen
// that is only drawn ahead of the click.

const joined = 'joined';
/** Tabs that join later are told of what came since their screen may have been served. */
const keptFor = 60_000;
const mostKept = 100;

type Passed = { type: string; data: unknown };

let leave: (() => void) | undefined;

function join(name: string): void {
  const channel = new BroadcastChannel(name);
  const passed = new Map<string, Passed & { at: number }>();
  channel.onmessage = ({ data: { type, data } }: MessageEvent<Passed>) => {
    if (type !== joined) return tellLive(type, data);
    for (const one of passed.values()) if (one.type === 'connection' || Date.now() - one.at < keptFor) channel.postMessage({ type: one.type, data: one.data } satisfies Passed);
  };
  channel.postMessage({ type: joined, data: null } satisfies Passed);
  const tell = (type: string, data: unknown) => {
    const key = `${type} ${(data as Partial<LiveSubject>).id ?? ''}`;
    passed.delete(key);
    if (type !== 'typing') passed.set(key, { type, data, at: Date.now() });
    if (passed.size > mostKept) passed.delete(passed.keys().find((one) => !one.startsWith('connection'))!);
    tellLive(type, data);
    channel.postMessage({ type, data } satisfies Passed);
  };
  const leaving = new AbortController();
  leave = () => {
    leaving.abort();
    channel.close();
    leave = undefined;
  };
  const lead = () =>
    new Promise<void>((done) => {
      const stop = listen(tell);
      leaving.signal.addEventListener('abort', () => {
        stop();
        done();
      });
    });
  // Without a secure connection there are no locks, and each tab listens for itself.
  if (!('locks' in navigator)) return void lead();
  navigator.locks.request(name, { signal: leaving.signal }, lead).catch(() => undefined);
}

/** Only for members; what the stream brings is for `onLive` of lib/live-events.ts. */
export function startLive(memberId: number): void {
  const name = `live ${memberId}`;
  whenShown(() => join(name));
  addEventListener('pagehide', () => leave?.());
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && !leave) join(name);
  });
}
