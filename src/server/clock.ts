import type { SQL } from 'drizzle-orm';
import { sql } from '#server/sql.ts';

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

/** How far the database's clock is ahead of ours, in milliseconds. */
let ahead = 0;

/**
 * A statement that runs anyway has brought the database's time along. @param moment milliseconds
 * since 1970
 */
export function noteDatabaseTime(moment: number) {
  ahead = moment - Date.now();
}

/**
 * What time it is on the database's clock, without asking: as the last statement that brought it
 * knew. Screens take it for the moment they are made.
 */
export const databaseNow = (): Date => new Date(Date.now() + ahead);
