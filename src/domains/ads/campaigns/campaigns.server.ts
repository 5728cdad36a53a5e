import { forgetPool } from '#domains/ads/serving/ad-pool.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

/** An own campaign, locked so that no ad is added while it is deleted. */
export async function findCampaign(tx: Tx, member: Member, id: number): Promise<number> {
  const [found] = await tx.execute<{ id: number }>(sql`
    select c.id from ad_campaigns c
    where c.id = ${id} and c.owner_id = ${member.id} and c.deleted_at is null
    for share`);
  if (!found) throw notFound();
  return Number(found.id);
}

export async function renameCampaign(member: Member, id: number, name: string): Promise<void> {
  const changed = await db.execute(sql`
    update ad_campaigns
    set name = ${name}
    where id = ${id} and owner_id = ${member.id} and deleted_at is null
    returning 1`);
  if (!changed.length) throw notFound();
}

/** Ends own campaigns with their ads, all or, if one is another's, none. */
export async function deleteCampaigns(member: Member, ids: number[]): Promise<void> {
  await db.transaction(async (tx) => {
    const locked = await tx.execute<{ id: number }>(sql`
      select c.id from ad_campaigns c
      where c.id = any (${sql.param(ids)}::bigint[])
        and c.owner_id = ${member.id}
        and c.deleted_at is null
      order by c.id
      for update`);
    if (locked.length < new Set(ids).size) throw notFound();
    await tx.execute(sql`
      update ad_campaigns set deleted_at = ${now()}
      where id = any (${sql.param(ids)}::bigint[])`);
    await tx.execute(sql`
      update ads
      set state = 'finished', finished_at = coalesce(finished_at, ${now()})
      where campaign_id = any (${sql.param(ids)}::bigint[]) and state <> 'finished'`);
  });
  forgetPool();
}
