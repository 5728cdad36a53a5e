import { complain, wordsFor } from './problem.ts';

export type CleanUp = () => void | Promise<void>;

export interface Life {
  /** Aborted by Ctrl-C, SIGTERM, SIGHUP, and when the process that started us is gone. */
  signal: AbortSignal;
  /** What to undo at the end; the last one first. */
  atEnd(cleanUp: CleanUp): void;
  /** Something that runs beside the command is beyond repair: stops everything. */
  fail(reason: unknown): void;
}

/**
 * Runs a command to its end and ends the process with its exit code. Whatever happens, what was
 * started is stopped, in the reverse order, and no step is left half way: a signal is heard between
 * the steps and by those that take long.
 */
export async function live(command: (life: Life) => Promise<number>): Promise<never> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  // The terminal, npm and scripts/start.mjs may each send the same signal: only the first counts.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, stop);
  if (process.connected) process.on('disconnect', stop);
  const cleanUps: CleanUp[] = [];
  let code = 0;
  const fail = (reason: unknown) => {
    complain(wordsFor(reason));
    code = 1;
    stop();
  };
  try {
    const result = await command({
      signal: stopping.signal,
      atEnd: (cleanUp) => cleanUps.unshift(cleanUp),
      fail,
    });
    code ||= result;
  } catch (error) {
    // What a stop interrupts may throw; that is not worth a word.
    if (!stopping.signal.aborted) fail(error);
  }
  for (const cleanUp of cleanUps) {
    try {
      await cleanUp();
    } catch (error) {
      complain(wordsFor(error));
      code = 1;
    }
  }
  process.exit(code);
}
