import type { SQL } from 'drizzle-orm';
import type { EventItem } from '#domains/events/event-rows.server.ts';
import { wallText } from '#domains/events/time/event-times.server.ts';
import { maxRows } from '#lib/occurrences.ts';
import { parseRule } from '#lib/recurrence-rule.ts';
import { ruleText } from '#lib/recurrence-words.ts';
import type { TimeRange } from '#lib/time-range.ts';
import type { WallTime } from '#lib/wall-time.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

export interface SeriesDates {
  /** 'Every Tuesday until March 3, 2027, then every Wednesday'. */
  rule: string;
  /**
   * Those to come, in order; also the event itself, those that are cancelled or postponed, and those of
   * rules that follow.
   */
  dates: Array<TimeRange & { id: number; isOff: boolean; isOfRule: boolean }>;
}

interface Rule {
  rule: string;
  startsLocal: WallTime;
  /** The last day on which it takes place, null if no end of its rule is reached yet. */
  lastDay: string | null;
}

/** A rule in words, until its last date: a change of the series ends it on the day before another. */
function toText({ rule, startsLocal, lastDay }: Rule): string {
  const read = parseRule(rule, startsLocal);
  if (!read) return '';
  const isEarlier = read.until && lastDay && lastDay < read.until;
  return ruleText(isEarlier ? { ...read, until: lastDay } : read, startsLocal);
}

/** Reads when a series takes place, for those who read its event; null for one that takes place once. */
export async function readSeriesDates({
  id: wallId,
  seriesId,
}: Pick<EventItem, 'id' | 'seriesId'>): Promise<SeriesDates | null> {
  if (seriesId === null) return null;
  const rules = (condition: SQL) => sql`
    select s.rule, ${wallText('s.starts_local')} as "startsLocal", case
        when s.is_ended then (
          select to_char(max(i.starts_local), 'YYYY-MM-DD')
          from events i
          where i.series_id = s.id and i.status <> 'cancelled'
        )
      end as "lastDay"
    from event_series s
    where ${condition}`;
  const [series] = await db.execute<{
    own: Rule | null;
    following: Rule | null;
    dates: SeriesDates['dates'] | null;
  }>(sql`
    select (select row_to_json(own) from (${rules(sql`s.id = ${seriesId}`)}) own) as own, (
      select row_to_json(following)
      from (
        ${rules(sql`
          s.wall_id = ${wallId}
          and s.starts_local > (select own.starts_local from event_series own where own.id = ${seriesId})
          and exists (
            select from events i
            where i.series_id = s.id and i.starts_at > ${now()} and i.status <> 'cancelled'
          )`)}
        order by s.starts_local
        limit 1
      ) following
    ) as following, (
      select json_agg(row_to_json(date) order by date."startsAt")
      from (
        select i.id::float8 as id, i.starts_at as "startsAt", i.ends_at as "endsAt", i.timezone,
          i.is_all_day as "isAllDay", i.status in ('cancelled', 'postponed') as "isOff",
          i.series_id = ${seriesId} as "isOfRule"
        from events i
        where i.wall_id = ${wallId}
          and i.starts_at > ${now()}
        order by i.starts_at
        limit ${maxRows}
      ) date
    ) as dates`);
  if (!series?.own) return null;
  const { own, following, dates } = series;
  const next = following && toText(following);
  const then = next && `, then ${next.charAt(0).toLowerCase()}${next.slice(1)}`;
  return { rule: toText(own) + (then || ''), dates: dates ?? [] };
}
