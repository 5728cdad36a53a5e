import type { SQL } from 'drizzle-orm';
import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import {
  newOccasion,
  notificationCtes,
} from '#domains/notifications/create-notification.server.ts';
import type { NotificationType } from '#domains/notifications/notification-kinds.ts';
import { viewerFromColumn } from '#domains/policy/audience.server.ts';
import { now } from '#server/clock.ts';
import type { Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';

/** @param subject selects type and id for the answer `a`, of which each guest gets that of the next event */
const notifyGuests = (
  tx: Tx,
  eventIds: number[],
  type: NotificationType,
  { subject, context }: { subject: SQL; context?: SQL },
) =>
  tx.execute(sql`
    with ${notificationCtes(
      viewerFromColumn(sql`0::bigint`),
      sql`
        select a.member_id, ${type}::text, ${subject},
          row_number() over (partition by a.member_id order by i.starts_at, i.id)::int,
          ${newOccasion()}
        from container_answers a
        join events i on i.id = a.item_id
        where a.type = 'event'
          and a.item_id = any (${sql.param(eventIds)}::bigint[])
          and a.answer in ('going', 'maybe')`,
      { isFromSite: true, ...(context ? { context } : {}) },
    )}
    select 1`);

const isToCome = () => sql`status <> 'cancelled' and ends_at > ${now()}`;

/** Cancels all events of a wall that nobody owns any more, and notifies guests. */
export async function cancelOwnerless(tx: Tx, { id }: ContainerRef): Promise<void> {
  const rows = await tx.execute<{ id: number }>(sql`
    update events
    set status = 'cancelled', cancelled_at = ${now()}, sequence = sequence + 1,
      modified_at = ${now()}
    where wall_id = ${id} and ${isToCome()}
    returning id`);
  const eventIds = rows.map((row) => Number(row.id));
  await tx.execute(sql`
    update container_seats
    set closes_at = ${now()}
    where type = 'event' and item_id = any (${sql.param(eventIds)}::bigint[])`);
  await notifyGuests(tx, eventIds, 'event_cancelled', {
    subject: sql`'event', a.item_id`,
    context: sql`select 'event', ${id}::bigint`,
  });
}

/** Notifies the guests of events that are deleted with their group or page: of what nobody finds any more. */
export async function notifyOfDeletion(tx: Tx, wallIds: number[]): Promise<void> {
  const rows = await tx.execute<{ id: number }>(sql`
    select id
    from events
    where wall_id = any (${sql.param(wallIds)}::bigint[]) and ${isToCome()}`);
  const eventIds = rows.map((row) => Number(row.id));
  await notifyGuests(tx, eventIds, 'event_deleted', { subject: sql`'member', a.member_id` });
}
