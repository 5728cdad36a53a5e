import { setTimeout as sleep } from 'node:timers/promises';

const deadlock = '40P01';
const maxTries = 3;
/** Lets the other transaction take its second lock first; otherwise both could deadlock again. */
const pause = () => sleep(10 + Math.random() * 40);

const codeOf = (error: unknown): unknown =>
  error instanceof Error
    ? ((error.cause as { code?: unknown } | undefined)?.code ?? (error as { code?: unknown }).code)
    : undefined;

/**
 * Retries the work up to twice after a deadlock, which has rolled it back. Only for a single
 * statement or transaction without side effects elsewhere.
 */
export async function retryOnDeadlock<Result>(work: () => PromiseLike<Result>): Promise<Result> {
  for (let turn = 1; ; turn += 1) {
    try {
      return await work();
    } catch (error) {
      if (turn === maxTries || codeOf(error) !== deadlock) throw error;
      await pause();
    }
  }
}

/** The unique constraint that an insert or update violated, if it was one of these. */
export function violatedUnique(error: unknown): string | undefined {
  const cause = (error as { cause?: unknown } | null)?.cause ?? error;
  const { code, constraint_name: name } = cause as { code?: string; constraint_name?: string };
  return code === '23505' ? name : undefined;
}
