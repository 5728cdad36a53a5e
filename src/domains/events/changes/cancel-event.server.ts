import type { SQL } from 'drizzle-orm';
import { removeActivity } from '#domains/activities/share-activity.server.ts';
import { needPassword } from '#domains/auth/verify-password.server.ts';
import { isStaff, roles } from '#domains/containers/container-access.rules.ts';
import { changeContainer } from '#domains/containers/container-lock.server.ts';
import { deleteContainer } from '#domains/containers/lifecycle/deletion.server.ts';
import {
  changeAsEditor,
  checkNotArchived,
  writeAuditEntry,
} from '#domains/containers/membership/staff.server.ts';
import { eventCreatedActivity } from '#domains/events/event-activity.server.ts';
import { eventRef, readEventAsStaff, type EventKey } from '#domains/events/event-rows.server.ts';
import type { DeleteScope, Scope } from '#domains/events/events.rules.ts';
import { endSeries, readFollowing } from '#domains/events/series/following-rows.server.ts';
import { writeSeats } from '#domains/events/series/series.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { forbidden, invalid, notFound } from '#server/errors.ts';
import { updateRow } from '#server/rows.ts';
import { sql } from '#server/sql.ts';
import { cancelRows } from './cancel-rows.server.ts';
import { notifyGuests, withdrawReminders } from './event-messages.server.ts';
import { readStates } from './mark-moved.server.ts';
import { cancelToCome, notifyOfDeletion } from './owner-and-parent-ends.server.ts';

/** The event as it is; refused if it is over or cancelled. */
async function readToCome(tx: Tx, eventId: number) {
  const state = (await readStates(tx, [eventId])).get(eventId);
  if (!state || state.isOver || state.status === 'cancelled')
    throw invalid('This event is over or has already been cancelled.');
  return state;
}

/** Ends a series before an event. Returns those that do not take place any more. */
async function endFollowing(tx: Tx, eventId: number): Promise<number[]> {
  const { parts, rows } = await readFollowing(tx, eventId);
  await endSeries(tx, parts, rows[0]!.originalLocal);
  return rows.filter(({ status }) => status !== 'cancelled').map(({ id }) => id);
}

interface CancelOptions {
  reason: string;
  /** `following`: of a series this event, and those that follow it. */
  scope?: Scope;
  isDeleted?: boolean;
}

/** Cancels an event, which stays to be read; guests are notified once. Also by staff of its group or page. */
export const cancelEvent = (
  member: Member,
  { id: wallId, itemId: eventId }: EventKey,
  { reason, scope = 'this', isDeleted = false }: CancelOptions,
): Promise<void> =>
  changeContainer(member, eventRef(wallId), async ({ tx, container, relation }) => {
    const { parent } = relation;
    if (!isStaff(relation) && !(parent && isStaff(parent.relation))) throw forbidden();
    checkNotArchived(container);
    if (scope === 'this') await readToCome(tx, eventId);
    const eventIds = scope === 'this' ? [eventId] : await endFollowing(tx, eventId);
    const cancelledAt = isDeleted ? '-infinity' : 'now';
    await cancelRows(tx, { wallId, actorId: member.id, reason, cancelledAt }, eventIds);
    await writeAuditEntry(tx, container, member.id, { action: 'cancel', details: { reason } });
  });

/** Says that an event takes place later, at a time that is not known yet; answers stay. */
export const postponeEvent = (
  member: Member,
  { id: wallId, itemId: eventId }: EventKey,
  reason: string,
): Promise<void> =>
  changeAsEditor(member, eventRef(wallId), async ({ tx, container }) => {
    const { title, status } = await readToCome(tx, eventId);
    if (status === 'postponed') throw invalid('This event has already been postponed.');
    await updateRow(tx, 'events', sql`id = ${eventId}`, {
      status: 'postponed',
      statusReason: reason,
      sequence: sql`sequence + 1`,
      modifiedAt: now(),
    });
    await withdrawReminders(tx, [eventId]);
    await notifyGuests(tx, wallId, {
      type: 'event_postponed',
      bodies: new Map([[eventId, reason || title]]),
      actorId: member.id,
    });
    await writeAuditEntry(tx, container, member.id, { action: 'postpone', details: { reason } });
  });

class HasGuests extends Error {}

/** Refuses to delete what others have answered, before it is over or cancelled. */
async function checkUnanswered(tx: Tx, condition: SQL, memberId: number): Promise<void> {
  const answered = await tx.execute(sql`
    select from container_answers a
    join events i on i.id = a.item_id
    where a.type = 'event'
      and ${condition}
      and a.member_id is distinct from ${memberId}
      and i.status <> 'cancelled'
      and i.ends_at > ${now()}
    limit 1`);
  if (answered.length) throw new HasGuests();
}

/** Deletes one event of a series, without the others. */
const deleteOccurrence = (
  member: Member,
  { id: wallId, itemId: eventId }: EventKey,
): Promise<void> =>
  changeAsEditor(member, eventRef(wallId), async ({ tx }) => {
    await checkUnanswered(tx, sql`i.id = ${eventId}`, member.id);
    await removeActivity(tx, { activity: eventCreatedActivity, itemId: eventId });
    // The row stays, so that the series does not make it again.
    await updateRow(tx, 'events', sql`id = ${eventId}`, {
      status: 'cancelled',
      cancelledAt: sql`'-infinity'`,
      sequence: sql`sequence + 1`,
      modifiedAt: now(),
    });
    await writeSeats(tx, [eventId]);
  });

/** Cancels what is to come of a series that others have answered, and takes it out of all lists; calendars keep that for a while. */
const endWholeSeries = (member: Member, { id: wallId }: EventKey, firstId: number): Promise<void> =>
  changeAsEditor(member, eventRef(wallId), async ({ tx, container }) => {
    await tx.execute(sql`update event_series set is_ended = true where wall_id = ${wallId}`);
    await cancelToCome(tx, { wallId, actorId: member.id, cancelledAt: '-infinity' });
    await updateRow(tx, 'event_walls', sql`id = ${wallId}`, {
      wasListed: sql`
        was_listed or (select is_listed from containers where type = 'event' and id = ${wallId})`,
    });
    await updateRow(tx, 'containers', sql`type = 'event' and id = ${wallId}`, { isListed: false });
    await removeActivity(tx, { activity: eventCreatedActivity, itemId: firstId });
    await writeAuditEntry(tx, container, member.id, { action: 'cancel', details: {} });
  });

/** The event with which a wall was created, and the first that is on. */
async function readFirst(wallId: number): Promise<{ firstId: number; firstOnId: number | null }> {
  const [first] = await db.execute<{ firstId: number; firstOnId: number | null }>(sql`
    select min(i.id)::float8 as "firstId",
      (array_agg(i.id order by i.starts_at) filter (where i.status <> 'cancelled'))[1]::float8
        as "firstOnId"
    from events i
    where i.wall_id = ${wallId}`);
  return first!;
}

/**
 * Deletes an event, as its owner, who enters the password again. One that others have answered is
 * cancelled instead, its guests are notified, and lists leave it out. The same of dates of a series:
 * all that are left are the series.
 */
export async function deleteEvent(
  member: Member,
  id: number,
  { password, scope }: { password?: string | undefined; scope: DeleteScope },
): Promise<void> {
  const event = await readEventAsStaff(member, id, roles.owner);
  const { id: wallId, itemId: eventId, seriesId } = event;
  // The number of a series names none of its dates.
  if (eventId !== id) throw notFound();
  const { firstId, firstOnId } = await readFirst(wallId);
  const isWhole =
    seriesId === null || scope === 'all' || (scope === 'following' && firstOnId === eventId);
  const asDeleted = { reason: '', isDeleted: true };
  try {
    if (!isWhole) {
      await needPassword(member, password);
      if (scope === 'following') return await cancelEvent(member, event, { ...asDeleted, scope });
      return await deleteOccurrence(member, event);
    }
    await deleteContainer(member, eventRef(wallId), password, async (tx) => {
      await checkUnanswered(tx, sql`i.wall_id = ${wallId}`, member.id);
      await notifyOfDeletion(tx, [wallId], member.id);
      await removeActivity(tx, { activity: eventCreatedActivity, itemId: firstId });
    });
  } catch (error) {
    if (!(error instanceof HasGuests)) throw error;
    if (isWhole && seriesId !== null) await endWholeSeries(member, event, firstId);
    else await cancelEvent(member, event, asDeleted);
  }
}
