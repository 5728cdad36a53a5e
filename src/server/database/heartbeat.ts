import { log } from '#server/log.ts';
import { closeSilentSince, lastAnswerAt } from './connections.ts';
import { openLine, type ListeningLine } from './listening-line.ts';

const beatEvery = 250;
/** Without an echo for this long, notifications are late: the page cache is bypassed. */
const lateAfter = 800;
/** So are those of which all echoes take longer than this. */
const maxAge = 2 * lateAfter;
/** Three missed beats: a second line is opened, whatever is wrong with the first. */
const replaceAfter = 3 * beatEvery;
/** Seven beats without any answer: requests get 503 at once (security.md: within 2 s). */
const awayAfter = 1_600;
/** Screens ask several times, so behind round trips this long they would take ten seconds. */
const slowAfter = 1_250;
/** So many slow echoes in a row are no hiccup of a busy machine: requests get 503 at once. */
const maxSlowEchoes = 8;
/** A line without an echo by then is closed. */
const openWithin = 10_000;
const reopenAfter = 250;
/** A line dialled while the server was silent never recovers, so more lines are tried beside it. */
const candidateEvery = 2_500;
const maxCandidates = openWithin / candidateEvery;

const awayError = () => Object.assign(new Error('database away'), { code: 'CONNECTION_CLOSED' });

export interface Heartbeat {
  /** Notifications arrive in time, so cached data that was not invalidated is valid. */
  isTrusted: () => boolean;
  /** Whatever was committed before this time has been notified. */
  receivedUpTo: () => number;
  /** It does not answer, or too slowly to serve anybody. */
  isAway: () => boolean;
  /** Rejects as soon as the database is away; for racing against work that waits for it. */
  whenAway: () => Promise<never>;
  /** Resolves once notifications are arriving; never, while the database is away. */
  whenListening: () => Promise<void>;
  stop: () => void;
}

export interface HeartbeatHandlers {
  /** A committed transaction of any process invalidated a tag. */
  invalidate: (tag: string) => void;
  /** Open streams are to be notified. */
  live: (event: string) => void;
  /** A delivery is due. */
  due: () => void;
  /** Another connection listens from now on: notifications may have been missed. */
  gap: () => void;
}

/**
 * Listens to `cache`, `live` and `due`, and proves by the echo of its own beats that notifications
 * arrive. When a line falls silent a new one is opened: if that one gets an echo, the old
 * connections are broken, and all that were silent meanwhile are closed.
 */
export function startHeartbeat(handlers: HeartbeatHandlers): Heartbeat {
  let current: ListeningLine | undefined;
  /** Lines that replace the current one as soon as they get an echo. */
  const candidates = new Set<ListeningLine>();
  let openedAt = -Infinity;
  /** Last echo of a line that ended in silence. */
  let silentSince: number | undefined;
  let lastTick = performance.now();
  let lastSign = performance.now();
  /**
   * Time without any answer, counting only time in which this process was scheduled: without it, it
   * sends no beats either.
   */
  let silence = 0;
  /** The same for the current line alone. */
  let lineSilence = 0;
  /** Time in which this process was scheduled. */
  let ownTime = 0;
  let slowEchoes = 0;
  /** Notifications were late, even after all that had arrived was read, and are not in time again. */
  let isLate = true;
  let receivedUpTo = -Infinity;
  let isAway = false;
  let isStopped = false;
  let waitingForAway: Array<(error: Error) => void> = [];
  const waitingForEcho: Array<() => void> = [];

  const isListening = () =>
    current?.echoAt !== undefined && performance.now() - current.echoAt <= lateAfter;
  const age = () => performance.now() - (current?.receivedUpTo ?? -Infinity);
  const isInTime = () => isListening() && age() <= maxAge;

  function noteLateness() {
    if (isLate || isInTime()) return;
    isLate = true;
    log('warn', 'page cache off: database notifications are late');
  }

  /**
   * Late notifications of the same connection are complete: the cache keeps its pages. The echo of a
   * beat from before says nothing of what was committed since.
   */
  function confirm() {
    lineSilence = 0;
    closeCandidates();
    receivedUpTo = current!.receivedUpTo;
    if (age() <= lateAfter) isLate = false;
    judgeSpeed(current!.roundTrip >= slowAfter);
    for (const resolve of waitingForEcho.splice(0)) resolve();
  }

  function judgeSpeed(isSlow: boolean) {
    slowEchoes = isSlow ? slowEchoes + 1 : 0;
    if (slowEchoes >= maxSlowEchoes) giveUp('slow');
    if (isSlow || !isAway) return;
    log('info', 'database is back');
    isAway = false;
  }

  function giveUp(reason: 'silent' | 'slow') {
    if (isAway) return;
    isAway = true;
    log('warn', 'database away', { reason });
    for (const reject of waitingForAway) reject(awayError());
    waitingForAway = [];
  }

  /** The new line gets echoes and the old one does not. */
  function promote(line: ListeningLine) {
    const old = current;
    candidates.delete(line);
    current = line;
    old?.close();
    const lastEchoAt = old ? (old.echoAt ?? old.openedAt) : silentSince;
    silentSince = undefined;
    if (lastEchoAt !== undefined) {
      // Other connections may have had an answer slightly later than this one.
      const closed = closeSilentSince(lastEchoAt + 2 * beatEvery, line.openedAt);
      log('warn', 'database connections that do not answer closed', { closed });
    }
    handlers.gap();
    confirm();
  }

  function promoteIfNeeded(line: ListeningLine) {
    if (candidates.has(line) && (!current || lineSilence > replaceAfter)) promote(line);
  }

  function closeCandidates() {
    for (const line of candidates) line.close();
    candidates.clear();
  }

  function openCandidate() {
    const pause = candidates.size ? candidateEvery : reopenAfter;
    const now = performance.now();
    if (isStopped || candidates.size >= maxCandidates || now - openedAt < pause) return;
    openedAt = now;
    const line: ListeningLine = openLine({
      clock: () => ownTime,
      echoed() {
        if (line === current) confirm();
        // Once all sockets are read: the current line may have an echo as well, and keeps the cache.
        else setImmediate(() => promoteIfNeeded(line));
      },
      notified(channel, payload) {
        if (line !== current) return;
        if (channel === 'cache') handlers.invalidate(payload);
        else if (channel === 'live') handlers.live(payload);
        else handlers.due();
      },
      ended() {
        candidates.delete(line);
        if (line !== current) return;
        if (lineSilence > replaceAfter) silentSince = line.echoAt ?? line.openedAt;
        current = undefined;
        noteLateness();
        openCandidate();
      },
    });
    candidates.add(line);
  }

  function judge() {
    if (isStopped) return;
    const now = performance.now();
    if (lastAnswerAt() > lastSign) {
      lastSign = lastAnswerAt();
      silence = 0;
    }
    noteLateness();
    for (const line of candidates) {
      if (now - line.openedAt <= openWithin) continue;
      line.close();
      candidates.delete(line);
    }
    if (!current || lineSilence > replaceAfter) openCandidate();
    if (silence > awayAfter) giveUp('silent');
  }

  openCandidate();
  const timer = setInterval(() => {
    const now = performance.now();
    const turn = Math.min(now - lastTick, 1.2 * beatEvery);
    lastTick = now;
    ownTime += turn;
    silence += turn;
    lineSilence += turn;
    current?.beat();
    for (const line of candidates) line.beat();
    // Timers run before socket reads: the echo may have arrived unread.
    setImmediate(judge);
  }, beatEvery);

  return {
    // By the clock as well: requests may be answered before the echo is read.
    isTrusted: () => !isLate && isInTime(),
    receivedUpTo: () => receivedUpTo,
    isAway: () => isAway,
    whenAway: () =>
      new Promise((_, reject) => {
        if (isAway) reject(awayError());
        else waitingForAway.push(reject);
        // Bounds the list to roughly the requests in flight.
        if (waitingForAway.length > 4_096) waitingForAway.splice(0, 2_048);
      }),
    whenListening: async () => {
      if (!isListening()) await new Promise<void>((resolve) => waitingForEcho.push(resolve));
    },
    stop() {
      isStopped = true;
      clearInterval(timer);
      current?.close();
      closeCandidates();
    },
  };
}
