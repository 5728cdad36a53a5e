import { laterEnd, laterStart } from '#domains/ads/serving/ad-days.server.ts';
import { forgetPool } from '#domains/ads/serving/ad-pool.server.ts';
import { recordDecision } from '#domains/moderation/moderation-log.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { invalid, notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

export interface Receipt extends Record<string, unknown> {
  number: number;
  adId: number | null;
  payer: string;
  title: string;
  /** In the smallest unit of the currency; negative for one that cancels another. */
  amount: number;
  currency: string;
  startsAt: string;
  endsAt: string | null;
  hostLines: string;
  cancels: number | null;
  cancelledBy: number | null;
  givenAt: string;
}

function checkAdmin(member: Member): void {
  if (member.role !== 'admin') throw notFound();
}

/** The next number, without a gap: whoever is later waits for this transaction. */
const nextNumber = async (tx: Tx): Promise<{ number: number; lines: string }> => {
  const [row] = await tx.execute<{ number: number; lines: string }>(sql`
    update ad_settings
    set last_receipt = last_receipt + 1
    returning last_receipt as number, receipt_lines as lines`);
  return row!;
};

/**
 * Marks an ad as paid, and gives its receipt. It runs if it is approved; of a package by the day its
 * days begin now, if they would have begun before. Returns the number of the receipt.
 */
export async function markPaid(admin: Member, id: number): Promise<number> {
  checkAdmin(admin);
  const number = await db.transaction(async (tx) => {
    const [ad] = await tx.execute<{ isUnpaid: boolean; isEnded: boolean }>(sql`
      select price > 0 and paid_at is null and state <> 'finished' as "isUnpaid",
        coalesce(${laterEnd()} <= ${laterStart()}, false) as "isEnded"
      from ads where id = ${id} for update`);
    if (!ad) throw notFound();
    if (!ad.isUnpaid) throw invalid('There is nothing to pay for this ad.', 'id');
    if (ad.isEnded)
      throw invalid('This ad has passed its end. Its owner can choose a later one.', 'id');
    await tx.execute(sql`
      update ads
      set paid_at = ${now()},
        starts_at = ${laterStart()},
        ends_at = ${laterEnd()},
        state = case when state = 'pending' and live_version is not null then 'active' else state end
      where id = ${id}`);
    const { number: given, lines } = await nextNumber(tx);
    await tx.execute(sql`
      insert into ad_receipts (
        number, ad_id, payer, title, amount, currency, starts_at, ends_at, host_lines, given_at
      )
      select ${given}, a.id, v.payer, v.title, a.price, a.currency, a.starts_at, a.ends_at, ${lines},
        ${now()}
      from ads a
      join ad_versions v on v.ad_id = a.id and v.version = a.newest_version
      where a.id = ${id}`);
    await recordDecision(tx, admin, 'changed', { type: 'ad', id }, 'paid');
    return given;
  });
  forgetPool();
  return number;
}

/** Cancels a receipt by a second one, and ends its ad. Returns the number of the second. */
export async function cancelReceipt(admin: Member, number: number): Promise<number> {
  checkAdmin(admin);
  const cancelling = await db.transaction(async (tx) => {
    // Ads before the settings, as with `markPaid`.
    await tx.execute(sql`
      update ads a
      set state = 'finished', finished_at = coalesce(a.finished_at, ${now()})
      from ad_receipts r
      where r.number = ${number} and a.id = r.ad_id`);
    const { number: given, lines } = await nextNumber(tx);
    const [old] = await tx.execute<{ isOpen: boolean }>(sql`
      select r.cancels is null
          and not exists (select from ad_receipts later where later.cancels = r.number) as "isOpen"
      from ad_receipts r where r.number = ${number}`);
    if (!old) throw notFound();
    if (!old.isOpen) throw invalid('This receipt is cancelled.', 'number');
    await tx.execute(sql`
      insert into ad_receipts (
        number, ad_id, payer, title, amount, currency, starts_at, ends_at, host_lines, cancels,
        given_at
      )
      select ${given}, r.ad_id, r.payer, r.title, -r.amount, r.currency, r.starts_at, r.ends_at,
        ${lines}, r.number, ${now()}
      from ad_receipts r
      where r.number = ${number}`);
    await recordDecision(tx, admin, 'changed', { type: 'ad_receipt', id: number }, 'cancelled');
    return given;
  });
  forgetPool();
  return cancelling;
}

/** A receipt of an own ad, or any for administrators. */
export async function readReceipt(member: Member, number: number): Promise<Receipt> {
  const [receipt] = await db.execute<Receipt>(sql`
    select r.number, r.ad_id as "adId", r.payer, r.title, r.amount, r.currency,
      r.starts_at::text as "startsAt", r.ends_at::text as "endsAt", r.host_lines as "hostLines",
      r.cancels, later.number as "cancelledBy", r.given_at::text as "givenAt"
    from ad_receipts r
    left join ads a on a.id = r.ad_id
    left join ad_receipts later on later.cancels = r.number
    where r.number = ${number}::bigint
      and (a.owner_id = ${member.id} or ${member.role === 'admin'})`);
  if (!receipt) throw notFound();
  return receipt;
}
