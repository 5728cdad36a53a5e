import { expect } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import type { TestServer } from './server.ts';

/** Moves the clock of a server started with `isTestBuild` ahead; 0 resets it. */
export const moveServerClock = (server: Pick<TestServer, 'origin'>, seconds: number) =>
  fetch(`${server.origin}/__test/clock?seconds=${seconds}`, { method: 'POST' });

/** Runs a scheduled job at once and waits for its end. */
export async function runJob(
  server: Pick<TestServer, 'databaseUrl' | 'log'>,
  queue: string,
): Promise<void> {
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  const [job] = await sql<
    { id: string }[]
  >`insert into jobs.job (name) values (${queue}) returning id`;
  await sql.end();
  // This run: another may have started before the clock was moved.
  await expect
    .poll(() => server.log().some((entry) => entry.event === 'job done' && entry.job === job!.id))
    .toBe(true);
}
