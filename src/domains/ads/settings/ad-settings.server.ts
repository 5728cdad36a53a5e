import { forgetPool } from '#domains/ads/serving/ad-pool.server.ts';
import { recordDecision } from '#domains/moderation/moderation-log.server.ts';
import { isMember, type Member, type Viewer } from '#domains/policy/viewer.ts';
import { db, type Tx } from '#server/db.ts';
import { env } from '#server/env.ts';
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
export async function checkAdsOn(tx: Pick<Tx, 'execute'> = db): Promise<void> {
  const on = await tx.execute(sql`select from ad_settings where are_on`);
  if (!on.length) throw notFound();
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

/** Visitors read the library where they read anything; not found while ads are off. */
export async function checkLibraryOpen(viewer: Viewer): Promise<void> {
  if (!isMember(viewer) && !env().PUBLIC_READING) throw notFound();
  await checkAdsOn();
}
