/** An error that the user can fix: shown as one line, without a stack. */
export class CliError extends Error {}

/** Prints a line of the launcher, with a prefix to distinguish it from the server's output. */
export function log(line: string): void {
  console.log(`hearth  ${line}`);
}

export function logError(line: string): void {
  console.error(`hearth  ${line}`);
}

/** The text to print for any thrown value. */
export function errorMessage(error: unknown): string {
  if (error instanceof CliError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
