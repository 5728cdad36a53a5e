import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SQL } from 'drizzle-orm';
import { accountKey, findAccount } from '#domains/auth/accounts.server.ts';
import type { Answer } from '#domains/containers/answers/answers.rules.ts';
import {
  askMailGuest,
  confirmMailGuest,
  findMailGuest,
  pruneMailGuests,
  remindMailGuests,
  withdrawMailGuest,
  type MailGuest,
} from '#domains/containers/answers/mail-guests.server.ts';
import { queuePosition } from '#domains/containers/answers/queue-position.server.ts';
import { setAnswer } from '#domains/containers/answers/set-answer.server.ts';
import { readableContainer } from '#domains/containers/container-access.server.ts';
import type { ItemRef } from '#domains/containers/container-items.server.ts';
import { visitor, type Member } from '#domains/policy/viewer.ts';
import { callerKey, type Caller } from '#server/caller.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { env } from '#server/env.ts';
import { invalid, notFound } from '#server/errors.ts';
import { consume } from '#server/limits.ts';
import { isInSafeMode } from '#server/safe-mode.ts';
import { purposeKeys } from '#server/secrets.ts';
import { sql } from '#server/sql.ts';
import type { MailAnswer } from './mail-answers.schema.ts';

const sign = (guestId: number, key: Buffer) =>
  createHmac('sha256', key).update(String(guestId)).digest();

/** The link by which a guest confirms and withdraws: signed, and with nothing but their number. */
export const mailAnswerUrl = (guestId: number): string =>
  `${env().PUBLIC_ORIGIN}/events/by-mail/${guestId}.${sign(guestId, purposeKeys('mail-answer')[0]!).toString('base64url')}`;

/** The guest of a link, undefined once the answer was deleted; not found if the link is not ours. */
export async function readMailAnswer(token: string): Promise<MailGuest | undefined> {
  const [, number, signature] = /^([1-9]\d{0,14})\.([\w-]{43})$/.exec(token) ?? [];
  // The mail may be one of the site that this data was copied from.
  if (!number || isInSafeMode()) throw notFound();
  const given = Buffer.from(signature!, 'base64url');
  const isOurs = purposeKeys('mail-answer').some((key) =>
    timingSafeEqual(sign(Number(number), key), given),
  );
  if (!isOurs) throw notFound();
  return findMailGuest(Number(number));
}

/** Whether people without an account answer to the event `i` with its wall `w` and container `c`. */
const takesMailAnswers = (): SQL => sql`
  (
    w.takes_mail_answers
    and c.state = 'open'
    and c.visibility = 'everyone'
    and c.join_policy = 'open'
    and i.status <> 'cancelled'
    and i.ends_at > ${now()}
    and ${readableContainer(visitor, sql`c`)}
  )`;

/** Whether people without an account may answer to it now. */
export async function isForMailAnswers(eventId: number, on: Tx = db): Promise<boolean> {
  const found = await on.execute(sql`
    select from events i
    join event_walls w on w.id = i.wall_id
    join containers c on c.type = 'event' and c.id = w.id
    where i.id = ${eventId} and ${takesMailAnswers()}`);
  return found.length > 0;
}

/**
 * Mails a link that confirms the answer. The owner of the address is looked up when the mail is
 * sent, so that this is the same for every address.
 */
export async function askByMail(
  eventId: number,
  answer: MailAnswer,
  caller: Caller,
): Promise<void> {
  await consume(
    ['mailAnswer', callerKey(caller)],
    ['mailByAccount', `event/${accountKey(answer.email)}`],
  );
  if (!(await isForMailAnswers(eventId))) throw notFound();
  await askMailGuest({ type: 'event', itemId: eventId }, answer);
}

/** The member with the address of a guest, if it is that of an active account. */
async function findOwner({ email }: MailGuest): Promise<Member | undefined> {
  const account = await findAccount(email);
  if (account?.status !== 'active') return undefined;
  const [member] = await db.execute<Omit<Member, 'kind'> & Record<string, unknown>>(sql`
    select id, displayname, username, avatar, role, timezone, 0 as "sessionId"
    from members
    where id = ${account.id}`);
  return member && { kind: 'member', ...member };
}

/** A member's answer as it is once a link is confirmed. */
export interface ConfirmedAnswer {
  answer: Answer;
  queueNo: number | null;
  /** It counts once a host approves. */
  isRequested: boolean;
}

async function findAnswer({ id }: Member, { type, itemId }: ItemRef) {
  const [own] = await db.execute<ConfirmedAnswer & Record<string, unknown>>(sql`
    select a.answer, ${queuePosition(sql`a`)} as "queueNo", false as "isRequested"
    from container_answers a
    where a.type = ${type} and a.item_id = ${itemId} and a.member_id = ${id}`);
  return own;
}

async function answerAsMember(member: Member, guest: MailGuest): Promise<ConfirmedAnswer> {
  await setAnswer(member, guest, { answer: 'going', seats: guest.seats });
  const asked: ConfirmedAnswer = { answer: 'going', queueNo: null, isRequested: true };
  return (await findAnswer(member, guest)) ?? asked;
}

/**
 * Confirms the answer of a link. That of an address which has an account becomes the answer of its
 * member, by all rules that hold for them; one that they have given stays.
 * @returns the member's answer; null: it is that of a guest by mail
 */
export async function confirmByMail(guest: MailGuest): Promise<ConfirmedAnswer | null> {
  const { itemId } = guest;
  const owner = guest.isConfirmed ? undefined : await findOwner(guest);
  if (owner) {
    const answer = (await findAnswer(owner, guest)) ?? (await answerAsMember(owner, guest));
    await withdrawMailGuest(guest);
    return answer;
  }
  await confirmMailGuest(guest, async (tx) => {
    if (!(await isForMailAnswers(itemId, tx))) throw invalid('This event no longer takes answers.');
  });
  return null;
}

/**
 * Reminds guests by mail a day before the start, by a job: once for each time to which it is moved, and
 * not those who answered later than that.
 */
export const remindGuestsByMail = (): Promise<void> =>
  remindMailGuests(sql`
    exists (
      select from events i
      join containers c on c.type = 'event' and c.id = i.wall_id and c.state in ('open', 'archived')
      where g.type = 'event'
        and i.id = g.item_id
        and i.status not in ('cancelled', 'postponed')
        and i.starts_at > ${now()}
        and i.starts_at <= ${now()} + interval '1 day'
        and a.answered_at < i.starts_at - interval '1 day'
        and (g.reminded_at is null or g.reminded_at < i.moved_at)
    )`);

/** Deletes guests by mail a month after the end that was planned, also of what was cancelled. */
export const pruneGuestsByMail = (): Promise<void> =>
  pruneMailGuests(sql`select i.ends_at from events i where g.type = 'event' and i.id = g.item_id`);
