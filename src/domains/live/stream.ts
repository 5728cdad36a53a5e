import { emitLive, type LiveChange, type LiveSubject } from '#lib/live-events.ts';
import { onWatched, watchedSubjects } from '#lib/live-watch.ts';
import { whenShown } from '#lib/when-shown.ts';
import { listen, setLastEvent, type LiveConnection } from './event-source.ts';
import type { ShownSubject } from './subscriptions.ts';

// One stream per browser: the tab that holds the lock connects and forwards the events to the
// others. Prerendered pages connect only once shown.

const joined = 'joined';
const watching = 'watching';
/** Recent events are repeated for tabs that join later. */
const recentTime = 60_000;
const maxRecentEvents = 100;

interface TabSubjects {
  tab: string;
  subjects: ShownSubject[];
}

type ForwardedEvent = { type: string; data: unknown };

let leave: (() => void) | undefined;

/**
 * @param drawnAt wire time when the screen was served
 */
function join(name: string, drawnAt: string): void {
  const channel = new BroadcastChannel(name);
  const recentEvents = new Map<string, ForwardedEvent & { at: number }>();
  const tab = Math.random().toString(36).slice(2);
  // Subjects of other tabs; the connected tab subscribes to all of them.
  const otherTabs = new Map<string, ShownSubject[]>();
  const ownSubjects = () =>
    watchedSubjects().map(({ subject, since, turn }): ShownSubject => ({
      subject,
      since: since || drawnAt,
      key: `${tab} ${turn}`,
    }));
  let connection: LiveConnection | undefined;
  const sendSubjects = () => {
    if (connection) connection.watch();
    else
      channel.postMessage({
        type: watching,
        data: { tab, subjects: ownSubjects() },
      } satisfies ForwardedEvent);
  };
  const stopWatching = onWatched(sendSubjects);
  channel.onmessage = ({ data: { type, data } }: MessageEvent<ForwardedEvent>) => {
    if (type === watching) {
      const update = data as TabSubjects;
      if (update.subjects.length) otherTabs.set(update.tab, update.subjects);
      else otherTabs.delete(update.tab);
      return connection?.watch();
    }
    if (type === 'connection' && !connection) sendSubjects();
    if (type !== joined) return emitLive(type, data);
    for (const one of recentEvents.values())
      if (one.type === 'connection' || Date.now() - one.at < recentTime)
        channel.postMessage({ type: one.type, data: one.data } satisfies ForwardedEvent);
  };
  channel.postMessage({ type: joined, data: null } satisfies ForwardedEvent);
  const forward = (type: string, data: unknown) => {
    const { id = '', subject = '' } = data as Partial<LiveSubject & LiveChange>;
    const key = `${type} ${id}${subject}`;
    recentEvents.delete(key);
    if (type !== 'typing') recentEvents.set(key, { type, data, at: Date.now() });
    if (recentEvents.size > maxRecentEvents)
      recentEvents.delete(recentEvents.keys().find((one) => !one.startsWith('connection'))!);
    emitLive(type, data);
    channel.postMessage({ type, data } satisfies ForwardedEvent);
  };
  const leaving = new AbortController();
  leave = () => {
    leaving.abort();
    stopWatching();
    channel.postMessage({ type: watching, data: { tab, subjects: [] } } satisfies ForwardedEvent);
    channel.close();
    leave = undefined;
  };
  const connect = () =>
    new Promise<void>((done) => {
      connection = listen(forward, () => [...otherTabs.values(), ownSubjects()].flat());
      leaving.signal.addEventListener('abort', () => {
        connection?.stop();
        done();
      });
    });
  // Insecure contexts have no locks, so every tab connects by itself.
  if (!('locks' in navigator)) return void connect();
  navigator.locks.request(name, { signal: leaving.signal }, connect).catch(() => undefined);
}

/**
 * Starts the stream of a member; `onLive` of lib/live-events.ts receives its events.
 * @param lastEvent id of the last event before the screen was rendered
 * @param drawnAt wire time when it was rendered
 */
export function startLive(memberId: number, lastEvent: string, drawnAt: string): void {
  setLastEvent(lastEvent);
  const name = `live ${memberId}`;
  whenShown(() => join(name, drawnAt));
  addEventListener('pagehide', () => leave?.());
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && !leave) join(name, drawnAt);
  });
}
