import { setTimeout as sleep } from 'node:timers/promises';

const deadlock = '40P01';
const most = 3;
/** Lets the other transaction take its second lock first; without it both could meet again. */
const pause = () => sleep(10 + Math.random() * 40);

const codeOf = (error: unknown): unknown =>
  error instanceof Error
    ? ((error.cause as { code?: unknown } | undefined)?.code ?? (error as { code?: unknown }).code)
    : undefined;

/**
 * Does the work, and up to twice more where the database has ended it because two waited for each
 * other: it has left nothing then. Only for what is one statement or one transaction and keeps
 * nothing elsewhere.
 */
export async function retryOnDeadlock<Result>(work: () => PromiseLike<Result>): Promise<Result> {
  for (let turn = 1; ; turn += 1) {
    try {
      return await work();
    } catch (error) {
      if (turn === most || codeOf(error) !== deadlock) throw error;
      await pause();
    }
  }
}
