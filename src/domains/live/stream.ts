import { tellLive, type LiveChange, type LiveSubject } from '#lib/live-events.ts';
import { onWatched, watchedSubjects } from '#lib/live-watch.ts';
import { whenShown } from '#lib/when-shown.ts';
import { drawnAfter, listen, type Listening } from './event-source.ts';
import type { OnScreen } from './subscriptions.ts';

// One stream for all tabs of a browser: the tab that holds the lock has it, and passes on what
// comes. Nothing is opened by a screen that is only drawn ahead of the click.

const joined = 'joined';
const watching = 'watching';
/** Tabs that join later are told of what came since their screen may have been served. */
const keptFor = 60_000;
const mostKept = 100;

interface Watching {
  tab: string;
  subjects: OnScreen[];
}

type Passed = { type: string; data: unknown };

let leave: (() => void) | undefined;

/** @param drawnAt wire time of what was served with the screen */
function join(name: string, drawnAt: string): void {
  const channel = new BroadcastChannel(name);
  const passed = new Map<string, Passed & { at: number }>();
  const tab = Math.random().toString(36).slice(2);
  // What other tabs show; the tab with the stream tells the server of all.
  const elsewhere = new Map<string, OnScreen[]>();
  const shownHere = () =>
    watchedSubjects().map(({ subject, since, turn }): OnScreen => ({
      subject,
      since: since || drawnAt,
      key: `${tab} ${turn}`,
    }));
  let listening: Listening | undefined;
  const sayWatched = () => {
    if (listening) listening.watch();
    else
      channel.postMessage({
        type: watching,
        data: { tab, subjects: shownHere() },
      } satisfies Passed);
  };
  const stopWatching = onWatched(sayWatched);
  channel.onmessage = ({ data: { type, data } }: MessageEvent<Passed>) => {
    if (type === watching) {
      const said = data as Watching;
      if (said.subjects.length) elsewhere.set(said.tab, said.subjects);
      else elsewhere.delete(said.tab);
      return listening?.watch();
    }
    if (type === 'connection' && !listening) sayWatched();
    if (type !== joined) return tellLive(type, data);
    for (const one of passed.values())
      if (one.type === 'connection' || Date.now() - one.at < keptFor)
        channel.postMessage({ type: one.type, data: one.data } satisfies Passed);
  };
  channel.postMessage({ type: joined, data: null } satisfies Passed);
  const tell = (type: string, data: unknown) => {
    const { id = '', subject = '' } = data as Partial<LiveSubject & LiveChange>;
    const key = `${type} ${id}${subject}`;
    passed.delete(key);
    if (type !== 'typing') passed.set(key, { type, data, at: Date.now() });
    if (passed.size > mostKept)
      passed.delete(passed.keys().find((one) => !one.startsWith('connection'))!);
    tellLive(type, data);
    channel.postMessage({ type, data } satisfies Passed);
  };
  const leaving = new AbortController();
  leave = () => {
    leaving.abort();
    stopWatching();
    channel.postMessage({ type: watching, data: { tab, subjects: [] } } satisfies Passed);
    channel.close();
    leave = undefined;
  };
  const lead = () =>
    new Promise<void>((done) => {
      listening = listen(tell, () => [...elsewhere.values(), shownHere()].flat());
      leaving.signal.addEventListener('abort', () => {
        listening?.stop();
        done();
      });
    });
  // Without a secure connection there are no locks, and each tab listens for itself.
  if (!('locks' in navigator)) return void lead();
  navigator.locks.request(name, { signal: leaving.signal }, lead).catch(() => undefined);
}

/**
 * Only for members; what the stream brings is for `onLive` of lib/live-events.ts.
 * @param lastEvent the last one before the screen was drawn
 * @param drawnAt when that was, as wire time
 */
export function startLive(memberId: number, lastEvent: string, drawnAt: string): void {
  drawnAfter(lastEvent);
  const name = `live ${memberId}`;
  whenShown(() => join(name, drawnAt));
  addEventListener('pagehide', () => leave?.());
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && !leave) join(name, drawnAt);
  });
}
