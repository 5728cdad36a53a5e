import { removeActivity } from '#domains/activities/share-activity.server.ts';
import { needPassword } from '#domains/auth/verify-password.server.ts';
import { roles } from '#domains/containers/container-access.rules.ts';
import type { Change } from '#domains/containers/container-lock.server.ts';
import { notifyFromSite } from '#domains/containers/container-notices.server.ts';
import { deleteContainer } from '#domains/containers/lifecycle/deletion.server.ts';
import { changeAsEditor, writeAuditEntry } from '#domains/containers/membership/staff.server.ts';
import { eventCreatedActivity } from '#domains/events/event-activity.server.ts';
import { eventRef, readEventAsStaff } from '#domains/events/event-rows.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import type { Tx } from '#server/db.ts';
import { invalid } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

interface EventKey {
  wallId: number;
  eventId: number;
}

/** Ids of the guests who answered with yes or maybe, but that member. */
async function listComing(tx: Tx, eventId: number, memberId: number): Promise<number[]> {
  const rows = await tx.execute<{ id: number }>(sql`
    select a.member_id::float8 as id
    from container_answers a
    where a.type = 'event'
      and a.item_id = ${eventId}
      and a.answer in ('going', 'maybe')
      and a.member_id <> ${memberId}
    order by a.member_id`);
  return rows.map(({ id }) => id);
}

async function writeCancelled(
  { tx, container }: Change,
  member: Member,
  eventId: number,
  reason: string,
): Promise<void> {
  const cancelled = await tx.execute(sql`
    update events
    set status = 'cancelled', status_reason = ${reason}, cancelled_at = ${now()},
      sequence = sequence + 1, modified_at = ${now()}
    where id = ${eventId} and status <> 'cancelled' and ends_at > ${now()}
    returning 1`);
  if (!cancelled.length) throw invalid('This event is over, or cancelled already.');
  // Nobody answers any more, and no seat is passed on.
  await tx.execute(sql`
    update container_seats
    set closes_at = ${now()}
    where type = 'event' and item_id = ${eventId}`);
  const guests = await listComing(tx, eventId, member.id);
  await notifyFromSite(tx, container, 'event_cancelled', guests, eventId);
  await writeAuditEntry(tx, container, member.id, { action: 'cancel', details: { reason } });
}

/** Cancels an event, which stays to be read; guests are notified once. */
export const cancelEvent = (
  member: Member,
  { wallId, eventId }: EventKey,
  reason: string,
): Promise<void> =>
  changeAsEditor(member, eventRef(wallId), (change) =>
    writeCancelled(change, member, eventId, reason),
  );

class HasGuests extends Error {}

/** Deletes one event of a series, without the others. */
const deleteOccurrence = (member: Member, { wallId, eventId }: EventKey): Promise<void> =>
  changeAsEditor(member, eventRef(wallId), async ({ tx }) => {
    if ((await listComing(tx, eventId, member.id)).length) throw new HasGuests();
    await removeActivity(tx, { activity: eventCreatedActivity, itemId: eventId });
    // The row stays, so that the series does not make it again.
    await tx.execute(sql`
      update events
      set status = 'cancelled', cancelled_at = '-infinity', modified_at = ${now()}
      where id = ${eventId}`);
  });

/**
 * Deletes an event, as its owner, who enters the password again. One that others have answered is
 * cancelled instead, and guests are notified.
 */
export async function deleteEvent(
  member: Member,
  id: number,
  password: string | undefined,
): Promise<void> {
  const { id: wallId, itemId: eventId, seriesId } = await readEventAsStaff(member, id, roles.owner);
  const key = { wallId, eventId };
  try {
    if (seriesId !== null) {
      await needPassword(member, password);
      return await deleteOccurrence(member, key);
    }
    await deleteContainer(member, eventRef(wallId), password, async (tx) => {
      if ((await listComing(tx, eventId, member.id)).length) throw new HasGuests();
      await removeActivity(tx, { activity: eventCreatedActivity, itemId: eventId });
    });
  } catch (error) {
    if (!(error instanceof HasGuests)) throw error;
    await cancelEvent(member, key, '');
  }
}
