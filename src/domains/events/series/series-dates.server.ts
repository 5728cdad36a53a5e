import type { EventItem } from '#domains/events/event-rows.server.ts';
import { wallText } from '#domains/events/time/event-times.server.ts';
import { maxRows } from '#lib/occurrences.ts';
import { parseRule } from '#lib/recurrence-rule.ts';
import { ruleText } from '#lib/recurrence-words.ts';
import type { TimeRange } from '#lib/time-range.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

export interface SeriesDates {
  /** 'Every Tuesday until March 3, 2027'. */
  rule: string;
  /** Those to come, in order; also the event itself, and those that are cancelled or postponed. */
  dates: Array<TimeRange & { id: number; isOff: boolean }>;
}

/** Reads when a series takes place, for those who read its event; null for one that takes place once. */
export async function readSeriesDates({
  id: wallId,
  seriesId,
}: Pick<EventItem, 'id' | 'seriesId'>): Promise<SeriesDates | null> {
  if (seriesId === null) return null;
  const [series] = await db.execute<{
    rule: string;
    startsLocal: string;
    dates: SeriesDates['dates'] | null;
  }>(sql`
    select s.rule, ${wallText('s.starts_local')} as "startsLocal", (
      select json_agg(row_to_json(date) order by date."startsAt")
      from (
        select i.id::float8 as id, i.starts_at as "startsAt", i.ends_at as "endsAt", i.timezone,
          i.is_all_day as "isAllDay", i.status in ('cancelled', 'postponed') as "isOff"
        from events i
        where i.wall_id = ${wallId}
          and i.starts_at > ${now()}
        order by i.starts_at
        limit ${maxRows}
      ) date
    ) as dates
    from event_series s
    where s.id = ${seriesId}`);
  if (!series) return null;
  const rule = parseRule(series.rule, series.startsLocal);
  return { rule: rule ? ruleText(rule, series.startsLocal) : '', dates: series.dates ?? [] };
}
