import { readBadges } from '#domains/notifications/notifications.calls.ts';
import { keep, readKept } from '#lib/kept.ts';
import { tellLive } from '#lib/live-events.ts';
import { whenShown } from '#lib/when-shown.ts';

// One stream for all tabs of a browser: the tab that holds the lock has it, and passes on what comes. Nothing is opened by a screen
// that is only drawn ahead of the click.

const pollEvery = 30_000;
const lastEvent = 'live event';
const joined = 'joined';

type Passed = { type: string; data: unknown };

let leave: (() => void) | undefined;

function join(name: string): void {
  const channel = new BroadcastChannel(name);
  // Of what this tab has passed on, the newest of each kind: for tabs that join later, with a screen that was served before.
  const passed = new Map<string, Passed>();
  channel.onmessage = ({ data: { type, data } }: MessageEvent<Passed>) => {
    if (type !== joined) tellLive(type, data);
    else for (const one of passed.values()) channel.postMessage(one);
  };
  channel.postMessage({ type: joined, data: null } satisfies Passed);
  const tell = (type: string, data: unknown) => {
    passed.set(type, { type, data });
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

/** Keeps the stream open, and asks every half minute where there is none to be had. Gives what ends both. */
function listen(tell: (type: string, data: unknown) => void): () => void {
  let source: EventSource | undefined;
  let polling: ReturnType<typeof setInterval> | undefined;
  let isOver = false;
  let isAsking = false;
  let isStale = false;

  const refresh = async () => {
    isStale = isAsking;
    if (isAsking || isOver) return;
    isAsking = true;
    // What could not be asked now is asked with the next event.
    await readBadges({}).then((badges) => tell('badges', badges), () => undefined);
    isAsking = false;
    if (isStale) void refresh();
  };
  const stop = () => {
    isOver = true;
    source?.close();
    clearInterval(polling);
  };
  const open = () => {
    const since = readKept(lastEvent, 'tab');
    source = new EventSource(since ? `/live?since=${encodeURIComponent(since)}` : '/live');
    const on = (type: string, run: (event: MessageEvent<string>) => void) =>
      source!.addEventListener(type, (event) => {
        keep(lastEvent, event.lastEventId, 'tab');
        run(event);
      });
    on('ready', ({ data }) => {
      clearInterval(polling);
      polling = undefined;
      if (!(JSON.parse(data) as { isComplete: boolean }).isComplete) void refresh();
    });
    on('badges', () => void refresh());
    on('messages', () => {
      tell('messages', {});
      void refresh();
    });
    on('end', stop);
    // The browser tries again by itself, unless it was refused.
    source.addEventListener('error', () => {
      if (source!.readyState !== EventSource.CLOSED || isOver) return;
      polling ??= setInterval(() => {
        if (!document.hidden) void refresh();
        if (source!.readyState === EventSource.CLOSED) open();
      }, pollEvery);
    });
  };
  open();
  return stop;
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
