import { unavailable } from '#server/errors.ts';

interface SemaphoreOptions {
  /** Holders at once. */
  max: number;
  maxQueue: number;
  /** Milliseconds; left out where no request waits. */
  maxWait?: number;
  /** Refuses at once whoever would wait longer than `maxWait`, judging by the present pace. */
  predictsWait?: boolean;
  /** Seconds after which a refused client may try again. */
  retryAfter?: number;
}

export interface Semaphore {
  /** Resolves with the function that releases; rejects with 503 when there is no room in time. */
  acquire(): Promise<() => void>;
  counts(): { active: number; waiting: number };
}

/** How much the last gap counts for the pace. */
const smoothing = 0.2;

/** Lets `max` holders in at once; the others wait in order. */
export function createSemaphore(options: SemaphoreOptions): Semaphore {
  const { max, maxQueue, maxWait = Infinity, predictsWait = false, retryAfter } = options;
  const queue: Array<() => void> = [];
  let active = 0;
  /** Milliseconds between two releases while others wait; undefined until that is known. */
  let pace: number | undefined;
  let releasedAt = 0;

  function measurePace(): void {
    const now = performance.now();
    const gap = now - releasedAt;
    releasedAt = now;
    pace = pace === undefined ? gap : pace + (gap - pace) * smoothing;
  }

  function release(): void {
    const admit = queue.shift();
    if (!admit) {
      active--;
      pace = undefined;
      return;
    }
    measurePace();
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
    const isHopeless = predictsWait && pace !== undefined && (queue.length + 1) * pace > maxWait;
    if (isHopeless || queue.length >= maxQueue) return Promise.reject(unavailable(retryAfter));
    if (!queue.length) releasedAt = performance.now();
    return enqueue();
  }

  return { acquire, counts: () => ({ active, waiting: queue.length }) };
}

/**
 * For requests that work at the same time: after 1.5 s of waiting a client is told to come back,
 * because a server that answers everybody late answers nobody (security.md section 8: pool wait).
 */
export const requestSemaphore = (max: number, maxWait = 1_500, maxQueue = 2_000): Semaphore =>
  createSemaphore({ max, maxQueue, maxWait, predictsWait: true, retryAfter: 2 });
