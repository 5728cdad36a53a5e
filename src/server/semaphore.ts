import { unavailable } from '#server/errors.ts';

interface SemaphoreOptions {
  /** Holders at once. */
  max: number;
  maxQueue: number;
  /** Milliseconds; omitted where no request waits. */
  maxWait?: number;
  /** Refuses at once if the predicted wait exceeds `maxWait`. */
  predictsWait?: boolean;
  /** Seconds after which a refused client may try again. */
  retryAfter?: number;
}

export interface Semaphore {
  /** Resolves with the release function; rejects with 503 if no slot frees in time. */
  acquire(): Promise<() => void>;
  counts(): { active: number; waiting: number };
}

/** Weight of the last gap in the moving average. */
const smoothing = 0.2;
/** The first of many at once are the slowest: nothing is predicted from these gaps alone. */
const minGaps = 3;

/** Admits `max` holders at once; the others wait in order. */
export function createSemaphore(options: SemaphoreOptions): Semaphore {
  const { max, maxQueue, maxWait = Infinity, predictsWait = false, retryAfter } = options;
  const queue: Array<() => void> = [];
  let active = 0;
  /** Average milliseconds between releases while others wait; undefined until known. */
  let averageGap: number | undefined;
  let gaps = 0;
  let releasedAt = 0;

  function measureGap(): void {
    const now = performance.now();
    const gap = now - releasedAt;
    releasedAt = now;
    gaps += 1;
    averageGap = averageGap === undefined ? gap : averageGap + (gap - averageGap) * smoothing;
  }

  function release(): void {
    const admit = queue.shift();
    if (!admit) {
      active--;
      averageGap = undefined;
      gaps = 0;
      return;
    }
    measureGap();
    admit();
  }

  function createRelease(): () => void {
    let isReleased = false;
    return () => {
      if (!isReleased) release();
      isReleased = true;
    };
  }

  function enqueue(): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const expire = () => {
        queue.splice(queue.indexOf(admit), 1);
        reject(unavailable(retryAfter));
      };
      const timer = maxWait === Infinity ? undefined : setTimeout(expire, maxWait);
      const admit = () => {
        clearTimeout(timer);
        resolve(createRelease());
      };
      queue.push(admit);
    });
  }

  function acquire(): Promise<() => void> {
    if (active < max) {
      active++;
      return Promise.resolve(createRelease());
    }
    const isHopeless =
      predictsWait &&
      averageGap !== undefined &&
      gaps >= minGaps &&
      (queue.length + 1) * averageGap > maxWait;
    if (isHopeless || queue.length >= maxQueue) return Promise.reject(unavailable(retryAfter));
    if (!queue.length) releasedAt = performance.now();
    return enqueue();
  }

  return { acquire, counts: () => ({ active, waiting: queue.length }) };
}

/**
 * For concurrent requests: after 1.5 s of waiting a client gets 503 and retries, because a server
 * that answers everybody late answers nobody (security.md section 8: pool wait).
 */
export const requestSemaphore = (max: number, maxWait = 1_500, maxQueue = 2_000): Semaphore =>
  createSemaphore({ max, maxQueue, maxWait, predictsWait: true, retryAfter: 2 });
