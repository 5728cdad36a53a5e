import type { SQL } from 'drizzle-orm';
import { readableContainer } from '#domains/containers/container-access.server.ts';
import {
  newOccasion,
  notificationCtes,
} from '#domains/notifications/create-notification.server.ts';
import { viewerFromColumn } from '#domains/policy/audience.server.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

/** Events that begin within the longest lead; the others cannot be due. */
const isSoon = (): SQL => sql`
  i.starts_at > ${now()}
  and i.starts_at <= ${now()} + interval '1 week'
  and i.status not in ('cancelled', 'postponed')`;

/**
 * Guests `a` of the event `i` whose reminder is due and was not sent for this start. Those who wait
 * have no place, and those who answered after it was due need none.
 */
const dueGuests = (): SQL => sql`
  from events i
  join containers c on c.type = 'event' and c.id = i.wall_id and c.state in ('open', 'archived')
  join container_answers a on a.type = 'event'
    and a.item_id = i.id
    and a.answer in ('going', 'maybe')
    and a.queue_no is null
  join memberships ms on ms.type = a.type
    and ms.id = a.id
    and ms.member_id = a.member_id
    and ms.state = 'member'
  join members m on m.id = a.member_id and m.status = 'active'
  left join notification_settings chosen on chosen.member_id = a.member_id
  cross join lateral (
    select case coalesce(chosen.reminder, 'day')
      when 'hour' then interval '1 hour'
      when 'day' then interval '1 day'
      when 'week' then interval '1 week'
    end as lead
  ) reminder
  where ${isSoon()}
    and i.starts_at - reminder.lead <= ${now()}
    and a.answered_at < i.starts_at - reminder.lead
    and not exists (
      select from event_reminders sent
      where sent.event_id = i.id
        and sent.member_id = a.member_id
        and sent.starts_at = i.starts_at
    )`;

/**
 * Job: reminds guests of what begins soon, each when they want it. The row that says so is written by
 * the statement that notifies, so two jobs at once, or one after a crash, remind nobody twice. It locks
 * the event, so that whoever cancels or moves it withdraws these reminders.
 */
export async function sendReminders(): Promise<void> {
  const due = await db.execute<{ id: number; wallId: number }>(sql`
    select distinct i.id::float8 as id, i.wall_id::float8 as "wallId"
    ${dueGuests()}
    order by id`);
  for (const { id, wallId } of due)
    await db.execute(sql`
      with reminded as (
        insert into event_reminders (event_id, member_id, starts_at)
        select i.id, a.member_id, i.starts_at
        ${dueGuests()}
          and i.id = ${id}
          and ${readableContainer(viewerFromColumn(sql`a.member_id`), sql`c`)}
        order by a.member_id
        for share of i
        on conflict do nothing
        returning event_id, member_id
      ),
      ${notificationCtes(
        viewerFromColumn(sql`0::bigint`),
        sql`
          select member_id, 'event_reminder', 'event', event_id, 1, ${newOccasion()}
          from reminded`,
        {
          isFromSite: true,
          isSeparate: true,
          context: sql`select 'event', ${wallId}::bigint`,
        },
      )}
      select 1`);
}
