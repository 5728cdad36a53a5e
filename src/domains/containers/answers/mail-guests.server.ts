import type { SQL } from 'drizzle-orm';
import { roles } from '#domains/containers/container-access.rules.ts';
import { wallOf, type ItemRef } from '#domains/containers/container-items.server.ts';
import {
  changeContainer,
  lockContainer,
  type LockedContainer,
} from '#domains/containers/container-lock.server.ts';
import {
  membershipNotice,
  notifyContainerStaff,
} from '#domains/containers/container-notices.server.ts';
import { joinIn } from '#domains/containers/membership/memberships.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { retryOnDeadlock } from '#server/database-errors.ts';
import { db, type Tx } from '#server/db.ts';
import { enqueue, enqueueAll } from '#server/jobs.ts';
import { sql } from '#server/sql.ts';
import { keepAnswer, readOpenSeats, settle, writeAnswer } from './answers.server.ts';
import { guestMailQueue, type GuestMail } from './guest-mails.server.ts';
import { queuePosition } from './queue-position.server.ts';

/** Unconfirmed answers are deleted after so many hours, all of them so many days after the end. */
const unconfirmedHours = 48;
const daysAfter = 30;

export interface MailGuest extends Record<string, unknown>, ItemRef {
  id: number;
  name: string;
  email: string;
  seats: number;
  isConfirmed: boolean;
  /** Waits for places with that number. */
  queueNo: number | null;
}

export async function findMailGuest(id: number, on: Tx = db): Promise<MailGuest | undefined> {
  const [guest] = await on.execute<MailGuest>(sql`
    select g.id::float8 as id, g.type, g.item_id::float8 as "itemId", g.name, g.email, g.seats,
      g.confirmed_at is not null as "isConfirmed", ${queuePosition(sql`a`)} as "queueNo"
    from container_mail_guests g
    left join container_answers a on a.guest_id = g.id
    where g.id = ${id}`);
  return guest;
}

/**
 * Notes an answer that counts nothing until it is confirmed, and mails the link for that. One that
 * was confirmed stays as it is; its owner gets the same mail.
 */
export const askMailGuest = (
  { type, itemId }: ItemRef,
  { name, email, seats }: Pick<MailGuest, 'name' | 'email' | 'seats'>,
): Promise<void> =>
  db.transaction(async (tx) => {
    const wall = await wallOf(type, itemId, tx);
    // Without a lock: whoever withdraws locks the guest first.
    await readOpenSeats(tx, wall, itemId, { guestId: 0 }, { answer: 'going', seats }, sql``);
    const [guest] = await tx.execute<{ id: number }>(sql`
      insert into container_mail_guests as g (type, item_id, name, email, seats, created_at)
      values (${type}, ${itemId}, ${name}, ${email}, ${seats}, ${now()})
      on conflict (type, item_id, lower(email)) do update
      set name = case when g.confirmed_at is null then excluded.name else g.name end,
        seats = case when g.confirmed_at is null then excluded.seats else g.seats end,
        created_at = excluded.created_at
      returning id::float8 as id`);
    const mail: GuestMail = { guestId: guest!.id, about: 'confirm' };
    await enqueue(tx, guestMailQueue, mail);
  });

/** Runs a change of a guest under the lock of the container; nothing if the guest was deleted. */
const changeGuest = (
  { id, type, itemId }: MailGuest,
  work: (tx: Tx, container: LockedContainer, guest: MailGuest) => Promise<void>,
): Promise<void> =>
  retryOnDeadlock(() =>
    db.transaction(async (tx) => {
      const container = await lockContainer(tx, await wallOf(type, itemId, tx));
      const guest = await findMailGuest(id, tx);
      if (guest) await work(tx, container, guest);
    }),
  );

/**
 * Makes the answer of a guest count: it takes places, or waits.
 * @param check throws under the lock where no answers are taken any more
 */
export const confirmMailGuest = (
  guest: MailGuest,
  check: (tx: Tx) => Promise<void>,
): Promise<void> =>
  changeGuest(guest, async (tx, container, { id, itemId, seats, isConfirmed }) => {
    if (isConfirmed) return;
    await check(tx);
    await tx.execute(sql`
      update container_mail_guests
      set confirmed_at = ${now()}, reconfirmation_sent_at = null
      where id = ${id}`);
    await writeAnswer(tx, container, itemId, { guestId: id }, { answer: 'going', seats });
    const notice = membershipNotice(container, 'answeredByMail');
    await notifyContainerStaff(tx, null, container, notice, roles.moderator, itemId);
  });

/** Deletes a guest; the places are passed on. */
export const withdrawMailGuest = (guest: MailGuest): Promise<void> =>
  changeGuest(guest, async (tx, _, { id, type, itemId }) => {
    await tx.execute(sql`delete from container_mail_guests where id = ${id}`);
    await settle(tx, type, [itemId]);
  });

/**
 * Gives the answer of a confirmed guest to the member with the address, who joins by it and keeps
 * the places or the number. An answer of the member's own is left as it is. It stays
 * that of the guest if by now only staff lets members in.
 */
export async function giveToMember(member: Member, guest: MailGuest): Promise<void> {
  const { id, type, itemId, seats } = guest;
  const wall = await wallOf(type, itemId);
  await changeContainer(member, wall, async (change) => {
    const { tx, container, membership } = change;
    if (!(await findMailGuest(id, tx))?.isConfirmed) return;
    if (membership?.state !== 'member' && container.joinPolicy !== 'open') return;
    if ((await joinIn(change, member, { hasAcceptedRules: true })) === 'requested')
      await keepAnswer(tx, wall, itemId, member.id, { answer: 'going', seats });
    else
      await tx.execute(sql`
        update container_answers a
        set member_id = ${member.id}, guest_id = null
        where a.guest_id = ${id}
          and not exists (
            select from container_answers own
            where own.type = a.type and own.item_id = a.item_id and own.member_id = ${member.id}
          )`);
    await tx.execute(sql`delete from container_mail_guests where id = ${id}`);
    await settle(tx, type, [itemId], member.id);
  });
}

/**
 * Asks guests by mail again whether they come, since their answers have ended: the link of before
 * takes the new ones.
 */
export async function askMailGuestsAgain(tx: Tx, guestIds: number[]): Promise<void> {
  if (!guestIds.length) return;
  await tx.execute(sql`
    update container_mail_guests
    set confirmed_at = null, reminded_at = null, reconfirmation_sent_at = ${now()}
    where id = any (${sql.param(guestIds)}::bigint[])`);
  const mails = guestIds.map((guestId): GuestMail => ({ guestId, about: 'asks' }));
  await enqueueAll(tx, guestMailQueue, mails);
}

/** The guests by mail of an item, for its hosts: names without addresses. */
export const listMailGuests = ({ type, itemId }: ItemRef): Promise<MailGuest[]> =>
  db.execute<MailGuest>(sql`
    select g.id::float8 as id, g.type, g.item_id::float8 as "itemId", g.name, '' as email, a.seats,
      true as "isConfirmed", ${queuePosition(sql`a`)} as "queueNo"
    from container_mail_guests g
    join container_answers a on a.guest_id = g.id
    where g.type = ${type} and g.item_id = ${itemId}
    order by a.queue_no nulls first, a.answered_at, g.id`);

/**
 * Mails a reminder to each guest who is going, of whom `isDue` on the guest `g` and the answer `a`: noted
 * in the transaction that adds the mail, so that it is sent once.
 */
export const remindMailGuests = (isDue: SQL): Promise<void> =>
  db.transaction(async (tx) => {
    const due = await tx.execute<{ id: number }>(sql`
      update container_mail_guests g
      set reminded_at = ${now()}
      from container_answers a
      where a.guest_id = g.id
        and a.queue_no is null
        and ${isDue}
      returning g.id::float8 as id`);
    await enqueueAll(
      tx,
      guestMailQueue,
      due.map(({ id: guestId }): GuestMail => ({ guestId, about: 'reminder' })),
    );
  });

/**
 * Deletes unconfirmed guests after two days, and all of an item a month after its end. Answers to what
 * was cancelled have closed long before that.
 * @param endOf selects the end of the item of the guest `g`
 */
export const pruneMailGuests = async (endOf: SQL): Promise<void> => {
  await db.execute(sql`
    delete from container_mail_guests g
    where (${endOf}) < ${now()} - make_interval(days => ${daysAfter})
      or (
        g.confirmed_at is null
        and g.reconfirmation_sent_at is null
        and g.created_at < ${now()} - make_interval(hours => ${unconfirmedHours})
      )`);
};
