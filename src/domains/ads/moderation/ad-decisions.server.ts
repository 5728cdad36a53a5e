import type { SQL } from 'drizzle-orm';
import { adColumns, adRows, type AdRow } from '#domains/ads/campaigns/ad-rows.server.ts';
import { beginDays } from '#domains/ads/serving/ad-days.server.ts';
import { forgetPool } from '#domains/ads/serving/ad-pool.server.ts';
import { recordDecision } from '#domains/moderation/moderation-log.server.ts';
import {
  newOccasion,
  notificationCtes,
} from '#domains/notifications/create-notification.server.ts';
import { viewerFromColumn } from '#domains/policy/audience.server.ts';
import { isModerator, type Member, type SqlMember } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import { endRemoved } from './reported-ad.server.ts';

const site = () => viewerFromColumn(sql`0::bigint`);

/** Notifies the moderators of a version that waits. */
export async function announceSubmitted(tx: Tx, id: number): Promise<void> {
  await tx.execute(sql`
    with ${notificationCtes(
      site(),
      sql`
        select m.id, 'ad_submitted', 'ad', ${id}::bigint, 1, '', 0::bigint
        from members m
        where m.role in ('moderator', 'admin') and m.status = 'active'`,
      { isFromSite: true, isNew: true, context: sql`select 'ad', ${id}::bigint` },
    )}
    select 1`);
}

/** Notifies the owner, and ends the notices to the moderators. */
const notifyOwner = (tx: Tx, id: number, type: 'ad_approved' | 'ad_rejected') =>
  tx.execute(sql`
    with over as (
      delete from notifications
      where type = 'ad_submitted' and subject_type = 'ad' and subject_id = ${id}
    ),
      ${notificationCtes(
        site(),
        sql`
          select a.owner_id, ${type}::text, 'ad', a.id, 1, ${newOccasion()}
          from ads a
          where a.id = ${id} and a.owner_id is not null`,
        { isFromSite: true, isNew: true, context: sql`select 'ad', ${id}::bigint` },
      )}
    select 1`);

interface Decided {
  id: number;
  /** The version that the moderator read; a newer one must be read first. */
  version: number;
}

/** Not found unless that version waits: of two moderators the second comes too late. */
async function decide(
  moderator: Member,
  { id, version }: Decided,
  decision: 'approved' | 'rejected',
  reason: string,
): Promise<void> {
  if (!isModerator(moderator)) throw notFound();
  await db.transaction(async (tx) => {
    const [locked] = await tx.execute<{ isReady: boolean }>(sql`
      select state = 'pending' and (price = 0 or paid_at is not null) as "isReady"
      from ads where id = ${id} for update`);
    const decided = await tx.execute(sql`
      update ad_versions
      set state = ${decision}, reason = ${reason}, decided_by = ${moderator.id},
        decided_at = ${now()}
      where ad_id = ${id} and version = ${version} and state = 'pending'
      returning 1`);
    if (!locked || !decided.length) throw notFound();
    if (decision === 'approved' && locked.isReady) await beginDays(tx, id);
    await tx.execute(
      decision === 'approved'
        ? sql`
          update ads
          set live_version = ${version},
            state = case when ${locked.isReady} then 'active' else state end
          where id = ${id}`
        : sql`
          update ads
          set state = case when live_version is null and state = 'pending' then 'rejected' else state end
          where id = ${id}`,
    );
    await notifyOwner(tx, id, `ad_${decision}`);
    await recordDecision(
      tx,
      moderator,
      decision === 'approved' ? 'approved' : 'declined',
      { type: 'ad', id },
      reason,
    );
  });
  forgetPool();
}

export const approveAd = (moderator: Member, decided: Decided): Promise<void> =>
  decide(moderator, decided, 'approved', '');

/** The version before it, if one was approved, goes on. @param reason the owner reads it */
export const rejectAd = (moderator: Member, decided: Decided, reason: string): Promise<void> =>
  decide(moderator, decided, 'rejected', reason);

/** Ends an ad for good; the library says that it was removed. */
export async function removeAd(moderator: Member, id: number): Promise<void> {
  if (!isModerator(moderator)) throw notFound();
  await db.transaction(async (tx) => {
    const removed = await tx.execute(endRemoved(id));
    if (!removed.length) throw notFound();
    await recordDecision(tx, moderator, 'removed', { type: 'ad', id });
  });
  forgetPool();
}

/** Condition on the ad `a` and its newest version `v`. */
const isWaiting = sql`v.state = 'pending' and a.state <> 'finished'`;
const waitingAds = sql`
  ad_versions v
  join ads a on a.id = v.ad_id and a.newest_version = v.version`;

/** For the badges: an integer; 0 for other members, and while ads are off. */
export const countSubmittedAds = (member: SqlMember): SQL =>
  isModerator(member)
    ? sql`
        (
          select count(*)::int
          from (
            select from ${waitingAds}
            where ${isWaiting}
              and (select settings.are_on from ad_settings settings)
            limit 1000
          ) submitted
        )`
    : sql`0`;

/** Ads with a version that waits, the longest waiting first. */
export async function listSubmittedAds(
  moderator: Member,
  { page, limit }: { page: number; limit: number },
): Promise<{ total: number; ads: AdRow[] }> {
  if (!isModerator(moderator)) throw notFound();
  const [row] = await db.execute<{ total: number; ads: AdRow[] | null }>(sql`
    select (
        select count(*)::int from ${waitingAds}
        where ${isWaiting}
      ) as total,
      (
        select json_agg(row_to_json(ad))
        from (
          select ${adColumns()} from ${adRows}
          where ${isWaiting}
          order by v.submitted_at, a.id
          limit ${limit} offset ${(page - 1) * limit}
        ) ad
      ) as ads`);
  return { total: row!.total, ads: row!.ads ?? [] };
}

export type HostAd = AdRow & { hideCount: number };

/** All ads, the newest first, with how many members hid each. */
export async function listForHost(
  moderator: Member,
  { page, limit }: { page: number; limit: number },
): Promise<{ total: number; ads: HostAd[] }> {
  if (!isModerator(moderator)) throw notFound();
  const [row] = await db.execute<{ total: number; ads: HostAd[] | null }>(sql`
    select (select count(*)::int from ads) as total,
      (
        select json_agg(row_to_json(ad))
        from (
          select ${adColumns()},
            (select count(*)::int from ad_hides h where h.ad_id = a.id) as "hideCount"
          from ${adRows}
          order by a.id desc
          limit ${limit} offset ${(page - 1) * limit}
        ) ad
      ) as ads`);
  return { total: row!.total, ads: row!.ads ?? [] };
}
