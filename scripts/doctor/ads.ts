import { query } from '../launch/database.ts';
import { ok, warning, type Finding } from './finding.ts';

interface AdFacts {
  areOn: boolean;
  running: number;
  pending: number;
  /** Days since the longest waiting one was submitted. */
  oldest: number | null;
  unpaid: number;
}

/** Ads that wait for the host. Nothing to report on a site without ads. */
export async function checkAds(url: string): Promise<Finding[]> {
  const [facts] = await query(url, async (sql) => {
    const [found] = await sql`select to_regclass('ad_settings') is not null as "hasAds"`;
    if (!found?.hasAds) return [];
    return sql<AdFacts[]>`
      select s.are_on as "areOn", counted.*, submitted.*
      from ad_settings s
      cross join (
        select count(*) filter (where a.state = 'active')::int as running,
          count(*) filter (
            where a.price > 0 and a.paid_at is null and a.state <> 'finished'
          )::int as unpaid
        from ads a
      ) counted
      cross join (
        select count(*)::int as pending,
          extract(days from now() - min(v.submitted_at))::int as oldest
        from ad_versions v
        join ads a on a.id = v.ad_id and a.newest_version = v.version
        where v.state = 'pending' and a.state <> 'finished'
      ) submitted`;
  });
  if (!facts) return [];
  const { areOn, running, pending, oldest, unpaid } = facts;
  if (!areOn) return [ok('ads', 'off: nothing runs (/admin/ads switches them on)')];
  if (!running && !pending && !unpaid) return [];
  const text = `${running} running, ${unpaid} not paid, ${pending} waiting for approval`;
  return (oldest ?? 0) >= 3
    ? [warning('ads', `${text}, the first for ${oldest} days: decide at /admin/ads`)]
    : [ok('ads', text)];
}
