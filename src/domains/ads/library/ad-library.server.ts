import type { SQL } from 'drizzle-orm';
import { promotableTypes } from '#domains/ads/ads.rules.ts';
import { joinCategory } from '#domains/ads/edit/liked-categories.server.ts';
import { promotedTitle } from '#domains/ads/serving/ad-pool.server.ts';
import type { Audience } from '#domains/ads/serving/audience.rules.ts';
import { checkAdsOn } from '#domains/ads/settings/ad-settings.server.ts';
import { isMember, isModerator, visitor, type Viewer } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import { subjectRows } from '#server/subjects.ts';

/** An ad that was shown in the last year, as everybody may read it. */
export interface LibraryAd extends Record<string, unknown> {
  id: number;
  /** '' after moderators removed it. */
  title: string;
  body: string;
  /** '' where visitors may not read what it promotes, and for what is here. */
  url: string;
  /** '' where visitors may not read it, and for other addresses. */
  subjectPath: string;
  /** The name of that page, group or event; '' for anything else. */
  subjectTitle: string;
  picture: string | null;
  payer: string;
  isPayerDeleted: boolean;
  isRemoved: boolean;
  /** Days on which it was shown first and last. */
  firstDay: string;
  lastDay: string;
  audience: Audience;
  categoryTitle: string;
  views: number;
  clicks: number;
}

/** Whether visitors read what the ad `a` promotes; true where it promotes nothing here. */
const isPublicTarget = (): SQL => sql`
  case a.subject_type
    ${sql.join(
      promotableTypes.map(
        (type) => sql`
          when ${sql.raw(`'${type}'`)}
          then exists (select from (${subjectRows(type)(visitor, sql`a.subject_id`)}) one)`,
      ),
      sql` `,
    )}
    else true
  end`;

const inLibrary = (): SQL =>
  sql`a.last_shown_on > (${now()} at time zone 'Etc/UTC')::date - interval '1 year'`;

/**
 * The version with that picture if the viewer may see it: an approved one that runs or is in the
 * library, one that waits its owner and moderators.
 */
export const shownAdPicture = (viewer: Viewer, name: string): SQL => sql`
  select from ad_versions v
  join ads a on a.id = v.ad_id
  where v.picture = ${name}
    and not a.is_removed
    and (
      (v.state = 'approved' and ${isMember(viewer) ? sql`true` : sql`(${inLibrary()} and ${isPublicTarget()})`})
      or ${isMember(viewer) ? sql`(a.owner_id = ${viewer.id} or ${isModerator(viewer)})` : sql`false`}
    )`;

/** Visitors read it where they read anything; not found while ads are off. Shown last comes first. */
export async function listLibrary(
  viewer: Viewer,
  { page, limit }: { page: number; limit: number },
): Promise<{ total: number; ads: LibraryAd[] }> {
  if (!isMember(viewer) && !env().PUBLIC_READING) throw notFound();
  await checkAdsOn();
  const [row] = await db.execute<{ total: number; ads: LibraryAd[] | null }>(sql`
    select (select count(*)::int from ads a where ${inLibrary()}) as total,
      (
        select json_agg(row_to_json(shown))
        from (
          select a.id, case when a.is_removed then '' else v.title end as title,
            case when a.is_removed then '' else v.body end as body,
            case when target.is_public and not a.is_removed then v.url else '' end as url,
            case when target.is_public then a.subject_path else '' end as "subjectPath",
            case when target.is_public then ${promotedTitle(sql`a`)} else '' end as "subjectTitle",
            case when target.is_public and not a.is_removed then v.picture end as picture, v.payer,
            a.owner_id is null and not a.is_house as "isPayerDeleted", a.is_removed as "isRemoved",
            counted."firstDay", counted."lastDay",
            json_build_object(
              'location', v.location, 'categoryId', v.category_id, 'minAge', v.min_age,
              'maxAge', v.max_age
            ) as audience,
            coalesce(category.title, '') as "categoryTitle", counted.views, counted.clicks
          from (
            select a.* from ads a
            where ${inLibrary()}
            order by a.last_shown_on desc, a.id desc
            limit ${limit} offset ${(page - 1) * limit}
          ) a
          join ad_versions v on v.ad_id = a.id
            and v.version = coalesce(a.live_version, a.newest_version)
          ${joinCategory(sql`v.category_id`)}
          cross join lateral (select ${isPublicTarget()} as is_public) target
          cross join lateral (
            select min(s.day)::text as "firstDay", max(s.day)::text as "lastDay",
              coalesce(sum(s.seen), 0)::int as views, coalesce(sum(s.clicks), 0)::int as clicks
            from ad_daily_stats s
            where s.ad_id = a.id
          ) counted
          order by a.last_shown_on desc, a.id desc
        ) shown
      ) as ads`);
  return { total: row!.total, ads: row!.ads ?? [] };
}
