import type { SQL } from 'drizzle-orm';
import type { Tx } from '#server/db.ts';
import { enqueueAll } from '#server/jobs.ts';
import type { MailContent } from '#server/mail-page.ts';
import { sql } from '#server/sql.ts';

/** Its jobs are mails to guests by mail; the kind whose items they answer composes them. */
export const guestMailQueue = 'guest-mail';

/** `seated`: they waited, and got places. */
export type GuestMailAbout =
  | 'confirm'
  | 'seated'
  | 'moved'
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
 * Mails the confirmed guests of items. Returns how many.
 * @param condition on the answer `a`
 */
export async function mailGuests(
  tx: Tx,
  type: string,
  itemIds: number[],
  { about, text }: Omit<GuestMail, 'guestId'>,
  condition: SQL = sql`true`,
): Promise<number> {
  const guests = await tx.execute<{ id: number }>(sql`
    select a.guest_id::float8 as id
    from container_answers a
    where a.type = ${type}
      and a.item_id = any (${sql.param(itemIds)}::bigint[])
      and a.guest_id is not null
      and ${condition}
    order by a.guest_id`);
  await enqueueAll(
    tx,
    guestMailQueue,
    guests.map(({ id: guestId }): GuestMail => ({ guestId, about, ...(text && { text }) })),
  );
  return guests.length;
}
