import {
  timesColumns,
  wallText,
  type EventTimes,
} from '#domains/events/time/event-times.server.ts';
import { parseRule, writeRule } from '#lib/recurrence-rule.ts';
import { addSeconds, type WallTime } from '#lib/wall-time.ts';
import { now } from '#server/clock.ts';
import type { Tx } from '#server/db.ts';
import { invalid } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

export interface SeriesRow extends Record<string, unknown> {
  id: number;
  wallId: number;
  rule: string;
  startsLocal: WallTime;
  madeTo: WallTime;
  timezone: string;
  /** Now, by the clock of the database. */
  now: string;
}

export const seriesColumns = () => sql`
  s.id::float8 as id, s.wall_id::float8 as "wallId", s.rule, s.timezone,
  ${wallText('s.starts_local')} as "startsLocal", ${wallText('s.made_to')} as "madeTo",
  ${now()}::text as now`;

/** An event of a series. */
export interface SeriesEvent extends EventTimes, Record<string, unknown> {
  id: number;
  originalLocal: WallTime;
  status: string;
  isDetached: boolean;
}

const eventColumns = () => sql`
  i.id::float8 as id, ${wallText('i.original_local')} as "originalLocal",
  ${timesColumns()}, i.status, i.is_detached as "isDetached"`;

interface Following {
  /** The event itself, which may be over. */
  own: SeriesEvent;
  /** Each series of the wall that has some of them, with those. */
  parts: SeriesPart[];
  rows: SeriesEvent[];
}

export interface SeriesPart {
  series: SeriesRow;
  rows: SeriesEvent[];
}

/** Whether the rule of a series has the day of an event still: a change may have left it out. */
export function isOfRule({ rule, startsLocal }: SeriesRow, { originalLocal }: SeriesEvent) {
  const read = parseRule(rule, startsLocal);
  return read !== null && (!read.until || originalLocal.slice(0, 10) <= read.until);
}

/**
 * An event of a series and those from it on that have not begun, locked: also those of the series
 * that follow it on its wall since an earlier change.
 */
export async function readFollowing(tx: Tx, eventId: number): Promise<Following> {
  const all = await tx.execute<SeriesRow>(sql`
    select ${seriesColumns()}
    from event_series s
    where s.wall_id = (
      select i.wall_id from events i where i.id = ${eventId} and i.series_id is not null
    )
    order by s.id
    for update`);
  if (!all.length) throw invalid('This event does not repeat.', 'scope');
  const found = await tx.execute<SeriesEvent & { seriesId: number; isToCome: boolean }>(sql`
    select ${eventColumns()}, i.series_id::float8 as "seriesId", i.starts_at > ${now()} as "isToCome"
    from events i
    where i.series_id = any (${sql.param(all.map(({ id }) => id))}::bigint[])
      and i.original_local >= (select own.original_local from events own where own.id = ${eventId})
    order by i.original_local, i.id
    for update`);
  const parts = all
    .map((series) => ({
      series,
      rows: found.filter(
        (event) =>
          event.seriesId === series.id &&
          event.isToCome &&
          (event.status !== 'cancelled' || isOfRule(series, event)),
      ),
    }))
    .filter(({ rows }) => rows.length > 0);
  if (!parts.length) throw invalid('All of these are over.', 'scope');
  return {
    own: found.find(({ id }) => id === eventId)!,
    parts,
    rows: parts.flatMap(({ rows }) => rows),
  };
}

/** The event from which new ones of a series are copied: the last that was not changed by itself. */
export async function readTemplate(tx: Tx, seriesId: number): Promise<SeriesEvent | undefined> {
  const [template] = await tx.execute<SeriesEvent>(sql`
    select ${eventColumns()}
    from events i
    where i.series_id = ${seriesId}
    order by i.is_detached, i.status = 'cancelled', i.original_local desc
    limit 1`);
  return template;
}

/** Ends the rules of series before a day; without events they are deleted. */
export async function endSeries(tx: Tx, parts: SeriesPart[], before: WallTime): Promise<void> {
  const last = addSeconds(`${before.slice(0, 10)}T00:00:00`, -1).slice(0, 10);
  const rules = parts.map(({ series }) => {
    const rule = parseRule(series.rule, series.startsLocal);
    const until = rule?.until && rule.until < last ? rule.until : last;
    return rule ? writeRule({ ...rule, count: 0, until }) : series.rule;
  });
  const ids = sql.param(parts.map(({ series }) => series.id));
  await tx.execute(sql`
    update event_series s
    set rule = ended.rule, is_ended = true
    from unnest(${ids}::bigint[], ${sql.param(rules)}::text[]) ended (id, rule)
    where s.id = ended.id`);
  await tx.execute(sql`
    delete from event_series s
    where s.id = any (${ids}::bigint[])
      and not exists (select from events i where i.series_id = s.id)`);
}
