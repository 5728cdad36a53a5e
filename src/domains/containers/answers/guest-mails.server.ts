import type { SQL } from 'drizzle-orm';
import type { Tx } from '#server/db.ts';
import { enqueueAll } from '#server/jobs.ts';
import type { MailContent } from '#server/mail-page.ts';
import { sql } from '#server/sql.ts';

/** Its jobs are mails to guests by mail; the kind whose items they answer composes them. */
export const guestMailQueue = 'guest-mail';

/**
 * `seated`: they waited, and got places. `movedFar`: their answer stays, and they are asked whether they
 * still come. `asks`: it has ended, and they are asked again.
 */
export type GuestMailAbout =
  | 'confirm'
  | 'seated'
  | 'moved'
  | 'movedFar'
  | 'asks'
  | 'postponed'
  | 'cancelled'
  | 'deleted'
  | 'message'
  | 'reminder';

export interface GuestMail {
  guestId: number;
  about: GuestMailAbout;
  /** The message of a host, or what has changed. */
  text?: string;
  /** Composed already, if the guest is deleted with the item. */
  mail?: MailContent;
}

/**
 * Mails the guests of items who have an answer, or are asked for another. Returns how many.
 * @param texts by the numbers of the items
 * @param condition on the answer `a`, for those with one alone
 */
export async function mailGuests(
  tx: Tx,
  type: string,
  texts: Map<number, string>,
  about: GuestMailAbout,
  condition?: SQL,
): Promise<number> {
  const guests = await tx.execute<{ id: number; itemId: number }>(sql`
    select g.id::float8 as id, g.item_id::float8 as "itemId"
    from container_mail_guests g
    left join container_answers a on a.guest_id = g.id
    where g.type = ${type}
      and g.item_id = any (${sql.param([...texts.keys()])}::bigint[])
      and ${condition ? sql`a.key is not null and ${condition}` : sql`(a.key is not null or g.reconfirmation_sent_at is not null)`}
    order by g.id`);
  await enqueueAll(
    tx,
    guestMailQueue,
    guests.map(({ id: guestId, itemId }): GuestMail => {
      const text = texts.get(itemId);
      return { guestId, about, ...(text && { text }) };
    }),
  );
  return guests.length;
}
