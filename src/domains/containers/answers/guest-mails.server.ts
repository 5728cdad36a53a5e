import type { Tx } from '#server/db.ts';
import { enqueueAll } from '#server/jobs.ts';
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
  | 'reminder';

export interface GuestMail {
  guestId: number;
  about: GuestMailAbout;
}

/** Mails the confirmed guests of items; of a place those alone who got it in this transaction. */
export async function mailGuests(
  tx: Tx,
  type: string,
  itemIds: number[],
  about: Exclude<GuestMailAbout, 'confirm' | 'reminder'>,
): Promise<void> {
  const guests = await tx.execute<{ id: number }>(sql`
    select a.guest_id::float8 as id
    from container_answers a
    where a.type = ${type}
      and a.item_id = any (${sql.param(itemIds)}::bigint[])
      and a.guest_id is not null
      ${about === 'seated' ? sql`and a.promoted_at = transaction_timestamp()` : sql``}
    order by a.guest_id`);
  await enqueueAll(
    tx,
    guestMailQueue,
    guests.map(({ id: guestId }): GuestMail => ({ guestId, about })),
  );
}
