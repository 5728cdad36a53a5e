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
  series: SeriesRow;
  /** The event itself, which may be over. */
  own: SeriesEvent;
  rows: SeriesEvent[];
}

/** An event of a series and those of the series from it on that have not begun, locked. */
export async function readFollowing(tx: Tx, eventId: number): Promise<Following> {
  const [series] = await tx.execute<SeriesRow>(sql`
    select ${seriesColumns()}
    from events i
    join event_series s on s.id = i.series_id
    where i.id = ${eventId}
    for update of s`);
  if (!series) throw invalid('This event takes place once.', 'scope');
  const found = await tx.execute<SeriesEvent & { isToCome: boolean }>(sql`
    select ${eventColumns()}, i.starts_at > ${now()} as "isToCome"
    from events i
    where i.series_id = ${series.id}
      and i.original_local >= (select own.original_local from events own where own.id = ${eventId})
    order by i.original_local
    for update`);
  const rows = found.filter(({ isToCome }) => isToCome);
  if (!rows.length) throw invalid('All of these are over.', 'scope');
  return { series, own: found.find(({ id }) => id === eventId)!, rows };
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

/** Ends the rule of a series before a day; without events it is deleted. */
export async function endSeries(tx: Tx, series: SeriesRow, before: WallTime): Promise<void> {
  const rule = parseRule(series.rule, series.startsLocal);
  const until = addSeconds(`${before.slice(0, 10)}T00:00:00`, -1).slice(0, 10);
  const ended = rule && writeRule({ ...rule, count: 0, until });
  await tx.execute(sql`
    update event_series
    set rule = ${ended ?? series.rule}, is_ended = true
    where id = ${series.id}`);
  await tx.execute(sql`
    delete from event_series s
    where s.id = ${series.id} and not exists (select from events i where i.series_id = s.id)`);
}
