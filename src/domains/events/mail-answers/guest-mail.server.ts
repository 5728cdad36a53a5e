import type { SQL } from 'drizzle-orm';
import { findAccount } from '#domains/auth/accounts.server.ts';
import {
  guestMailQueue,
  type GuestMail,
  type GuestMailAbout,
} from '#domains/containers/answers/guest-mails.server.ts';
import { isBanInForce, readableContainer } from '#domains/containers/container-access.server.ts';
import { eventPath } from '#domains/events/event-paths.ts';
import type { EventStatus } from '#domains/events/events.rules.ts';
import { visitor } from '#domains/policy/viewer.ts';
import { isolate } from '#lib/names.ts';
import { startText, whenText } from '#lib/time-range.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { env } from '#server/env.ts';
import { enqueueAll } from '#server/jobs.ts';
import type { MailContent } from '#server/mail-page.ts';
import { sql } from '#server/sql.ts';
import { isForMailAnswers, mailAnswerUrl } from './mail-answers.server.ts';

interface MailFacts extends Record<string, unknown> {
  guestId: number;
  name: string;
  email: string;
  seats: number;
  isConfirmed: boolean;
  /** The answer has ended, and they are asked for another. */
  isAskedAgain: boolean;
  /** Neither removed nor deleted. */
  isThere: boolean;
  /** Visitors read it. */
  isPublic: boolean;
  itemId: number;
  title: string;
  location: string;
  reason: string;
  startsAt: string;
  endsAt: string;
  timezone: string;
  isAllDay: boolean;
  isOver: boolean;
  isOfSeries: boolean;
  status: EventStatus;
  previousStartsAt: string | null;
}

const words: Record<GuestMailAbout, { subject: string; text: string }> = {
  confirm: {
    subject: 'Confirm that you are coming',
    text: 'Somebody signed up for this event with your address. Please confirm within two days that you are coming.',
  },
  seated: {
    subject: 'You have a place',
    text: 'Good news: a place has become free, and it is yours.',
  },
  moved: { subject: 'New time or place', text: '' },
  movedFar: {
    subject: 'Are you still coming?',
    text: 'The event has a new time, and you still have your places. Are you still coming? If not, please withdraw your answer.',
  },
  asks: {
    subject: 'Are you still coming?',
    text: 'The event is now on another day, so your answer has ended. If you can come then, please answer again.',
  },
  postponed: {
    subject: 'Postponed',
    text: 'The event was postponed. You will get an e-mail when the new time is known.',
  },
  cancelled: { subject: 'Cancelled', text: 'The event was cancelled.' },
  deleted: { subject: 'Cancelled', text: 'The event was deleted and will not take place.' },
  message: { subject: 'Message', text: '' },
  reminder: { subject: 'Starting soon', text: 'The event starts soon.' },
};

/** Whether the address has an account that may not answer. */
export async function isKeptOut(email: string, eventId: number): Promise<boolean> {
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
            and ${isBanInForce()}
        )
        or c.parent_id is null and exists (
          select from blocks b
          where (b.blocker_id, b.blocked_id) in (
            (c.owner_id, ${account.id}::bigint), (${account.id}::bigint, c.owner_id)
          )
        )
      )`);
  return found !== undefined;
}

/** Reads for mails the guests whose row `g` meets a condition. */
const readFacts = (tx: Tx, condition: SQL): Promise<MailFacts[]> =>
  tx.execute<MailFacts>(sql`
    select g.id::float8 as "guestId", g.name, g.email, g.seats, i.id::float8 as "itemId",
      g.confirmed_at is not null as "isConfirmed", g.reconfirmation_sent_at is not null as "isAskedAgain",
      c.state in ('open', 'archived') as "isThere", i.title, shown.is_public as "isPublic",
      case when shown.is_public then i.location else '' end as location,
      case when shown.is_public then i.status_reason else '' end as reason,
      i.starts_at::text as "startsAt", i.ends_at::text as "endsAt", i.timezone,
      i.is_all_day as "isAllDay", i.ends_at <= ${now()} as "isOver",
      i.series_id is not null as "isOfSeries", i.status,
      i.previous_starts_at::text as "previousStartsAt"
    from container_mail_guests g
    join events i on g.type = 'event' and i.id = g.item_id
    join containers c on c.type = 'event' and c.id = i.wall_id
    -- Guests learn the name and time of an event that was closed later.
    cross join lateral (select ${readableContainer(visitor, sql`c`)} as is_public) shown
    where ${condition}`);

/** The event of a guest, who withdraws also when visitors do not read it any more. */
export const readGuestEvent = async (guestId: number): Promise<MailFacts> =>
  (await readFacts(db, sql`g.id = ${guestId}`))[0]!;

function writeMail(facts: MailFacts, about: GuestMailAbout, written = ''): MailContent {
  const { guestId, name, email, seats, itemId, title, location, reason } = facts;
  const { subject, text } = words[about];
  const url = mailAnswerUrl(guestId);
  const hasEnded = about === 'cancelled' || about === 'deleted';
  const content = {
    to: email,
    subject: `${subject}: ${title}`,
    paragraphs: [
      `Hello ${isolate(name)},`,
      ...[text, written].filter(Boolean),
      ...(about === 'asks' && facts.previousStartsAt
        ? [`Before: ${startText({ ...facts, startsAt: facts.previousStartsAt })}. Now:`]
        : []),
      [title, `${whenText(facts)} (${facts.timezone})`, location, reason]
        .filter(Boolean)
        .join(' · '),
      ...(hasEnded ? [] : [`Places for you: ${seats}`]),
    ],
  };
  if (about === 'deleted') return content;
  if (about === 'asks')
    return {
      ...content,
      button: { label: 'Answer again', url },
      links: [{ label: 'Open the event', url: env().PUBLIC_ORIGIN + eventPath(itemId) }],
      unsubscribe: url,
    };
  if (about === 'confirm')
    return {
      ...content,
      button: { label: 'Confirm', url },
      closing: 'If this was not you, you can ignore this e-mail.',
    };
  return {
    ...content,
    button: { label: 'Open the event', url: env().PUBLIC_ORIGIN + eventPath(itemId) },
    links: [{ label: 'Withdraw my answer', url }],
    unsubscribe: url,
  };
}

/** The mail of one job; null if the guest withdrew, the address may not answer, or the event was removed. */
export async function composeGuestMail({
  guestId,
  about,
  text,
  mail,
}: GuestMail): Promise<MailContent | null> {
  if (mail) return mail;
  const [facts] = await readFacts(db, sql`g.id = ${guestId}`);
  const isAsking = about === 'confirm';
  if (!facts?.isThere || (!isAsking && !facts.isConfirmed && !facts.isAskedAgain)) return null;
  const { email, itemId, isPublic } = facts;
  // Closed since the host wrote.
  if (about === 'message' && !isPublic) return null;
  if (isAsking && ((await isKeptOut(email, itemId)) || !(await isForMailAnswers(itemId))))
    return null;
  return writeMail(facts, about, text);
}

/** Mails the guests of events that are deleted, and they with them. */
export async function mailOfDeletion(tx: Tx, eventIds: number[]): Promise<void> {
  const guests = await readFacts(
    tx,
    sql`
      (g.confirmed_at is not null or g.reconfirmation_sent_at is not null)
      and i.id = any (${sql.param(eventIds)}::bigint[])`,
  );
  await enqueueAll(
    tx,
    guestMailQueue,
    guests.map((facts): GuestMail => {
      const about = 'deleted';
      return { guestId: facts.guestId, about, mail: writeMail(facts, about) };
    }),
  );
}
