import { lockContainer } from '#domains/containers/container-lock.server.ts';
import { notifyFromSite } from '#domains/containers/container-notices.server.ts';
import { eventRef } from '#domains/events/event-rows.server.ts';
import { parseRule } from '#lib/recurrence-rule.ts';
import { toWallTime } from '#lib/wall-time.ts';
import { now } from '#server/clock.ts';
import { retryOnDeadlock } from '#server/database-errors.ts';
import { db, type Tx } from '#server/db.ts';
import { enqueueAll } from '#server/jobs.ts';
import { updateRow } from '#server/rows.ts';
import { sql } from '#server/sql.ts';
import { readTemplate, seriesColumns, type SeriesRow } from './following-rows.server.ts';
import { addOccurrences, copySeriesAnswers, monthsAhead, planRows } from './series.server.ts';

export const extendSeriesQueue = 'extend-series';

/** The events `i` of a series `s` that are to come: what is cancelled takes the place of none. */
const isToCome = () => sql`
  i.series_id = s.id and i.starts_at > ${now()} and i.status <> 'cancelled'`;

/** So many in a row without an answer, and the host is asked. */
const unansweredEvents = 6;

/**
 * Job: each day adds one of these jobs for each series that needs rows, and asks hosts whose events
 * nobody answers. Safe to run twice at once.
 */
export async function extendSeries({ seriesId }: { seriesId?: number }): Promise<void> {
  if (seriesId !== undefined) return extendOne(seriesId);
  const due = await db.execute<{ seriesId: number }>(sql`
    select s.id::float8 as "seriesId"
    from event_series s
    where not s.is_ended
      and (
        s.made_to < ${now()} at time zone 'UTC' + make_interval(months => ${monthsAhead})
        or 2 > (
          select count(*) from events i where ${isToCome()}
        )
      )
    order by s.id`);
  await db.transaction((tx) => enqueueAll(tx, extendSeriesQueue, due));
  await askHosts();
}

const extendOne = (seriesId: number): Promise<void> =>
  retryOnDeadlock(() =>
    db.transaction(async (tx) => {
      const [found] = await tx.execute<{ wallId: number }>(
        sql`select wall_id::float8 as "wallId" from event_series where id = ${seriesId}`,
      );
      if (found) await addRows(tx, found.wallId, seriesId);
    }),
  );

async function addRows(tx: Tx, wallId: number, seriesId: number): Promise<void> {
  const container = await lockContainer(tx, eventRef(wallId));
  if (container.state !== 'open') return;
  const [series] = await tx.execute<SeriesRow & { existing: number }>(sql`
    select ${seriesColumns()}, (
      select count(*)::int from events i where ${isToCome()}
    ) as existing
    from event_series s
    where s.id = ${seriesId} and not s.is_ended
    for update`);
  const template = series && (await readTemplate(tx, seriesId));
  const rule = series && parseRule(series.rule, series.startsLocal);
  if (!template || !rule) return;
  const { startsLocal, madeTo, timezone, existing } = series;
  const nowThere = toWallTime(new Date(series.now), timezone);
  const { starts, ...plan } = planRows(rule, startsLocal, {
    from: madeTo,
    today: nowThere > startsLocal ? nowThere : startsLocal,
    existing,
  });
  await updateRow(tx, 'event_series', sql`id = ${seriesId}`, plan);
  const added = await addOccurrences(tx, { seriesId, template, starts });
  await copySeriesAnswers(tx, container, added);
}

/** Asks each host once about a series whose last events nobody else has answered. */
async function askHosts(): Promise<void> {
  const unanswered = await db.execute<{ id: number; wallId: number; ownerId: number }>(sql`
    select s.id::float8 as id, s.wall_id::float8 as "wallId", c.owner_id::float8 as "ownerId"
    from event_series s
    join containers c on c.type = 'event' and c.id = s.wall_id and c.state = 'open'
    cross join lateral (
      select count(*) as count, count(*) filter (where past.is_answered) as answered
      from (
        select exists (
            select from container_answers a
            where a.type = 'event' and a.item_id = i.id and a.member_id is distinct from c.owner_id
          ) as is_answered
        from events i
        where i.series_id = s.id and i.ends_at <= ${now()} and i.status <> 'cancelled'
        order by i.ends_at desc
        limit ${unansweredEvents}
      ) past
    ) last
    where not s.is_ended
      and s.last_check_at is null
      and c.owner_id is not null
      and last.count = ${unansweredEvents}
      and last.answered = 0
    order by s.id`);
  for (const { id, wallId, ownerId } of unanswered)
    await db.transaction(async (tx) => {
      const asked = await tx.execute<{ nextId: number }>(sql`
        update event_series s
        set last_check_at = ${now()}
        where s.id = ${id} and s.last_check_at is null
        returning (
          select i.id::float8
          from events i
          where i.series_id = s.id and i.status <> 'cancelled'
          order by i.ends_at <= ${now()}, abs(extract(epoch from i.starts_at - ${now()}))
          limit 1
        ) as "nextId"`);
      for (const { nextId } of asked)
        await notifyFromSite(tx, eventRef(wallId), 'event_unanswered', [ownerId], nextId);
    });
}
