import type { SQL } from 'drizzle-orm';
import type { Tx } from '#server/db.ts';
import { enqueueAll } from '#server/jobs.ts';
import type { MailContent } from '#server/mail-page.ts';
import { sql } from '#server/sql.ts';

/** Its jobs are mails to guests by mail; the kind whose items they answer composes them. */
export const guestMailQueue = 'guest-mail';

/** `seated`: they waited, and got places. `asks`: their answer has ended, and they are asked again. */
export type GuestMailAbout =
  | 'confirm'
  | 'seated'
  | 'moved'
  | 'asks'
  | 'postponed'
  | 'cancelled'
  | 'deleted'
  | 'message'
  | 'reminder';

export interface GuestMail {
  guestId: number;
  about: GuestMailAbout;
  /** The message of a host. */
  text?: string;
  /** Composed already, if the guest is deleted with the item. */
  mail?: MailContent;
}

/**
 * Mails the guests of items who have an answer, or are asked for another. Returns how many.
 * @param condition on the answer `a`, for those with one alone
 */
export async function mailGuests(
  tx: Tx,
  type: string,
  itemIds: number[],
  { about, text }: Omit<GuestMail, 'guestId'>,
  condition?: SQL,
): Promise<number> {
  const guests = await tx.execute<{ id: number }>(sql`
    select g.id::float8 as id
    from container_mail_guests g
    left join container_answers a on a.guest_id = g.id
    where g.type = ${type}
      and g.item_id = any (${sql.param(itemIds)}::bigint[])
      and ${condition ? sql`a.key is not null and ${condition}` : sql`(a.key is not null or g.reconfirmation_sent_at is not null)`}
    order by g.id`);
  await enqueueAll(
    tx,
    guestMailQueue,
    guests.map(({ id: guestId }): GuestMail => ({ guestId, about, ...(text && { text }) })),
  );
  return guests.length;
}
