import { expect } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import type { TestServer } from './server.ts';

/** Puts the clock of a server that was started with `isTestBuild` ahead; 0 puts it right. */
export const moveServerClock = (server: Pick<TestServer, 'origin'>, seconds: number) =>
  fetch(`${server.origin}/__test/clock?seconds=${seconds}`, { method: 'POST' });

/** Lets the server do a job at once that it does by the clock, and waits until it is done. */
export async function runJob(
  server: Pick<TestServer, 'databaseUrl' | 'log'>,
  queue: string,
): Promise<void> {
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  const [job] = await sql<
    { id: string }[]
  >`insert into jobs.job (name) values (${queue}) returning id`;
  await sql.end();
  // This very one: another may have begun before the clock was moved.
  await expect
    .poll(() => server.log().some((entry) => entry.event === 'job done' && entry.job === job!.id))
    .toBe(true);
}
