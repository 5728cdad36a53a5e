import { readBadges } from '#domains/notifications/notifications.calls.ts';
import { oneAtATime } from '#lib/one-at-a-time.ts';
import { servedMember } from '#lib/served-member.ts';
import { watchSubjects } from './live.calls.ts';
import { createSubscriptions, type ShownSubject } from './subscriptions.ts';

type Emit = (type: string, data: unknown) => void;

const pollEvery = 30_000;
/** The server sends a heartbeat every 15 s; longer silence means a broken connection. */
const silentAfter = 40_000;
/** Time for the browser to reconnect by itself before polling starts. */
const reconnectTime = 6_000;
/**
 * After a refusal the browser does not reconnect: first delay of the exponential backoff, capped at
 * `pollEvery`.
 */
const firstRetryDelay = 3_000;
/** Event types that change the header's counts. */
const badgeTypes = ['messages', 'read'];
const forwardedTypes = [
  'messages',
  'read',
  'typing',
  'marks',
  'reactions',
  'comments',
  'stories',
  'posts',
  'deleted',
];
/** Debounces changes of the visible subjects while scrolling. */
const watchDelay = 1_200;
/** Spreads the reconnects after a process has ended. */
const reconnectSpread = 2_000;

interface Ready {
  isComplete: boolean;
  stream: string;
  /** Wire time of the server. */
  at: string;
}

export interface LiveConnection {
  stop: () => void;
  /** Call when the visible subjects have changed. */
  watch: () => void;
}

/**
 * Id of the last event known to this screen: initially the last one before it was rendered. Events
 * another screen of the tab received since then are sent again.
 */
let knownUpTo = '';

/** Keeps the event stream open, and polls while there is none. */
export function listen(emit: Emit, onScreen: () => ShownSubject[]): LiveConnection {
  let source: EventSource | undefined;
  let isOver = false;
  /** The member has more streams open than allowed, and this is the oldest. */
  let isCrowded = false;
  let pollTimer: ReturnType<typeof setInterval> | undefined;
  let silenceTimer: ReturnType<typeof setTimeout> | undefined;
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  let watchTimer: ReturnType<typeof setTimeout> | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let refusals = 0;
  let stream = '';
  /** Time up to which all events of this stream have been received. */
  let receivedUpTo = '';
  const subscriptions = createSubscriptions();

  /**
   * Subscribes to the visible subjects; changes from before the subscription are in the response
   * and are emitted as events.
   */
  const sendSubscriptions = oneAtATime(async () => {
    const update = subscriptions.next(onScreen());
    if (!stream || isOver || !update) return;
    const current = stream;
    const { changed } = await watchSubjects({ stream: current, subjects: update.subjects });
    if (current === stream) update.done();
    for (const { subject, what } of changed) emit(what, { subject });
  });
  const watch = (delay = watchDelay) => {
    clearTimeout(watchTimer);
    watchTimer = setTimeout(sendSubscriptions, delay);
  };
  const refresh = oneAtATime(async () => {
    if (!isOver) emit('badges', await readBadges({}));
  });
  const stop = () => {
    isOver = true;
    source?.close();
    clearInterval(pollTimer);
    clearTimeout(silenceTimer);
    clearTimeout(reconnectTimer);
    clearTimeout(watchTimer);
    clearTimeout(retryTimer);
    removeEventListener('online', reopen);
    emit('connection', { isOpen: false });
  };
  const reopen = () => {
    if (isOver) return;
    clearTimeout(retryTimer);
    source?.close();
    open();
  };
  const resetSilenceTimer = () => {
    clearTimeout(silenceTimer);
    silenceTimer = setTimeout(reopen, silentAfter);
  };
  /** Starts polling while disconnected. */
  const startPolling = () => {
    clearTimeout(reconnectTimer);
    reconnectTimer = undefined;
    emit('connection', { isOpen: false });
    pollTimer ??= setInterval(() => {
      if (!document.hidden) refresh();
      if (isCrowded && !document.hidden) reopen();
    }, pollEvery);
  };
  const open = () => {
    resetSilenceTimer();
    isCrowded = false;
    reconnectTimer ??= setTimeout(startPolling, reconnectTime);
    const query = new URLSearchParams({ member: servedMember() });
    if (knownUpTo) query.set('since', knownUpTo);
    source = new EventSource(`/live?${query}`);
    const on = (type: string, run: (event: MessageEvent<string>) => void) =>
      source!.addEventListener(type, (event) => {
        resetSilenceTimer();
        if (event.lastEventId) knownUpTo = event.lastEventId;
        run(event);
      });
    on('ready', ({ data }) => {
      clearInterval(pollTimer);
      clearTimeout(reconnectTimer);
      pollTimer = reconnectTimer = undefined;
      refusals = 0;
      emit('connection', { isOpen: true });
      const ready = JSON.parse(data) as Ready;
      subscriptions.disconnect(receivedUpTo);
      watch(receivedUpTo ? watchDelay + Math.random() * reconnectSpread : watchDelay);
      ({ stream, at: receivedUpTo } = ready);
      if (ready.isComplete) return;
      refresh();
      emit('missed', {});
    });
    on('beat', ({ data }) => {
      receivedUpTo = (JSON.parse(data) as Pick<Ready, 'at'>).at;
      // Retries a failed subscription.
      watch();
    });
    on('badges', refresh);
    for (const type of forwardedTypes) {
      on(type, ({ data }) => {
        emit(type, JSON.parse(data));
        if (badgeTypes.includes(type)) refresh();
      });
    }
    on('end', stop);
    on('crowded', () => {
      source!.close();
      clearTimeout(silenceTimer);
      isCrowded = true;
      startPolling();
    });
    source.addEventListener('error', () => {
      if (isOver) return;
      // Refused, for example by a proxy whose server is starting: the browser does not reconnect by
      // itself.
      if (source!.readyState === EventSource.CLOSED) {
        startPolling();
        retryTimer = setTimeout(
          reopen,
          Math.min(firstRetryDelay * 2 ** refusals, pollEvery) * (0.5 + Math.random()),
        );
        refusals += 1;
      } else reconnectTimer ??= setTimeout(startPolling, reconnectTime);
    });
  };
  addEventListener('online', reopen);
  open();
  return { stop, watch };
}

/**
 * @param event id of the last event before the screen was rendered
 */
export function setLastEvent(event: string): void {
  knownUpTo ||= event;
}
