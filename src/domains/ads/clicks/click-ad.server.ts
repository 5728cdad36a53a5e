import {
  clickableHours,
  clickedEachHours,
  type AdModel,
  type IgnoredReason,
} from '#domains/ads/ads.rules.ts';
import { today } from '#domains/ads/serving/ad-days.server.ts';
import { isRunning, promotedStaff } from '#domains/ads/serving/ad-pool.server.ts';
import { readToken, versionOf } from '#domains/ads/serving/ad-token.server.ts';
import { isModerator, type Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

/** The target of an ad: its stored address, or the address of its subject. */
export interface AdTarget {
  url: string;
  subjectPath: string;
}

interface ClickedAd extends AdTarget, Record<string, unknown> {
  at: number;
  model: AdModel;
  isOwn: boolean;
  isRunning: boolean;
  isUsedUp: boolean;
  /** Uses the version that the token names, else the approved one. */
  isApproved: boolean;
  wasDelivered: boolean;
}

async function readClicked(tx: Tx, member: Member, adId: number, token: string | undefined) {
  const version = versionOf(token);
  const [ad] = await tx.execute<ClickedAd>(sql`
    select extract(epoch from ${now()}) as at, a.model, ${isRunning(sql`a`)} as "isRunning",
      a.model <> 'days' and a.used >= a.bought as "isUsedUp",
      (
        a.owner_id = ${member.id} or ${member.id} = any (${promotedStaff(sql`a`)})
      ) is true as "isOwn",
      (
        v.state = 'approved'
        and not a.is_removed
        and (a.subject_type is null or ${promotedStaff(sql`a`)} is not null)
      ) as "isApproved",
      v.url, a.subject_path as "subjectPath",
      exists (
        select from ad_marks m
        where m.ad_id = a.id
          and m.member_id = ${member.id}
          and m.served_at > ${now()} - make_interval(hours => ${clickableHours})
      ) as "wasDelivered"
    from ads a
    join ad_versions v on v.ad_id = a.id
      and v.version = coalesce(${version}::int, a.live_version, a.newest_version)
    where a.id = ${adId}
      and a.live_version is not null`);
  return ad;
}

/** Undefined for a click that counts. */
function reasonToIgnore(
  ad: ClickedAd,
  member: Member,
  hasToken: boolean,
): IgnoredReason | undefined {
  if (ad.isOwn) return 'own';
  if (isModerator(member)) return 'staff';
  if (ad.isUsedUp) return 'over_budget';
  if (!ad.isRunning || !ad.isApproved) return 'not_running';
  return hasToken || ad.wasDelivered ? undefined : 'not_delivered';
}

/** Once in 24 hours for each member and ad, whichever of two clicks comes first. */
async function markClicked(tx: Tx, memberId: number, adId: number): Promise<boolean> {
  const marked = await tx.execute(sql`
    insert into ad_marks as m (member_id, ad_id, clicked_at)
    values (${memberId}, ${adId}, ${now()})
    on conflict (member_id, ad_id) do update
    set clicked_at = excluded.clicked_at
    where m.clicked_at is null
      or m.clicked_at <= ${now()} - make_interval(hours => ${clickedEachHours})
    returning 1`);
  return marked.length > 0;
}

/** Bills a click under the lock of the ad; false if its budget, or that of the day, is used. */
async function billClick(tx: Tx, adId: number): Promise<boolean> {
  const billed = await tx.execute(sql`
    with locked as (
      select a.id from ads a where a.id = ${adId} for no key update
    )
    update ads a
    set used = a.used + 1
    from locked
    where a.id = locked.id
      and a.used < a.bought
      and ${isRunning(sql`a`)}
      and a.daily_limit is distinct from coalesce(
        (select s.clicks from ad_daily_stats s where s.ad_id = a.id and s.day = ${today()}), 0
      )
    returning 1`);
  return billed.length > 0;
}

async function countClick(tx: Tx, adId: number, isCounted: boolean): Promise<void> {
  await tx.execute(sql`
    insert into ad_daily_stats as stats (ad_id, day, clicks, ignored)
    values (${adId}, ${today()}, ${Number(isCounted)}, ${Number(!isCounted)})
    on conflict (ad_id, day) do update
    set clicks = stats.clicks + excluded.clicks, ignored = stats.ignored + excluded.ignored`);
}

async function ignoreClick(tx: Tx, member: Member, adId: number, reason: IgnoredReason) {
  await tx.execute(sql`
    insert into ad_ignored_clicks (ad_id, member_id, reason, clicked_at)
    values (${adId}, ${member.id}, ${reason}, ${now()})`);
  await countClick(tx, adId, false);
}

/**
 * Counts a click, whether or not it is billed, and returns where the ad leads; null if nothing that
 * was approved is there any more. Not found for an ad that never ran.
 * @param token of the delivery; without one the ad must have been delivered within two hours
 */
export async function clickAd(
  member: Member,
  adId: number,
  token?: string,
): Promise<AdTarget | null> {
  return db.transaction(async (tx) => {
    const ad = await readClicked(tx, member, adId, token);
    if (!ad) throw notFound();
    const isTrusted =
      token === undefined ||
      readToken(token, { adId, memberId: member.id }, Number(ad.at)) !== null;
    let reason: IgnoredReason | undefined = isTrusted
      ? reasonToIgnore(ad, member, token !== undefined)
      : 'token';
    if (!reason && !(await markClicked(tx, member.id, adId))) reason = 'repeated';
    if (!reason && ad.model === 'clicks' && !(await billClick(tx, adId))) reason = 'over_budget';
    if (reason === 'over_budget' && ad.model === 'clicks')
      await tx.execute(sql`update ads set unbilled = unbilled + 1 where id = ${adId}`);
    if (reason) await ignoreClick(tx, member, adId, reason);
    else await countClick(tx, adId, true);
    return ad.isApproved ? { url: ad.url, subjectPath: ad.subjectPath } : null;
  });
}

/** Deletes reasons after 90 days. */
export const pruneIgnoredClicks = async (): Promise<void> =>
  void (await db.execute(
    sql`delete from ad_ignored_clicks where clicked_at < ${now()} - interval '90 days'`,
  ));
