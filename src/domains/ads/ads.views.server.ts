import type { z } from 'zod';
import type { AdRow, Campaign } from '#domains/ads/campaigns/ad-rows.server.ts';
import type { LibraryAd } from '#domains/ads/library/ad-library.server.ts';
import type { AdPackage } from '#domains/ads/packages/ad-packages.server.ts';
import type { ShownAd as CardAd } from '#domains/ads/placements/AdCard.tsx';
import type { Receipt } from '#domains/ads/receipts/receipts.server.ts';
import { audienceText, whyShown } from '#domains/ads/serving/audience.rules.ts';
import type { ServedAd } from '#domains/ads/serving/serve-ads.server.ts';
import type { AdNumbers, AdStatistics } from '#domains/ads/statistics/ad-statistics.server.ts';
import { avatarAddress } from '#domains/members/members.views.server.ts';
import { toWireTime } from '#lib/dates.ts';
import { toFlag } from '#lib/shapes.ts';
import { toWireType, type ItemType } from '#lib/wire-names.ts';
import { databaseNow } from '#server/clock.ts';
import { promotableTypes } from './ads.rules.ts';
import type * as shapes from './ads.schema.ts';

interface ShownAd {
  id: number;
  campaignId: number;
  title: string;
  body: string;
  url: string;
  payer: string;
  picture: string | null;
  subject: { type: ItemType; id: number } | null;
  subjectPath: string;
}

/** An ad for the card of a screen. */
export const adCard = (ad: ServedAd): CardAd => ({
  id: ad.id,
  title: ad.title,
  body: ad.body,
  payer: ad.payer,
  image: ad.picture ? avatarAddress(ad.picture, '') : '',
  host: ad.subjectPath ? '' : (URL.parse(ad.url)?.host ?? ''),
  reasons: whyShown(ad.audience, ad.categoryTitle),
  token: ad.token,
});

const optionalTime = (time: string | null) => (time === null ? '' : toWireTime(time));

/** The share of views that were clicked, with at most four digits. */
export const clickRate = (views: number, clicks: number): number =>
  views ? Math.round((clicks / views) * 10_000) / 10_000 : 0;

const adView = (ad: ShownAd, origin: string): z.output<typeof shapes.ad> => {
  const image = ad.picture ? avatarAddress(ad.picture, origin) : '';
  return {
    userad_id: ad.id,
    ad_id: ad.id,
    cads_title: ad.title,
    cads_body: ad.body,
    cads_url: ad.subjectPath ? `${origin}${ad.subjectPath}` : ad.url,
    image,
    image_icon: image,
    resource_type: ad.subject ? toWireType(ad.subject.type) : '',
    resource_id: ad.subject ? Number(ad.subject.id) : 0,
    ad_type: 'default',
    campaign_id: Number(ad.campaignId),
    sponsored_by: ad.payer,
  };
};

export const shownAdView = (ad: ServedAd, origin: string) => ({
  ...adView(ad, origin),
  token: ad.token,
  reasons: whyShown(ad.audience, ad.categoryTitle),
});

function remainingOf({ model, bought, used, endsAt }: AdRow): number {
  if (model !== 'days') return Math.max(0, bought - used);
  const left = endsAt === null ? 0 : Date.parse(endsAt) - databaseNow().getTime();
  return Math.max(0, Math.ceil(left / 86_400_000));
}

export const adRowView = (ad: AdRow, origin: string): shapes.AdView => ({
  ...adView(ad, origin),
  content_url: `${origin}/advertise`,
  status: ad.state,
  approved: toFlag(ad.isLive),
  package_id: ad.packageId,
  adcampaign_id: Number(ad.campaignId),
  start: toWireTime(ad.startsAt),
  end: optionalTime(ad.endsAt),
  daily_limit: ad.dailyLimit ?? 0,
  count_served: ad.served,
  count_view: ad.views,
  count_click: ad.clicks,
  count_ignored: ad.ignored,
  ctr: clickRate(ad.views, ad.clicks),
  remaining: remainingOf(ad),
  reject_reason: ad.versionState === 'rejected' ? ad.rejectReason : '',
  version: ad.version,
  is_waiting: toFlag(ad.versionState === 'pending'),
  payment_required: toFlag(ad.isUnpaid),
  price: ad.price / 100,
  currency: ad.currency,
  model: ad.model,
  target_location: ad.location,
  target_category: ad.categoryId,
  target_min_age: ad.minAge,
  target_max_age: ad.maxAge,
});

export const campaignView = (
  one: Campaign,
  origin: string,
  withAds: boolean,
): z.output<typeof shapes.campaign> => ({
  adcampaign_id: Number(one.id),
  id: Number(one.id),
  name: one.name,
  owner_id: Number(one.ownerId),
  creation_date: toWireTime(one.createdAt),
  status: one.runningCount > 0 ? 'active' : 'idle',
  ad_count: one.adCount,
  count_view: one.views,
  count_click: one.clicks,
  ctr: clickRate(one.views, one.clicks),
  ...(withAds ? { ads: one.ads.map((ad) => adRowView(ad, origin)) } : {}),
});

const typesOf = ({ allowed }: AdPackage): string[] =>
  allowed === 'websites' ? [] : promotableTypes.map((type) => toWireType(type));

export const packageView = (one: AdPackage): z.output<typeof shapes.adPackage> => ({
  package_id: one.id,
  title: one.title,
  description: one.description,
  price: one.price / 100,
  currency: one.currency,
  model: one.model,
  limit: one.amount,
  types: typesOf(one),
  auto_approve: toFlag(one.isApproved),
  is_free: toFlag(one.price === 0),
});

const withRate = (numbers: AdNumbers) => ({
  ...numbers,
  ctr: clickRate(numbers.views, numbers.clicks),
});
const add = (a: AdNumbers, b: AdNumbers): AdNumbers => ({
  served: a.served + b.served,
  views: a.views + b.views,
  clicks: a.clicks + b.clicks,
  ignored: a.ignored + b.ignored,
});
const nothing: AdNumbers = { served: 0, views: 0, clicks: 0, ignored: 0 };

export const statisticsView = (
  { start, end, chunk, series }: AdStatistics,
  kind: 'ad' | 'campaign',
  type: 'all' | 'view' | 'click',
): shapes.StatisticsAnswer => ({
  type,
  chunk,
  start,
  end,
  totals: withRate(series.map(({ totals }) => totals).reduce(add, nothing)),
  series: series.map(({ id, title, totals, data }) => ({
    id,
    title,
    kind,
    totals: withRate(totals),
    data,
  })),
});

export const receiptView = (receipt: Receipt): shapes.ReceiptAnswer => ({
  number: receipt.number,
  ad_id: Number(receipt.adId ?? 0),
  payer: receipt.payer,
  title: receipt.title,
  amount: receipt.amount / 100,
  currency: receipt.currency,
  start: toWireTime(receipt.startsAt),
  end: optionalTime(receipt.endsAt),
  host_lines: receipt.hostLines,
  cancels: receipt.cancels ?? 0,
  cancelled_by: receipt.cancelledBy ?? 0,
  date: toWireTime(receipt.givenAt),
});

/** The payer as the library names them. */
export const payerText = ({ payer, isPayerDeleted }: LibraryAd): string =>
  isPayerDeleted ? 'a former member' : payer;

export const libraryAdView = (ad: LibraryAd, origin: string) => ({
  ad_id: Number(ad.id),
  cads_title: ad.isRemoved ? 'Removed by the moderators' : ad.title,
  cads_body: ad.body,
  link: ad.subjectPath ? `${origin}${ad.subjectPath}` : ad.url,
  image: ad.picture ? avatarAddress(ad.picture, origin) : '',
  sponsored_by: payerText(ad),
  first_day: ad.firstDay,
  last_day: ad.lastDay,
  audience: audienceText(ad.audience, ad.categoryTitle),
  count_view: ad.views,
  count_click: ad.clicks,
});
