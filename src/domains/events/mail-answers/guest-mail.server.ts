import { findAccount } from '#domains/auth/accounts.server.ts';
import type { GuestMail, GuestMailAbout } from '#domains/containers/answers/guest-mails.server.ts';
import { findMailGuest } from '#domains/containers/answers/mail-guests.server.ts';
import { readableContainer } from '#domains/containers/container-access.server.ts';
import { eventPath } from '#domains/events/event-paths.ts';
import { whenText } from '#domains/events/time/when-text.ts';
import { visitor } from '#domains/policy/viewer.ts';
import { isolate } from '#lib/names.ts';
import { counted } from '#lib/text.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import type { MailContent } from '#server/mail-page.ts';
import { sql } from '#server/sql.ts';
import { isForMailAnswers, mailAnswerUrl } from './mail-answers.server.ts';

interface EventFacts extends Record<string, unknown> {
  title: string;
  location: string;
  reason: string;
  startsAt: string;
  endsAt: string;
  timezone: string;
  isAllDay: boolean;
}

const words: Record<GuestMailAbout, { subject: string; text: string }> = {
  confirm: {
    subject: 'Confirm that you come',
    text: 'somebody entered your address to come to this event. It counts once you confirm it, within two days.',
  },
  seated: { subject: 'You have a place', text: 'a place became free for you.' },
  moved: { subject: 'Changed', text: 'the event takes place at another time or place now.' },
  postponed: {
    subject: 'Postponed',
    text: 'the event takes place later; you get a mail when it is known.',
  },
  cancelled: { subject: 'Cancelled', text: 'the event is cancelled.' },
  reminder: { subject: 'Soon', text: 'the event begins soon.' },
};

/** Whether the address has an account that answers for itself, or may not answer. */
async function isKeptOut(email: string, eventId: number): Promise<boolean> {
  const account = await findAccount(email);
  if (!account || account.status === 'pending') return false;
  if (account.status !== 'active') return true;
  const [found] = await db.execute(sql`
    select from events i
    join containers c on c.type = 'event' and c.id = i.wall_id
    where i.id = ${eventId}
      and (
        exists (
          select from memberships ms
          where ms.type = c.type
            and ms.id = c.id
            and ms.member_id = ${account.id}
            and ms.state = 'banned'
        )
        or exists (
          select from blocks b
          where (b.blocker_id, b.blocked_id) in (
            (c.owner_id, ${account.id}::bigint), (${account.id}::bigint, c.owner_id)
          )
        )
      )`);
  return found !== undefined;
}

/** The mail of one job; null if the guest withdrew, or the address may not answer. */
export async function composeGuestMail({ guestId, about }: GuestMail): Promise<MailContent | null> {
  const guest = await findMailGuest(guestId);
  const isAsking = about === 'confirm';
  if (!guest || (!isAsking && !guest.isConfirmed)) return null;
  const { itemId, email, name, seats } = guest;
  if (isAsking && ((await isKeptOut(email, itemId)) || !(await isForMailAnswers(itemId))))
    return null;
  const [event] = await db.execute<EventFacts>(sql`
    select i.title, case when shown.is_public then i.location else '' end as location,
      case when shown.is_public then i.status_reason else '' end as reason,
      i.starts_at::text as "startsAt", i.ends_at::text as "endsAt", i.timezone,
      i.is_all_day as "isAllDay"
    from events i
    join containers c on c.type = 'event' and c.id = i.wall_id
    -- Guests learn the name and time of an event that was closed later.
    cross join lateral (select ${readableContainer(visitor, sql`c`)} as is_public) shown
    where i.id = ${itemId}`);
  if (!event) return null;
  const { subject, text } = words[about];
  const url = mailAnswerUrl(guestId);
  const isOpen = about !== 'cancelled';
  return {
    to: email,
    subject: `${subject}: ${event.title}`,
    paragraphs: [
      `Hello ${isolate(name)},`,
      text,
      [event.title, `${whenText(event)} (${event.timezone})`, event.location, event.reason]
        .filter(Boolean)
        .join(' · '),
      ...(isOpen ? [`For you: ${counted(seats, 'place')}.`] : []),
    ],
    button: isAsking
      ? { label: 'Confirm', url }
      : { label: 'Open the event', url: env().PUBLIC_ORIGIN + eventPath(itemId) },
    ...(isAsking
      ? { closing: 'If this was not you, you need not do anything.' }
      : { links: [{ label: 'Withdraw my answer', url }], unsubscribe: url }),
  };
}
