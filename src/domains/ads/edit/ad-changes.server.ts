import { adFields } from '#domains/ads/ads.fields.ts';
import type { AdState, PromotableType } from '#domains/ads/ads.rules.ts';
import { findCampaign } from '#domains/ads/campaigns/campaigns.server.ts';
import { announceSubmitted } from '#domains/ads/moderation/ad-decisions.server.ts';
import { findAdPackage, type AdPackage } from '#domains/ads/packages/ad-packages.server.ts';
import { beginDays } from '#domains/ads/serving/ad-days.server.ts';
import { forgetPool } from '#domains/ads/serving/ad-pool.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import type { DetailRow } from '#lib/field-list.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { invalid, notFound } from '#server/errors.ts';
import { selectDetails } from '#server/field-columns.ts';
import { withIdempotencyKey, type Creation } from '#server/idempotency.ts';
import { definedFields, insertRow, upsertRow } from '#server/rows.ts';
import { sql } from '#server/sql.ts';
import { checkAudience } from './ad-audience.server.ts';
import { checkPromotable } from './ad-subject.server.ts';

export type AdText = DetailRow<typeof adFields>;
type StoredText = AdText & { picture: string | null };

export interface NewAd extends AdText {
  /** 0: a new campaign with that name. */
  campaignId: number;
  campaignName: string;
  packageId: number;
  subject: { type: PromotableType; id: number } | null;
  /** The name of a stored picture. */
  picture: string | null;
  /** ISO times; undefined: now, and the length of the package or none. */
  startsAt?: string | undefined;
  endsAt?: string | undefined;
  dailyLimit: number | null;
}

interface LockedAd extends Record<string, unknown> {
  state: AdState;
  model: string;
  liveVersion: number | null;
  newestVersion: number;
  isUnpaid: boolean;
  isEnded: boolean;
  packageId: number;
}

/** Locks an own ad; not found for another's, so that numbers reveal nothing. */
export async function lockOwnAd(tx: Tx, member: Member, id: number): Promise<LockedAd> {
  const [ad] = await tx.execute<LockedAd>(sql`
    select a.state, a.model, a.live_version as "liveVersion", a.newest_version as "newestVersion",
      a.price > 0 and a.paid_at is null as "isUnpaid", a.package_id as "packageId",
      (a.ends_at is not null and a.ends_at <= ${now()}) as "isEnded"
    from ads a
    where a.id = ${id} and a.owner_id = ${member.id} and a.deleted_at is null
    for update`);
  if (!ad) throw notFound();
  return ad;
}

function checkAllowed(
  { allowed }: AdPackage,
  { subject, url }: Pick<NewAd, 'subject' | 'url'>,
): void {
  if (!subject && !url) throw invalid('Please fill in this field.', 'cads_url');
  if (subject && allowed === 'websites')
    throw invalid('This package is for other websites.', 'package_id');
  if (!subject && allowed === 'own')
    throw invalid('This package is for pages, groups, events and videos here.', 'package_id');
}

/** The end of a package by the day comes from what was bought. */
const endOf = ({ model, amount }: AdPackage, startsAt: ReturnType<typeof sql>, endsAt?: string) =>
  model === 'days'
    ? sql`${startsAt} + make_interval(days => ${amount})`
    : sql`${endsAt ?? null}::timestamptz`;

/** Stores an ad; it runs once it is approved and, with a price, paid. Returns its id. */
export const createAd = (member: Member, ad: NewAd, creation: Creation): Promise<number> =>
  withIdempotencyKey(creation, async (tx) => {
    const bought = await findAdPackage(tx, ad.packageId);
    checkAllowed(bought, ad);
    const path = ad.subject ? await checkPromotable(tx, member, ad.subject) : '';
    await checkAudience(tx, ad);
    const campaignId = ad.campaignId
      ? await findCampaign(tx, member, ad.campaignId)
      : (await insertRow(tx, 'ad_campaigns', { ownerId: member.id, name: ad.campaignName })).id;
    const startsAt = sql`coalesce(${ad.startsAt ?? null}::timestamptz, ${now()})`;
    const { price, currency, model, amount, isApproved } = bought;
    const isLive = isApproved && price === 0;
    const [row] = await tx.execute<{ id: number }>(sql`
      insert into ads (
        campaign_id, owner_id, package_id, subject_type, subject_id, subject_path, model, bought, price, currency,
        daily_limit, starts_at, ends_at, state, live_version
      )
      select ${campaignId}::bigint, ${member.id}::bigint, ${bought.id}::int,
        ${ad.subject?.type ?? null}::text, ${ad.subject?.id ?? null}::bigint, ${path}::text, ${model}::text,
        ${amount}::int, ${price}::int, ${currency}::text, ${ad.dailyLimit}::int, times.starts_at,
        times.ends_at, ${isLive ? 'active' : 'pending'}::text, ${isApproved ? 1 : null}::int
      from (select ${startsAt} as starts_at, ${endOf(bought, startsAt, ad.endsAt)} as ends_at) times
      where times.ends_at is null or (times.ends_at > times.starts_at and times.ends_at > ${now()})
      returning id`);
    if (!row) throw invalid('Must be after the start, and not over.', 'end');
    const id = Number(row.id);
    await insertVersion(tx, { id, version: 1, isApproved }, ad);
    if (!isApproved) await announceSubmitted(tx, id);
    forgetPool();
    return id;
  });

async function insertVersion(
  tx: Tx,
  { id, version, isApproved }: { id: number; version: number; isApproved: boolean },
  text: StoredText,
): Promise<void> {
  const names = Object.keys(adFields) as Array<keyof AdText>;
  await upsertRow(
    tx,
    'ad_versions',
    { adId: id, version },
    {
      ...Object.fromEntries(names.map((name) => [name, text[name]])),
      picture: text.picture,
      state: isApproved ? 'approved' : 'pending',
      submittedAt: now(),
      ...(isApproved ? { decidedAt: now() } : {}),
    },
  );
}

/** Changes of an ad; absent ones stay. */
export type AdChanges = Partial<AdText> & { picture?: string; endsAt?: string | null };

/** A new version waits for approval, while the one that was approved goes on. */
export async function editAd(
  member: Member,
  id: number,
  { endsAt, ...changes }: AdChanges,
): Promise<void> {
  await db.transaction(async (tx) => {
    const ad = await lockOwnAd(tx, member, id);
    if (ad.state === 'finished') throw invalid('This ad has ended. Copy it to run it again.', 'id');
    if (endsAt !== undefined) await setEnd(tx, id, ad, endsAt);
    const [old] = await tx.execute<StoredText & { isOutside: boolean; isRejected: boolean }>(sql`
      select ${selectDetails(adFields, sql`v`)}, v.picture, a.subject_type is null as "isOutside",
        v.state = 'rejected' as "isRejected"
      from ad_versions v
      join ads a on a.id = v.ad_id
      where v.ad_id = ${id} and v.version = ${ad.newestVersion}`);
    const { isOutside, isRejected, ...text } = old!;
    const next = { ...text, ...definedFields(changes) } as StoredText;
    if (isOutside && !next.url) throw invalid('Please fill in this field.', 'cads_url');
    const isSame = Object.entries(next).every(
      ([name, value]) => text[name as keyof typeof text] === value,
    );
    if (!isSame || isRejected) {
      await checkAudience(tx, next);
      await submitVersion(tx, id, ad, next);
    }
  });
  forgetPool();
}

async function setEnd(tx: Tx, id: number, { model }: LockedAd, endsAt: string | null) {
  if (model === 'days') throw invalid('Its package says when it ends.', 'end');
  const set = await tx.execute(sql`
    update ads
    set ends_at = ${endsAt}::timestamptz
    where id = ${id}
      and (${endsAt}::timestamptz is null
        or (${endsAt}::timestamptz > starts_at and ${endsAt}::timestamptz > ${now()}))
    returning 1`);
  if (!set.length) throw invalid('Must be after the start, and not over.', 'end');
}

async function submitVersion(tx: Tx, id: number, ad: LockedAd, text: StoredText): Promise<void> {
  const version = ad.newestVersion + 1;
  const [bought] = await tx.execute<{ isApproved: boolean }>(sql`
    select is_approved as "isApproved" from ad_packages where id = ${ad.packageId}`);
  const { isApproved } = bought!;
  // Nobody decides on a version that a newer one replaces.
  await tx.execute(sql`
    delete from ad_versions where ad_id = ${id} and state = 'pending' and version < ${version}`);
  await insertVersion(tx, { id, version, isApproved }, text);
  const begins = isApproved && !ad.isUnpaid && (ad.state === 'pending' || ad.state === 'rejected');
  if (begins) await beginDays(tx, id);
  await tx.execute(sql`
    update ads
    set newest_version = ${version},
      live_version = case when ${isApproved} then ${version} else live_version end,
      state = case
        when ${begins} then 'active'
        when state = 'rejected' then 'pending'
        else state
      end
    where id = ${id}`);
  if (!isApproved) await announceSubmitted(tx, id);
}

/** States that an owner may set. */
export type WantedState = 'active' | 'paused' | 'finished' | 'deleted';

/** Pauses, resumes, ends or deletes an own ad. */
export async function setAdState(member: Member, id: number, wanted: WantedState): Promise<void> {
  await db.transaction(async (tx) => {
    const ad = await lockOwnAd(tx, member, id);
    const { state } = ad;
    const isOn = state === 'active' || state === 'paused';
    if (wanted === 'active' || wanted === 'paused') {
      if (!isOn || ad.isUnpaid || ad.isEnded || ad.liveVersion === null)
        throw invalid('Only an ad that was approved and has not ended can do this.', 'status');
    }
    await tx.execute(sql`
      update ads
      set state = ${wanted === 'deleted' ? 'finished' : wanted},
        deleted_at = case when ${wanted === 'deleted'} then ${now()} else deleted_at end,
        finished_at = case when ${wanted === 'deleted' || wanted === 'finished'}
          then coalesce(finished_at, ${now()}) else finished_at end
      where id = ${id}`);
  });
  forgetPool();
}

/** The stored text and picture of an own ad, from which another is made. */
export async function readCopied(
  member: Member,
  id: number,
): Promise<AdText & Pick<NewAd, 'picture' | 'subject'>> {
  const [row] = await db.execute<AdText & Pick<NewAd, 'picture' | 'subject'>>(sql`
    select ${selectDetails(adFields, sql`v`)}, v.picture,
      case when a.subject_type is not null
        then json_build_object('type', a.subject_type, 'id', a.subject_id)
      end as subject
    from ads a
    join ad_versions v on v.ad_id = a.id and v.version = a.newest_version
    where a.id = ${id} and a.owner_id = ${member.id} and a.deleted_at is null`);
  if (!row) throw notFound();
  return row;
}
