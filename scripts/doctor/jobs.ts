import { query } from '../launch/database.ts';
import { ok, warning, type Finding } from './finding.ts';

interface FailedQueue {
  queue: string;
  count: number;
  error: string | null;
}

/**
 * Background jobs of the last day that failed and did not succeed since. None on a site that has
 * never started.
 */
export async function checkJobs(url: string): Promise<Finding[]> {
  const failed = await query(url, async (sql) => {
    const [found] = await sql`select to_regclass('jobs.job') is not null as "hasJobs"`;
    if (!found?.hasJobs) return undefined;
    return sql<FailedQueue[]>`
      select name as queue,
        count(*)::int as count,
        (array_agg(output ->> 'error' order by started_on desc nulls last))[1] as error
      from jobs.job
      where state in ('retry', 'failed')
        and created_on > now() - interval '1 day'
      group by name
      order by name`;
  });
  if (!failed) return [];
  if (!failed.length) return [ok('jobs', 'nothing failed within a day')];
  return failed.map(({ queue, count, error }) =>
    warning(
      'jobs',
      `${queue}: ${count} failed within a day (${error ?? 'no reason given'}): mend the ` +
        'cause, they are tried again; the log has each as "job failed"',
    ),
  );
}
