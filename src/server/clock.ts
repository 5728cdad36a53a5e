import type { SQL } from 'drizzle-orm';
import { composeOnce, sql } from '#server/sql.ts';

declare const __TEST_HOOKS__: boolean | undefined;

/** True only in builds and runs made for the project's own tests. */
export const isTestBuild =
  typeof __TEST_HOOKS__ === 'undefined' ? process.env.VITEST === 'true' : __TEST_HOOKS__;

let offsetSeconds = 0;

/**
 * The database's clock, the only one that decides anything. Write it into queries instead of
 * `now()`.
 */
export const now = (): SQL =>
  isTestBuild && offsetSeconds
    ? sql`(now() + ${offsetSeconds}::float8 * interval '1 second')`
    : sql`now()`;

/** Moves the clock of this process; does nothing outside tests. */
export function moveClock(seconds: number) {
  if (isTestBuild) offsetSeconds = seconds;
}

interface Timer {
  dueAt: number;
  run: () => Promise<void>;
}
const timers = new Map<NodeJS.Timeout, Timer>();

/** Runs it once so many milliseconds have passed by `processTime`; it handles its own errors. */
export function runAfter(milliseconds: number, run: () => Promise<void>): void {
  const timeout = setTimeout(() => {
    timers.delete(timeout);
    void run();
  }, milliseconds).unref();
  if (isTestBuild) timers.set(timeout, { dueAt: processTime() + milliseconds, run });
}

/** Runs what is due since a test has moved the clock. */
export async function runDue(): Promise<void> {
  const due = [...timers].filter(([, { dueAt }]) => dueAt <= processTime());
  for (const [timeout, { run }] of due) {
    clearTimeout(timeout);
    timers.delete(timeout);
    await run();
  }
}

/** Milliseconds since 1970 by the clock of this process, for the age of what it has in memory. */
export const processTime = (): number => Date.now() + offsetSeconds * 1_000;

/** `composeOnce` for fragments with `now()`: composes again once a test has moved the clock. */
export function composeOnceWithClock(
  build: (...slots: SQL[]) => SQL,
  count?: number,
): (...values: unknown[]) => SQL {
  let composed: { at: number; fill: (...values: unknown[]) => SQL } | undefined;
  return (...values) => {
    if (composed?.at !== offsetSeconds)
      composed = { at: offsetSeconds, fill: composeOnce(build, count) };
    return composed.fill(...values);
  };
}

/** How far the database's clock is ahead of ours, in milliseconds. */
let ahead = 0;

/**
 * Notes the database time that a statement returned along with its result.
 * @param milliseconds since 1970
 */
export function noteDatabaseTime(milliseconds: number) {
  ahead = milliseconds - Date.now();
}

/**
 * The database's time without a query, extrapolated from the last statement that returned it.
 * Screens use it as their render time.
 */
export const databaseNow = (): Date => new Date(Date.now() + ahead);
