import { setTimeout as sleep } from 'node:timers/promises';
import { isAway } from './away.ts';

interface Waiting {
  /** Called with the first failure, and again every half a minute. */
  log: (reason: string) => void;
  signal?: AbortSignal | undefined;
}

const retryEvery = 1_000;
const logEvery = 30_000;

/** Retries work while the database cannot be reached. Rethrows any other error. */
export async function untilReached<Result>(
  work: () => Promise<Result>,
  { log, signal }: Waiting,
): Promise<Result> {
  let loggedAt = -Infinity;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isAway(error)) throw error;
      if (performance.now() - loggedAt >= logEvery) {
        loggedAt = performance.now();
        log(toReason(error));
      }
      await sleep(retryEvery, undefined, { signal });
    }
  }
}

function toReason(error: unknown): string {
  const { message, code, cause } = error as Error & { code?: string };
  return cause instanceof Error ? toReason(cause) : message || code || String(error);
}
