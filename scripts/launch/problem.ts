/** A fault that the person can mend: shown as its one line, without a stack. */
export class Problem extends Error {}

/** Lines of the launcher on the terminal, told apart from what the server itself prints. */
export function say(line: string): void {
  console.log(`hearth  ${line}`);
}

export function complain(line: string): void {
  console.error(`hearth  ${line}`);
}

/** What to print for anything thrown. */
export function wordsFor(error: unknown): string {
  if (error instanceof Problem) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
