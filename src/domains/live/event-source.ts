import { readBadges } from '#domains/notifications/notifications.calls.ts';
import { oneAtATime } from '#lib/one-at-a-time.ts';
import { watchSubjects } from './live.calls.ts';
import { createSubscriptions, type OnScreen } from './subscriptions.ts';

type Tell = (type: string, data: unknown) => void;

const pollEvery = 30_000;
/**
 * The server is heard every 15 s; a line that was cut without a word is found out by its silence.
 */
const silentAfter = 40_000;
/** The browser tries again by itself; if that takes longer, screens begin to ask. */
const patience = 6_000;
/**
 * Where the server refuses, the browser gives up: tried again after about so long, each time twice
 * as long, at most every `pollEvery`.
 */
const firstPause = 3_000;
/** What changes the numbers of the header. */
const counted = ['messages', 'read'];
const passedOn = ['messages', 'read', 'typing', 'marks', 'reactions', 'comments', 'stories'];
/** Fast scrolling is not told step by step. */
const settled = 1_200;
/** Those of a process that has ended do not all ask in the same moment. */
const reopenedWithin = 2_000;

interface Ready {
  isComplete: boolean;
  stream: string;
  /** Wire time of the server. */
  at: string;
}

export interface Listening {
  stop: () => void;
  /** What is on the screens of this browser has changed. */
  watch: () => void;
}

/**
 * Up to which event this screen knows everything: the one before it was drawn, then the last that
 * was heard here. What another screen of the tab heard while this one was already drawn is told
 * again.
 */
let knownUpTo = '';

/** Keeps the stream open, and asks every half minute where there is none to be had. */
export function listen(tell: Tell, onScreen: () => OnScreen[]): Listening {
  let source: EventSource | undefined;
  let isOver = false;
  /** The member has more screens open than are listened for, and looked at this one longest ago. */
  let isCrowded = false;
  let polling: ReturnType<typeof setInterval> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let watching: ReturnType<typeof setTimeout> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let refusals = 0;
  let stream = '';
  /** Up to then everything was heard of what this stream tells of. */
  let heardUpTo = '';
  const telling = createSubscriptions();

  /**
   * What has changed before the stream told of it comes with the answer, and is told as if it had
   * been heard.
   */
  const sayWatched = oneAtATime(async () => {
    const said = telling.next(onScreen());
    if (!stream || isOver || !said) return;
    const to = stream;
    const { changed } = await watchSubjects({ stream: to, subjects: said.subjects });
    if (to === stream) said.done();
    for (const { subject, what } of changed) tell(what, { subject });
  });
  const watch = (delay = settled) => {
    clearTimeout(watching);
    watching = setTimeout(sayWatched, delay);
  };
  const refresh = oneAtATime(async () => {
    if (!isOver) tell('badges', await readBadges({}));
  });
  const stop = () => {
    isOver = true;
    source?.close();
    clearInterval(polling);
    clearTimeout(silence);
    clearTimeout(waiting);
    clearTimeout(watching);
    clearTimeout(again);
    removeEventListener('online', reopen);
    tell('connection', { isOpen: false });
  };
  const reopen = () => {
    if (isOver) return;
    clearTimeout(again);
    source?.close();
    open();
  };
  const hear = () => {
    clearTimeout(silence);
    silence = setTimeout(reopen, silentAfter);
  };
  /** Nothing comes for now. */
  const miss = () => {
    clearTimeout(waiting);
    waiting = undefined;
    tell('connection', { isOpen: false });
    polling ??= setInterval(() => {
      if (!document.hidden) refresh();
      if (isCrowded && !document.hidden) reopen();
    }, pollEvery);
  };
  const open = () => {
    hear();
    isCrowded = false;
    waiting ??= setTimeout(miss, patience);
    source = new EventSource(knownUpTo ? `/live?since=${encodeURIComponent(knownUpTo)}` : '/live');
    const on = (type: string, run: (event: MessageEvent<string>) => void) =>
      source!.addEventListener(type, (event) => {
        hear();
        if (event.lastEventId) knownUpTo = event.lastEventId;
        run(event);
      });
    on('ready', ({ data }) => {
      clearInterval(polling);
      clearTimeout(waiting);
      polling = waiting = undefined;
      refusals = 0;
      tell('connection', { isOpen: true });
      const ready = JSON.parse(data) as Ready;
      telling.cut(heardUpTo);
      watch(heardUpTo ? settled + Math.random() * reopenedWithin : settled);
      ({ stream, at: heardUpTo } = ready);
      if (ready.isComplete) return;
      refresh();
      tell('missed', {});
    });
    on('beat', ({ data }) => {
      heardUpTo = (JSON.parse(data) as Pick<Ready, 'at'>).at;
      // It may have failed before.
      watch();
    });
    on('badges', refresh);
    for (const type of passedOn) {
      on(type, ({ data }) => {
        tell(type, JSON.parse(data));
        if (counted.includes(type)) refresh();
      });
    }
    on('end', stop);
    on('crowded', () => {
      source!.close();
      clearTimeout(silence);
      isCrowded = true;
      miss();
    });
    source.addEventListener('error', () => {
      if (isOver) return;
      // Refused, as by a proxy whose server is just starting: the browser does not try again.
      if (source!.readyState === EventSource.CLOSED) {
        miss();
        again = setTimeout(
          reopen,
          Math.min(firstPause * 2 ** refusals, pollEvery) * (0.5 + Math.random()),
        );
        refusals += 1;
      } else waiting ??= setTimeout(miss, patience);
    });
  };
  addEventListener('online', reopen);
  open();
  return { stop, watch };
}

/** @param event the last one before the screen was drawn, as the server names it */
export function drawnAfter(event: string): void {
  knownUpTo ||= event;
}
