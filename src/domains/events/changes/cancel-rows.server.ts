import type { EventState } from '#domains/events/changes/moved.ts';
import { writeSeats } from '#domains/events/series/series.server.ts';
import { zonedWhenText } from '#lib/time-range.ts';
import { now } from '#server/clock.ts';
import type { Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { notifyGuests, withdrawReminders } from './event-messages.server.ts';
import { readStates } from './mark-moved.server.ts';

export interface CancelOptions {
  wallId: number;
  /** The member who cancels, who is not notified. */
  actorId: number;
  reason?: string;
  /** From when on lists leave it out after a week: at once by '-infinity'. */
  cancelledAt?: 'now' | '-infinity';
}

/** The notice names the event before that. */
const cancelText = (event: EventState, reason: string): string =>
  [reason, zonedWhenText(event)].filter(Boolean).join(' · ');

/** Cancels events of one wall that are to come, and notifies their guests; nobody answers any more. */
export async function cancelRows(
  tx: Tx,
  { wallId, actorId, reason = '', cancelledAt = 'now' }: CancelOptions,
  eventIds: number[],
): Promise<void> {
  if (!eventIds.length) return;
  const states = [...(await readStates(tx, eventIds)).values()];
  // First the rows, which reminders share: those that are being written are withdrawn, too.
  await tx.execute(sql`
    update events
    set status = 'cancelled', status_reason = ${reason}, sequence = sequence + 1,
      cancelled_at = ${cancelledAt === 'now' ? now() : sql`'-infinity'`}, modified_at = ${now()}
    where id = any (${sql.param(eventIds)}::bigint[])`);
  await withdrawReminders(tx, eventIds);
  await notifyGuests(tx, wallId, {
    type: 'event_cancelled',
    bodies: new Map(states.map((state) => [state.id, cancelText(state, reason)])),
    actorId,
  });
  await writeSeats(tx, eventIds);
}
