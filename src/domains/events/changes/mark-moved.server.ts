import { now } from '#server/clock.ts';
import type { Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { notifyGuests, withdrawReminders } from './event-messages.server.ts';
import { changeText, hasMoved, statusAfter, type EventState } from './moved.ts';

/** Events as guests know them, by their numbers. */
export async function readStates(tx: Tx, ids: number[]): Promise<Map<number, EventState>> {
  const rows = await tx.execute<EventState & Record<string, unknown>>(sql`
    select id::float8 as id, title, status, starts_at::text as "startsAt", ends_at::text as "endsAt",
      timezone, is_all_day as "isAllDay", to_char(starts_local, 'YYYY-MM-DD') as day, location,
      online_url as "onlineUrl", ends_at <= ${now()} as "isOver"
    from events
    where id = any (${sql.param(ids)}::bigint[])
    order by starts_at`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The status of an event that is given times: postponed it is no more. */
export const statusAgain = () =>
  sql`case when status = 'postponed' then 'scheduled' else status end`;

interface Options {
  wallId: number;
  /** The member who made the change, who is not notified. */
  actorId: number;
  /** Whether guests are asked again whether they come. */
  asks: (before: EventState, after: EventState) => boolean;
  /** The answers of who is asked end then, and guests by mail get a mail of that. */
  endsAnswers?: boolean;
}

/**
 * Notes that events have moved to another time or place, and notifies their guests once. Nobody is
 * notified of what is over or cancelled; what was over may take place again.
 * @param before as it was, @returns those whose guests are asked
 */
export async function markMoved(
  tx: Tx,
  before: Map<number, EventState>,
  { wallId, actorId, asks, endsAnswers = false }: Options,
): Promise<number[]> {
  const after = await readStates(tx, [...before.keys()]);
  const changes = [...after.values()].flatMap((state) => {
    const old = before.get(state.id)!;
    const text = changeText(old, state);
    const isNotified = text && state.status !== 'cancelled' && !state.isOver;
    return isNotified ? [{ old, state, text }] : [];
  });
  const moved = changes.filter(({ old, state }) => hasMoved(old, state));
  await writeStatuses(tx, changes);
  await withdrawReminders(
    tx,
    moved.map(({ state }) => state.id),
  );
  const asked = changes.filter(({ old, state }) => asks(old, state));
  const others = changes.filter((change) => !asked.includes(change));
  for (const [type, those] of [['event_moved', others] as const, ['event_asks', asked] as const])
    if (those.length)
      await notifyGuests(tx, wallId, {
        type,
        bodies: new Map(those.map(({ state, text }) => [state.id, text])),
        actorId,
        isMailedApart: endsAnswers && type === 'event_asks',
      });
  return asked.map(({ state }) => state.id);
}

const writeStatuses = (tx: Tx, changes: Array<{ old: EventState; state: EventState }>) =>
  tx.execute(sql`
    update events i
    set status = moved.status,
      status_reason = case when i.status = moved.status then i.status_reason else '' end,
      previous_starts_at = case
        when i.starts_at <> moved.before::timestamptz then moved.before::timestamptz
        else i.previous_starts_at
      end,
      moved_at = case when i.starts_at <> moved.before::timestamptz then ${now()} else i.moved_at end
    from unnest(
      ${sql.param(changes.map(({ state }) => state.id))}::bigint[],
      ${sql.param(changes.map(({ old, state }) => statusAfter(old, state)))}::text[],
      ${sql.param(changes.map(({ old }) => old.startsAt))}::text[]
    ) moved (id, status, before)
    where i.id = moved.id`);
