import type { SQL } from 'drizzle-orm';
import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import { mailOfDeletion } from '#domains/events/mail-answers/guest-mail.server.ts';
import {
  newOccasion,
  notificationCtes,
} from '#domains/notifications/create-notification.server.ts';
import { viewerFromColumn } from '#domains/policy/audience.server.ts';
import { now } from '#server/clock.ts';
import type { Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { cancelRows, type CancelOptions } from './cancel-rows.server.ts';

const listToCome = async (tx: Tx, wallIds: number[], condition: SQL): Promise<number[]> => {
  const rows = await tx.execute<{ id: number }>(sql`
    select id
    from events
    where wall_id = any (${sql.param(wallIds)}::bigint[]) and ${condition} and ends_at > ${now()}`);
  return rows.map(({ id }) => Number(id));
};
const isOn = sql`status <> 'cancelled'`;

/** Cancels all events of a wall that are not over, and notifies guests. */
export const cancelToCome = async (tx: Tx, options: CancelOptions): Promise<void> =>
  cancelRows(tx, options, await listToCome(tx, [options.wallId], isOn));

/** The same for a wall that nobody owns any more. */
export const cancelOwnerless = (tx: Tx, { id }: ContainerRef): Promise<void> =>
  cancelToCome(tx, { wallId: id, actorId: 0 });

/**
 * Notifies the guests of events that are deleted, as with their group or page: of what nobody finds
 * any more. Notices and mails that it was cancelled a moment ago are lost with it.
 */
export async function notifyOfDeletion(tx: Tx, wallIds: number[], actorId = 0): Promise<void> {
  const wasJustOn = sql`(${isOn} or modified_at > ${now()} - interval '1 day')`;
  const eventIds = await listToCome(tx, wallIds, wasJustOn);
  await mailOfDeletion(tx, eventIds);
  await tx.execute(sql`
    with ${notificationCtes(
      viewerFromColumn(sql`0::bigint`),
      sql`
        select distinct a.member_id, 'event_deleted', 'member', a.member_id, 1, ${newOccasion()}
        from container_answers a
        where a.type = 'event'
          and a.item_id = any (${sql.param(eventIds)}::bigint[])
          and a.member_id <> ${actorId}
          and a.answer in ('going', 'maybe')`,
      { isFromSite: true },
    )}
    select 1`);
}
