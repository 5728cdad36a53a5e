import type { SQL } from 'drizzle-orm';
import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import { mailOfDeletion } from '#domains/events/mail-answers/guest-mail.server.ts';
import { notificationCtes } from '#domains/notifications/create-notification.server.ts';
import { viewerFromColumn } from '#domains/policy/audience.server.ts';
import { now } from '#server/clock.ts';
import type { Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { cancelRows, type CancelOptions } from './cancel-rows.server.ts';
import { concernedMembers } from './event-messages.server.ts';
import { readStates } from './mark-moved.server.ts';
import { namedText } from './moved.ts';

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
 * any more, and so the notice names it. Notices and mails that it was cancelled a moment ago are lost with it.
 */
export async function notifyOfDeletion(tx: Tx, wallIds: number[], actorId = 0): Promise<void> {
  const wasJustOn = sql`(${isOn} or modified_at > ${now()} - interval '1 day')`;
  for (const wallId of wallIds) {
    const eventIds = await listToCome(tx, [wallId], wasJustOn);
    await mailOfDeletion(tx, eventIds);
    if (eventIds.length) await notifyMembers(tx, eventIds, actorId);
  }
}

/** One notice for each guest, which names the first event that they answered. */
async function notifyMembers(tx: Tx, eventIds: number[], actorId: number): Promise<void> {
  const states = [...(await readStates(tx, eventIds)).values()];
  const given = sql`
    unnest(
      ${sql.param(states.map(({ id }) => id))}::bigint[],
      ${sql.param(states.map((state) => namedText(state)))}::text[]
    ) with ordinality`;
  await tx.execute(sql`
    with text as materialized (
      select given.event_id, given.body, given.position,
        nextval(pg_get_serial_sequence('event_messages', 'id')) as message_id
      from ${given} given (event_id, body, position)
    ),
      guest as materialized (
        select distinct on (concerned.member_id) concerned.member_id, text.message_id
        from (${concernedMembers(sql`${sql.param(eventIds)}::bigint[]`)}) concerned
        join text on text.event_id = concerned.item_id
        where concerned.member_id <> ${actorId}
        order by concerned.member_id, text.position
      ),
      -- Names no event, since it would be deleted with that.
      inserted_message as (
        insert into event_messages (id, audience, body, created_at)
        select text.message_id, 'coming', text.body, ${now()}
        from text
        where text.message_id in (select message_id from guest)
      ),
      ${notificationCtes(
        viewerFromColumn(sql`0::bigint`),
        sql`
          select member_id, 'event_deleted', 'member', member_id, 1, 'event_message', message_id
          from guest`,
        { isFromSite: true, isSeparate: true },
      )}
    select 1`);
}
