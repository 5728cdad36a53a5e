import type { SQL } from 'drizzle-orm';
import { adFields } from '#domains/ads/ads.fields.ts';
import type { AdModel, AdState } from '#domains/ads/ads.rules.ts';
import { promotedPicture, promotedTitle } from '#domains/ads/serving/ad-pool.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import type { DetailRow } from '#lib/field-list.ts';
import type { ItemType } from '#lib/wire-names.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { selectDetails } from '#server/field-columns.ts';
import { sql } from '#server/sql.ts';

/** An ad as its owner and moderators see it, by its newest version. */
export interface AdRow extends DetailRow<typeof adFields>, Record<string, unknown> {
  id: number;
  campaignId: number;
  campaignName: string;
  packageId: number;
  ownerId: number | null;
  subject: { type: ItemType; id: number } | null;
  subjectPath: string;
  /** The name of that page, group or event; '' for anything else. */
  subjectTitle: string;
  /** Its own, or that of what it promotes. */
  picture: string | null;
  /** `finished` also where its end or its budget is reached. */
  state: AdState;
  version: number;
  versionState: 'pending' | 'approved' | 'rejected';
  isLive: boolean;
  rejectReason: string;
  model: AdModel;
  bought: number;
  used: number;
  unbilled: number;
  price: number;
  currency: string;
  isUnpaid: boolean;
  dailyLimit: number | null;
  startsAt: string;
  endsAt: string | null;
  served: number;
  views: number;
  clicks: number;
  ignored: number;
  /** The number of its last receipt. */
  receipt: number | null;
}

/** The columns of an `AdRow`, from `ads a`, `ad_campaigns c` and `ad_versions v`. */
export const adColumns = (): SQL => sql`
  a.id, a.campaign_id as "campaignId", c.name as "campaignName", a.package_id as "packageId",
  a.owner_id as "ownerId",
  case when a.subject_type is not null
    then json_build_object('type', a.subject_type, 'id', a.subject_id)
  end as subject,
  ${selectDetails(adFields, sql`v`)}, coalesce(v.picture, ${promotedPicture(sql`a`)}) as picture,
  a.subject_path as "subjectPath", ${promotedTitle(sql`a`)} as "subjectTitle",
  case
    when a.state in ('active', 'paused')
      and ((a.ends_at is not null and a.ends_at <= ${now()}) or (a.model <> 'days' and a.used >= a.bought))
    then 'finished'
    else a.state
  end as state,
  v.version, v.state as "versionState", a.live_version is not null as "isLive",
  v.reason as "rejectReason", a.model, a.bought, a.used, a.unbilled, a.price, a.currency,
  a.price > 0 and a.paid_at is null as "isUnpaid", a.daily_limit as "dailyLimit",
  a.starts_at::text as "startsAt", a.ends_at::text as "endsAt", totals.served, totals.views,
  totals.clicks, totals.ignored,
  (select max(r.number) from ad_receipts r where r.ad_id = a.id) as receipt`;

/** `from` of `adColumns`. */
export const adRows = sql`
  ads a
  join ad_campaigns c on c.id = a.campaign_id
  join ad_versions v on v.ad_id = a.id and v.version = a.newest_version
  cross join lateral (
    select coalesce(sum(s.served), 0)::int as served, coalesce(sum(s.seen), 0)::int as views,
      coalesce(sum(s.clicks), 0)::int as clicks, coalesce(sum(s.ignored), 0)::int as ignored
    from ad_daily_stats s
    where s.ad_id = a.id
  ) totals`;

export interface Campaign extends Record<string, unknown> {
  id: number;
  name: string;
  ownerId: number;
  createdAt: string;
  adCount: number;
  runningCount: number;
  views: number;
  clicks: number;
  ads: AdRow[];
}

interface ListedCampaigns {
  page: number;
  limit: number;
  withAds: boolean;
  /** Only that one. */
  id?: number;
}

/** Own campaigns with their ads, the newest first. */
export async function listCampaigns(
  member: Member,
  { page, limit, withAds, id }: ListedCampaigns,
): Promise<{ total: number; campaigns: Campaign[] }> {
  const own = sql`
    c.owner_id = ${member.id}
    and c.deleted_at is null
    and ${id === undefined ? sql`true` : sql`c.id = ${id}`}`;
  const [row] = await db.execute<{ total: number; campaigns: Campaign[] | null }>(sql`
    select (select count(*)::int from ad_campaigns c where ${own}) as total,
      (
        select json_agg(row_to_json(shown) order by shown.id desc)
        from (
          select c.id, c.name, c.owner_id as "ownerId", c.created_at::text as "createdAt",
            counted.ads as "adCount", counted.running as "runningCount", counted.views,
            counted.clicks,
            ${
              withAds
                ? sql`
                  coalesce(
                    (
                      select json_agg(row_to_json(ad) order by ad.id desc)
                      from (
                        select ${adColumns()} from ${adRows}
                        where a.campaign_id = chosen.id and a.deleted_at is null
                      ) ad
                    ),
                    '[]'::json
                  )`
                : sql`'[]'::json`
            } as ads
          from (
            select c.* from ad_campaigns c where ${own}
            order by c.id desc
            limit ${limit} offset ${(page - 1) * limit}
          ) chosen
          join ad_campaigns c on c.id = chosen.id
          cross join lateral (
            select count(distinct a.id)::int as ads,
              count(distinct a.id) filter (where a.state = 'active')::int as running,
              coalesce(sum(s.seen), 0)::int as views, coalesce(sum(s.clicks), 0)::int as clicks
            from ads a
            left join ad_daily_stats s on s.ad_id = a.id
            where a.campaign_id = c.id and a.deleted_at is null
          ) counted
        ) shown
      ) as campaigns`);
  return { total: row!.total, campaigns: row!.campaigns ?? [] };
}

/** An own ad. */
export async function readOwnAd(member: Member, id: number): Promise<AdRow> {
  const [ad] = await db.execute<AdRow>(sql`
    select ${adColumns()} from ${adRows}
    where a.id = ${id} and a.owner_id = ${member.id} and a.deleted_at is null`);
  if (!ad) throw notFound();
  return ad;
}
