import type { SQL } from 'drizzle-orm';
import { pruneIgnoredClicks } from '#domains/ads/clicks/click-ad.server.ts';
import { shownAdPicture } from '#domains/ads/library/ad-library.server.ts';
import { countSubmittedAds } from '#domains/ads/moderation/ad-decisions.server.ts';
import { adHostHandlers } from '#domains/ads/moderation/host.api.ts';
import { reportableAd } from '#domains/ads/moderation/reported-ad.server.ts';
import { flushDeliveries } from '#domains/ads/serving/deliveries.server.ts';
import { pruneTraffic } from '#domains/ads/serving/expected-traffic.server.ts';
import { isMember, isModerator, type SqlViewer } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { defineDomain } from '#server/domain.ts';
import { exportKey, type ExportRows } from '#server/export-rows.ts';
import { day, hour } from '#server/limits.ts';
import { sql } from '#server/sql.ts';
import { adNotices } from './ad-notices.ts';
import { adsHandlers } from './ads.api.ts';

/** Marks of ended ads are of no use after 30 days, but those that hide a campaign; numbers after 25 months. */
async function pruneMarks(): Promise<void> {
  await db.execute(sql`
    delete from ad_marks m
    using ads a
    where a.id = m.ad_id
      and least(
        a.finished_at, a.ends_at, case when a.model <> 'days' and a.used >= a.bought then a.last_shown_on end
      ) < ${now()} - interval '30 days'
      and not (
        m.hides_campaign
        and exists (
          select from ad_campaigns c where c.id = a.campaign_id and c.deleted_at is null
        )
      )`);
  await db.execute(
    sql`delete from ad_daily_stats where day < ${now()}::date - interval '25 months'`,
  );
}

/** Own campaigns with their ads and texts, and the ads that the member hid. */
const exportedAds: ExportRows = (memberId) => sql`
  select ${exportKey('c.id')} as key,
    json_build_object(
      'campaign', c.name, 'created', c.created_at,
      'ads', (
        select json_agg(
          json_build_object(
            'id', a.id, 'state', a.state, 'starts', a.starts_at, 'ends', a.ends_at,
            'bought', a.bought, 'used', a.used, 'price', a.price, 'currency', a.currency,
            'title', v.title, 'body', v.body, 'url', v.url, 'payer', v.payer
          ) order by a.id
        )
        from ads a
        join ad_versions v on v.ad_id = a.id and v.version = a.newest_version
        where a.campaign_id = c.id
      )
    ) as item
  from ad_campaigns c
  where c.owner_id = ${memberId}`;

const exportedHiddenAds: ExportRows = (memberId) => sql`
  select ${exportKey('h.ad_id')} as key,
    json_build_object('ad', h.ad_id, 'reason', h.reason, 'text', h.description) as item
  from ad_hides h
  where h.member_id = ${memberId}`;

function mayReadAd(viewer: SqlViewer): SQL {
  if (!isMember(viewer)) return sql`false`;
  return isModerator(viewer) ? sql`true` : sql`a.owner_id = ${viewer.id}`;
}

export const adsDomain = defineDomain({
  name: 'ads',
  badges: { ads: countSubmittedAds },
  handlers: [...adsHandlers, ...adHostHandlers],
  notices: adNotices,
  reportable: { ad: reportableAd },
  publicPictures: { ad_versions: { columns: ['picture'], shown: shownAdPicture } },
  contexts: {
    ad: (viewer, id) => sql`
      select 'ad'::text, a.id
      from ads a
      where a.id = ${id}
        and ${mayReadAd(viewer)}`,
  },
  notificationPaths: {
    ad_submitted: () => '/admin/ads',
    ad_approved: () => '/advertise',
    ad_rejected: () => '/advertise',
  },
  exportSections: { 'ads.json': exportedAds, 'hidden-ads.json': exportedHiddenAds },
  limits: { newAd: [[30, day]], clickAd: [[300, hour]] },
  onStop: flushDeliveries,
  prunes: { adMarks: pruneMarks, adTraffic: pruneTraffic, ignoredClicks: pruneIgnoredClicks },
});
