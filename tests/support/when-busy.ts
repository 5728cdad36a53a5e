import { setTimeout as wait } from 'node:timers/promises';
import { HttpError } from '#server/errors.ts';

/**
 * Tries again while the service is busy, as clients do after 503: on a slow machine fifty
 * transactions at once may wait longer for a connection than one request may.
 */
export async function untilServed<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof HttpError) || error.code !== 'unavailable') throw error;
      await wait(50);
    }
  }
}

/** Fifty calls at once, each until it is served. */
export const fiftyTimes = <Result>(work: (turn: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: 50 }, (_, turn) => untilServed(() => work(turn))));
