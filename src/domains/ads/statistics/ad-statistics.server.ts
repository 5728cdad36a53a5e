import type { Member } from '#domains/policy/viewer.ts';
import { usualDays, type StatisticsChunk } from '#lib/statistics.ts';
import { databaseNow, now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { invalid, notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

export interface AdNumbers {
  served: number;
  views: number;
  clicks: number;
  /** Clicks that did not count. */
  ignored: number;
}

export interface AdSeries extends Record<string, unknown> {
  id: number;
  title: string;
  totals: AdNumbers;
  /** Chunks in their order; those without numbers are zero. */
  data: Array<AdNumbers & { date: string }>;
}

export interface StatisticsQuery {
  kind: 'ad' | 'campaign';
  ids: number[];
  /** Days as `2026-11-23`; by default the usual span of the chunk. */
  start?: string | undefined;
  end?: string | undefined;
  chunk?: StatisticsChunk;
}

export interface AdStatistics {
  start: string;
  end: string;
  chunk: StatisticsChunk;
  series: AdSeries[];
}

const maxDays = 800;
const oneDay = 24 * 60 * 60 * 1_000;
const toDay = (time: number) => new Date(time).toISOString().slice(0, 10);

/**
 * Numbers of own ads or campaigns, by the days, weeks or months in which they were counted. Not found,
 * with nothing of the others, if one of them is another's. Campaigns that were deleted for 90 days.
 */
export async function readAdStatistics(
  member: Member,
  { kind, ids, chunk = 'day', end = toDay(databaseNow().getTime()), ...query }: StatisticsQuery,
): Promise<AdStatistics> {
  const { start = toDay(Date.parse(end) - (usualDays[chunk] - 1) * oneDay) } = query;
  if (start > end) throw invalid('Must not be after the end.', 'start');
  if (Date.parse(end) - Date.parse(start) > maxDays * oneDay)
    throw invalid('At most 25 months.', 'start');
  const chosen = [...new Set(ids)];
  const isKept = sql`(one.deleted_at is null or one.deleted_at > ${now()} - interval '90 days')`;
  const { named, ad } =
    kind === 'ad'
      ? {
          named: sql`
            select one.id, v.title
            from ads one
            join ad_versions v on v.ad_id = one.id and v.version = one.newest_version
            where one.owner_id = ${member.id} and ${isKept}`,
          ad: sql`a.id = named.id`,
        }
      : {
          named: sql`
            select one.id, one.name as title from ad_campaigns one
            where one.owner_id = ${member.id} and ${isKept}`,
          ad: sql`a.campaign_id = named.id`,
        };
  const numbers = sql`
    coalesce(sum(s.served), 0)::int as served, coalesce(sum(s.seen), 0)::int as views,
    coalesce(sum(s.clicks), 0)::int as clicks, coalesce(sum(s.ignored), 0)::int as ignored`;
  const series = await db.execute<AdSeries>(sql`
    select named.id, named.title, row_to_json(totals) as totals, by_chunk.data
    from (${named}) named
    cross join lateral (
      select ${numbers}
      from ads a
      join ad_daily_stats s on s.ad_id = a.id
      where ${ad} and s.day between ${start}::date and ${end}::date
    ) totals
    cross join lateral (
      select json_agg(row_to_json(one) order by one.date) as data
      from (
        select chunk.first::date::text as date, ${numbers}
        from generate_series(
          date_trunc(${chunk}, ${start}::date::timestamp), ${end}::date::timestamp,
          ('1 ' || ${chunk}::text)::interval
        ) chunk (first)
        left join (
          ads a join ad_daily_stats s on s.ad_id = a.id and s.day between ${start}::date and ${end}::date
        ) on ${ad} and date_trunc(${chunk}, s.day::timestamp) = chunk.first
        group by chunk.first
      ) one
    ) by_chunk
    where named.id = any (${sql.param(chosen)}::bigint[])
    order by named.id`);
  if (series.length < chosen.length) throw notFound();
  return { start, end, chunk, series: series.map((one) => ({ ...one, id: Number(one.id) })) };
}
