import { performance } from 'node:perf_hooks';
import type { Member } from '#domains/policy/viewer.ts';
import { migrate } from '#server/migrate.ts';
import { startThrowawayPostgres } from '../launch/throwaway-postgres.ts';

/*
 * `node scripts/bench/answers.ts [10000]`: so many answers from eight clients to one event with 500
 * places, on a database of its own, in this process. Fails if a hundred leaves something untrue.
 */
const total = Number(process.argv[2] ?? 10_000);
const postgres = await startThrowawayPostgres();
process.env.DATABASE_URL = postgres.url;
process.env.RATE_LIMIT_SCALE = '100000';
try {
  await migrate(postgres.url);
  // After the settings, which some domains read on load.
  const { domains } = await import('#app/domains.ts');
  const { setDomains } = await import('#server/domain.ts');
  setDomains(domains);
  const { closeDb, db } = await import('#server/db.ts');
  const { startJobs, stopJobs } = await import('#server/jobs.ts');
  const { sql } = await import('#server/sql.ts');
  const { addLoadEvent, runAnswers } = await import('./answer-load.ts');
  await startJobs([]);
  const rows = await db.execute<{ id: number }>(sql`
    insert into members (
      status, email, username, first_name, last_name, displayname, password_hash
    )
    select 'active', 'm' || n || '@hearth.example', 'm' || n, 'Member', n::text, 'Member ' || n, 'none'
    from generate_series(1, 1000) n
    returning id::float8 as id`);
  const [owner, ...members] = rows.map(({ id }): Member => ({
    kind: 'member',
    id,
    displayname: `Member ${id}`,
    username: `m${id}`,
    avatar: null,
    role: 'member',
    timezone: 'UTC',
    sessionId: id,
  }));
  const capacity = 500;
  const event = await addLoadEvent(owner!, capacity);
  const started = performance.now();
  const load = { ...event, owner: owner!, members, capacity, total, clients: 8 };
  const { done, refused, faults } = await runAnswers(load);
  const seconds = (performance.now() - started) / 1_000;
  console.log(
    `${done} acts and ${refused} refusals in ${seconds.toFixed(1)} s, ${(total / seconds).toFixed(0)} a second, ${faults.length} faults`,
  );
  for (const fault of faults) console.error(fault);
  if (faults.length) process.exitCode = 1;
  await stopJobs(1_000);
  await closeDb(1);
} finally {
  await postgres.stop();
}
