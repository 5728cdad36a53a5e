import { readBadges } from '#domains/notifications/notifications.calls.ts';
import { oneAtATime } from '#lib/one-at-a-time.ts';
import { readChangedSince, watchSubjects } from './live.calls.ts';

type Tell = (type: string, data: unknown) => void;

const mostWatched = 60;
const pollEvery = 30_000;
/** The server is heard every 15 s; a line that was cut without a word is found out by its silence. */
const silentAfter = 40_000;
/** The browser tries again by itself; if that takes longer, screens begin to ask. */
const patience = 6_000;
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
 * Up to which event this screen knows everything: the one before it was drawn, then the last that was heard here. What another screen of
 * the tab heard while this one was already drawn is told again.
 */
let knownUpTo = '';

/** Keeps the stream open, and asks every half minute where there is none to be had. */
export function listen(tell: Tell, watched: () => string[]): Listening {
  let source: EventSource | undefined;
  let isOver = false;
  let polling: ReturnType<typeof setInterval> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let watching: ReturnType<typeof setTimeout> | undefined;
  let stream = '';
  let told = '';
  /** Up to then everything was heard of what is on the screen; '' before anything was. */
  let heardUpTo = '';
  let isBehind = false;

  const watch = () => {
    clearTimeout(watching);
    watching = setTimeout(() => {
      const subjects = onScreen();
      if (!stream || subjects === told) return;
      told = subjects;
      void watchSubjects({ stream, subjects }).catch(() => (told = ''));
    }, settled);
  };
  const onScreen = () => watched().slice(-mostWatched).join(',');
  /** What is on the screen is told of only while it is heard: what has changed meanwhile is asked for, and told as if it had been heard. */
  const catchUp = oneAtATime(async () => {
    const subjects = onScreen();
    if (isOver || !isBehind) return;
    const { changed } = subjects ? await readChangedSince({ subjects, since: heardUpTo }) : { changed: [] };
    isBehind = false;
    for (const { subject, what } of changed) tell(what, { subject });
  });
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
    removeEventListener('online', reopen);
    tell('connection', { isOpen: false });
  };
  const reopen = () => {
    if (isOver) return;
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
      if (source!.readyState === EventSource.CLOSED) reopen();
    }, pollEvery);
  };
  const open = () => {
    hear();
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
      tell('connection', { isOpen: true });
      const ready = JSON.parse(data) as Ready;
      ({ stream } = ready);
      told = '';
      watch();
      isBehind ||= heardUpTo !== '';
      if (isBehind) setTimeout(catchUp, Math.random() * reopenedWithin);
      else heardUpTo = ready.at;
      if (ready.isComplete) return;
      refresh();
      tell('missed', {});
    });
    on('beat', ({ data }) => {
      if (isBehind) catchUp();
      else heardUpTo = (JSON.parse(data) as Pick<Ready, 'at'>).at;
    });
    on('badges', refresh);
    for (const type of passedOn) {
      on(type, ({ data }) => {
        tell(type, JSON.parse(data));
        if (counted.includes(type)) refresh();
      });
    }
    on('end', stop);
    source.addEventListener('error', () => {
      if (isOver) return;
      // Refused: the browser does not try again.
      if (source!.readyState === EventSource.CLOSED) miss();
      else waiting ??= setTimeout(miss, patience);
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
