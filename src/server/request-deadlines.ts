import { unavailable } from './errors.ts';

/** Only a request that waits for the database is given up, never one that works on pictures. */
const patience = { milliseconds: 4_400, lookEvery: 100, longestWait: 1_200 };

interface Waiting {
  since: number;
  giveUp: (reason: Error) => void;
}

/** Rejects the work with 503 once its request has waited too long for a database that is stuck. */
export type Race = <T>(work: Promise<T>) => Promise<T>;

export interface RequestDeadline {
  /** Starts the clock, which the first race does as well. */
  start: () => void;
  race: Race;
  end: () => void;
}

/**
 * Ends the wait of requests behind locks: each statement gives up after 2 s, but a request runs
 * several, and waits behind those of others. Together at most 6 s.
 * @param longestWait milliseconds for which some statement has waited for its answer
 */
export function requestDeadlines(longestWait: () => number, limits: Partial<typeof patience> = {}) {
  const { milliseconds, lookEvery, longestWait: maxWait } = { ...patience, ...limits };
  /** The oldest first. */
  const waiting = new Set<Waiting>();

  function look() {
    const before = performance.now() - milliseconds;
    for (const request of waiting) {
      if (request.since > before || longestWait() < maxWait) return;
      waiting.delete(request);
      request.giveUp(unavailable(2));
    }
  }

  const timer = setInterval(look, lookEvery).unref();

  return {
    /** Once the body is in: a slow sender is not charged for. */
    begin(): RequestDeadline {
      let request: Waiting | undefined;
      let late: Promise<never> | undefined;
      const start = () => {
        if (late) return late;
        late = new Promise((_, giveUp) => {
          request = { since: performance.now(), giveUp };
          waiting.add(request);
        });
        late.catch(() => undefined);
        return late;
      };
      return {
        start: () => void start(),
        race: (work) => Promise.race([work, start()]),
        end: () => void (request && waiting.delete(request)),
      };
    },
    stop: () => clearInterval(timer),
  };
}
