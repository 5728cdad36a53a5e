import { areAdsOn, forgetPool } from '#domains/ads/serving/ad-pool.server.ts';
import { recordDecision } from '#domains/moderation/moderation-log.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

export interface AdSettings extends Record<string, unknown> {
  areOn: boolean;
  receiptLines: string;
}

export async function readAdSettings(): Promise<AdSettings> {
  const [row] = await db.execute<AdSettings>(
    sql`select are_on as "areOn", receipt_lines as "receiptLines" from ad_settings`,
  );
  return row!;
}

/** Not found while ads are off. */
export async function checkAdsOn(): Promise<void> {
  if (!(await areAdsOn())) throw notFound();
}

/** Running ads pause while they are off, and go on afterwards. */
export async function writeAdSettings(
  admin: Member,
  { areOn, receiptLines }: AdSettings,
): Promise<void> {
  if (admin.role !== 'admin') throw notFound();
  await db.transaction(async (tx) => {
    await tx.execute(
      sql`update ad_settings set are_on = ${areOn}, receipt_lines = ${receiptLines}`,
    );
    await recordDecision(tx, admin, 'changed', { type: 'ad_settings', id: 1 });
  });
  forgetPool();
}
