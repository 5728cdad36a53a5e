import { errorMessage, logError } from './cli-error.ts';

export type CleanUp = () => void | Promise<void>;

export interface CommandContext {
  /** Aborted by Ctrl-C, SIGTERM, SIGHUP and when the parent process exits. */
  signal: AbortSignal;
  /** Registers a cleanup; the last one registered runs first. */
  onExit(cleanUp: CleanUp): void;
  /** Reports a fatal error of something that runs beside the command: stops everything. */
  fail(reason: unknown): void;
}

/**
 * Runs a command and exits with its exit code. In any case everything that was started is stopped
 * in reverse order, and no step is interrupted half way: signals are checked between steps and by
 * long steps.
 */
export async function runCommand(
  command: (context: CommandContext) => Promise<number>,
): Promise<never> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  // The terminal, npm and scripts/start.mjs may each send the same signal: only the first counts.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, stop);
  if (process.connected) process.on('disconnect', stop);
  const cleanUps: CleanUp[] = [];
  let code = 0;
  const fail = (reason: unknown) => {
    logError(errorMessage(reason));
    code = 1;
    stop();
  };
  try {
    const result = await command({
      signal: stopping.signal,
      onExit: (cleanUp) => cleanUps.unshift(cleanUp),
      fail,
    });
    code ||= result;
  } catch (error) {
    // Steps interrupted by a stop may throw; that is not worth reporting.
    if (!stopping.signal.aborted) fail(error);
  }
  for (const cleanUp of cleanUps) {
    try {
      await cleanUp();
    } catch (error) {
      logError(errorMessage(error));
      code = 1;
    }
  }
  process.exit(code);
}
