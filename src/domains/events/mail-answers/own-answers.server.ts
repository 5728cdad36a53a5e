import {
  giveToMember,
  withdrawMailGuest,
  type MailGuest,
} from '#domains/containers/answers/mail-guests.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { HttpError } from '#server/errors.ts';
import { enqueue } from '#server/jobs.ts';
import { sql } from '#server/sql.ts';
import { isKeptOut } from './guest-mail.server.ts';

export const ownAnswersQueue = 'own-mail-answers';

/** When an address is confirmed: its owner gets the answers by mail from before. */
export async function enqueueOwnAnswers(tx: Tx, memberId: number): Promise<void> {
  await enqueue(tx, ownAnswersQueue, { memberId });
}

/**
 * Job: gives answers by mail to events that are not over to the members with those addresses. The
 * answers of banned and blocked members end. Whatever fails is tried again by the next job.
 */
export async function takeOverMailAnswers(): Promise<void> {
  const found = await db.execute<{ guest: MailGuest; member: Member }>(sql`
    select json_build_object(
        'id', g.id, 'type', g.type, 'itemId', g.item_id, 'email', g.email, 'seats', g.seats
      ) as guest,
      json_build_object(
        'kind', 'member', 'id', m.id, 'displayname', m.displayname, 'username', m.username,
        'avatar', m.avatar, 'role', m.role, 'timezone', m.timezone, 'sessionId', 0
      ) as member
    from container_mail_guests g
    join container_seats s on s.type = g.type and s.item_id = g.item_id
    join members m on lower(m.email) = lower(g.email) and m.status = 'active'
    where g.confirmed_at is not null
      and (s.closes_at is null or s.closes_at > ${now()})
    order by g.id`);
  for (const { guest, member } of found) {
    try {
      await giveToMember(member, guest);
    } catch (error) {
      if (!(error instanceof HttpError) || error.status >= 500) throw error;
      if (await isKeptOut(guest.email, guest.itemId)) await withdrawMailGuest(guest);
    }
  }
}
