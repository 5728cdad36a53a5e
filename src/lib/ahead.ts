/**
 * Starts what is awaited later, so that a screen waits for all it reads at once. If it fails before,
 * it is thrown where it is awaited, and the process does not end.
 */
export function ahead<Result>(work: Promise<Result>): Promise<Result> {
  work.catch(() => undefined);
  return work;
}
