import { reportAsSite } from '#domains/moderation/reports.server.ts';
import { viewerFromColumn } from '#domains/policy/audience.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import { hidesToLookAt, type HideReason } from './hide-ad.rules.ts';

/**
 * Hides an ad from a member for good, if it is misleading with all of its campaign. The reason and the
 * description are for the moderators, who look at ads that three members hid.
 */
export async function hideAd(
  member: Member,
  id: number,
  { reason, description }: { reason: HideReason; description: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const hidden = await tx.execute(sql`
      insert into ad_marks as m (member_id, ad_id, hidden_at, hides_campaign)
      select ${member.id}, a.id, ${now()}, ${reason === 'misleading'}
      from ads a
      where a.id = ${id} and a.live_version is not null
      on conflict (member_id, ad_id) do update
      set hidden_at = excluded.hidden_at, hides_campaign = excluded.hides_campaign
      returning 1`);
    if (!hidden.length) throw notFound();
    // Under its lock, so that of three at once one is the third.
    const [ad] = await tx.execute<{ ownerId: number | null }>(sql`
      select a.owner_id as "ownerId" from ads a where a.id = ${id} for no key update`);
    const [row] = await tx.execute<{ others: number; isNew: boolean }>(sql`
      insert into ad_hides as h (ad_id, member_id, reason, description, hidden_at)
      values (${id}, ${member.id}, ${reason}, ${description}, ${now()})
      on conflict (ad_id, member_id) do update
      set reason = excluded.reason, description = excluded.description,
        hidden_at = excluded.hidden_at
      returning (select count(*)::int from ad_hides before where before.ad_id = ${id}) as "others",
        xmax = 0 as "isNew"`);
    if (ad?.ownerId && row!.isNew && row!.others + 1 === hidesToLookAt)
      await reportAsSite(tx, viewerFromColumn(sql`${ad.ownerId}::bigint`), {
        type: 'ad',
        id,
        category: 'other',
        description: `${hidesToLookAt} members hid this ad.`,
      });
  });
}

/** Undoes it; nothing happens where nothing is hidden. */
export async function showAdAgain(member: Member, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      update ad_marks set hidden_at = null, hides_campaign = false
      where member_id = ${member.id} and ad_id = ${id}`);
    await tx.execute(sql`delete from ad_hides where member_id = ${member.id} and ad_id = ${id}`);
  });
}

/** The title of an ad that ran, and whether the member hid it. */
export async function readHidden(
  member: Member,
  id: number,
): Promise<{ title: string; isHidden: boolean }> {
  const [row] = await db.execute<{ title: string; isHidden: boolean }>(sql`
    select v.title, exists (
        select from ad_marks m
        where m.ad_id = a.id and m.member_id = ${member.id} and m.hidden_at is not null
      ) as "isHidden"
    from ads a
    join ad_versions v on v.ad_id = a.id and v.version = a.live_version
    where a.id = ${id}`);
  if (!row) throw notFound();
  return row;
}
