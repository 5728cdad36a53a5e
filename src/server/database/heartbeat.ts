import { log } from '#server/log.ts';
import { closeSilentSince, lastAnswerAt } from './connections.ts';
import { openLine, type ListeningLine } from './listening-line.ts';

const beatEvery = 250;
/** Without an echo for this long, notifications may be lost: the page cache must not be trusted. */
const deafAfter = 800;
/** Three beats in a row: a second line is tried, whatever is wrong with the first. */
const doubtAfter = 3 * beatEvery;
/**
 * Seven beats in a row without an answer to anything: requests get 503 at once (security.md: within
 * 2 s).
 */
const awayAfter = 1_850;
/** A line that has not been heard by then is given up. */
const openWithin = 10_000;
const reopenAfter = 250;
/**
 * A line that was dialled into silence hears nothing afterwards either, so others are tried beside
 * it.
 */
const candidateEvery = 2_500;
const maxCandidates = openWithin / candidateEvery;

const awayError = () => Object.assign(new Error('database away'), { code: 'CONNECTION_CLOSED' });

export interface Heartbeat {
  /** Notifications are arriving: what was cached and not invalidated is still true. */
  isTrusted: () => boolean;
  isAway: () => boolean;
  /** Rejects as soon as the database is away; for racing against work that waits for it. */
  whenAway: () => Promise<never>;
  /** Resolves once notifications are arriving; never, while the database is away. */
  whenHeard: () => Promise<void>;
  stop: () => void;
}

export interface HeartbeatHandlers {
  /** A tag was invalidated by a committed transaction, in whatever process. */
  invalidate: (tag: string) => void;
  /** Open streams are to be notified. */
  live: (event: string) => void;
  /** Something waits to be sent out. */
  due: () => void;
  /** Notifications arrive no more, or late. */
  lost: () => void;
  /** Notifications arrive again. Everything kept from before is worth nothing. */
  trusted: () => void;
  /** Events for open streams may have been missed. */
  gap: () => void;
}

/**
 * Listens to `cache`, `live` and `due` and proves, by hearing its own beats, that notifications
 * arrive. A line that falls silent is compared with a new one: if that is heard, the old
 * connections are sick, and all that were not heard meanwhile are closed.
 */
export function startHeartbeat(handlers: HeartbeatHandlers): Heartbeat {
  let current: ListeningLine | undefined;
  /** Lines that may take its place, as soon as one is heard. */
  const candidates = new Set<ListeningLine>();
  let openedAt = -Infinity;
  /** When a line was heard last that ended in silence. */
  let silentSince: number | undefined;
  let lastTick = performance.now();
  let lastSign = performance.now();
  /**
   * How long nothing was answered, in time in which this process had its turns: where it gets none,
   * its beats get none either.
   */
  let silence = 0;
  /** The same for the current line alone. */
  let quiet = 0;
  let isTrustedNow = false;
  let isAway = false;
  let isStopped = false;
  let waiting: Array<(error: Error) => void> = [];
  const listening: Array<() => void> = [];

  const isRecent = () =>
    current?.echoAt !== undefined && performance.now() - current.echoAt <= deafAfter;

  function lose() {
    if (!isTrustedNow) return;
    log('warn', 'page cache off: no database notifications');
    isTrustedNow = false;
    handlers.lost();
  }

  function heard() {
    quiet = 0;
    closeCandidates();
    if (!isTrustedNow) handlers.trusted();
    isTrustedNow = true;
    if (isAway) log('info', 'database is back');
    isAway = false;
    for (const resolve of listening.splice(0)) resolve();
  }

  /** The new line is heard and the old one is not. */
  function promote(line: ListeningLine) {
    const old = current;
    candidates.delete(line);
    current = line;
    old?.close();
    const heardAt = old ? (old.echoAt ?? old.openedAt) : silentSince;
    silentSince = undefined;
    if (heardAt !== undefined) {
      // Others may have been heard a little longer than this one.
      const closed = closeSilentSince(heardAt + 2 * beatEvery);
      log('warn', 'database connections that do not answer closed', { closed });
    }
    lose();
    heard();
    handlers.gap();
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
      echoed() {
        if (line === current) heard();
        else if (candidates.has(line) && (!current || quiet > doubtAfter)) promote(line);
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
        if (quiet > doubtAfter) silentSince = line.echoAt ?? line.openedAt;
        current = undefined;
        lose();
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
    if (!isRecent()) lose();
    for (const line of candidates) {
      if (now - line.openedAt <= openWithin) continue;
      line.close();
      candidates.delete(line);
    }
    if (!current || quiet > doubtAfter) openCandidate();
    if (silence <= awayAfter || isAway) return;
    isAway = true;
    log('warn', 'database away');
    for (const reject of waiting) reject(awayError());
    waiting = [];
  }

  openCandidate();
  const timer = setInterval(() => {
    const now = performance.now();
    const turn = Math.min(now - lastTick, 1.2 * beatEvery);
    lastTick = now;
    silence += turn;
    quiet += turn;
    current?.beat();
    for (const line of candidates) line.beat();
    // Timers come before what has arrived on the lines: the echo may lie there, unread.
    setImmediate(judge);
  }, beatEvery);

  const isTrusted = () => isTrustedNow && isRecent();
  return {
    isTrusted,
    isAway: () => isAway,
    whenAway: () =>
      new Promise((_, reject) => {
        if (isAway) reject(awayError());
        else waiting.push(reject);
        // Forgotten once per second would do; the list is cut here so that it never outgrows the
        // requests in flight.
        if (waiting.length > 4_096) waiting.splice(0, 2_048);
      }),
    whenHeard: async () => {
      if (!isTrusted()) await new Promise<void>((resolve) => listening.push(resolve));
    },
    stop() {
      isStopped = true;
      clearInterval(timer);
      current?.close();
      closeCandidates();
    },
  };
}
