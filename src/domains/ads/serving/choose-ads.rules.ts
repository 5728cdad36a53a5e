import { maxViewsADay } from '#domains/ads/ads.rules.ts';
import { fits, type Audience, type ViewerFacts } from './audience.rules.ts';
import { progressOf, startOfDay, type Budget } from './pacing.rules.ts';

/** An ad that runs, for everybody. */
export interface RunningAd extends Budget {
  id: number;
  campaignId: number;
  version: number;
  ownerId: number | null;
  /** Members of the staff of what it promotes; for them it is their own. */
  staffIds: number[];
  /** The page, group or event that it promotes, as `page 12`; '' for anything else. */
  container: string;
  model: 'views' | 'clicks' | 'days';
  isPaid: boolean;
  isHouse: boolean;
  audience: Audience;
}

/** Marks of a member on an ad. */
export interface Mark {
  views: number;
  /** Counts of today. */
  dayViews: number;
}

/** Marks of a member, read for one choice. */
export interface ViewerState {
  memberId: number;
  marks: Map<number, Mark>;
  hiddenAds: Set<number>;
  hiddenCampaigns: Set<number>;
  /** Members whom the viewer blocked, or who blocked the viewer. */
  blocked: Set<number>;
  /** Containers that banned the viewer, as `page 12`. */
  bannedFrom: Set<string>;
  facts: ViewerFacts;
}

const unseen: Mark = { views: 0, dayViews: 0 };

/** The advertiser and the staff of what is promoted. */
export const peopleBehind = ({ ownerId, staffIds }: RunningAd): number[] =>
  ownerId === null ? staffIds : [ownerId, ...staffIds];

const isBehind = ({ ownerId, staffIds }: RunningAd, memberId: number): boolean =>
  ownerId === memberId || staffIds.includes(memberId);

const mayBeShown = (ad: RunningAd, viewer: ViewerState): boolean =>
  !isBehind(ad, viewer.memberId) &&
  !(viewer.blocked.size && peopleBehind(ad).some((id) => viewer.blocked.has(id))) &&
  !viewer.hiddenAds.has(ad.id) &&
  !viewer.hiddenCampaigns.has(ad.campaignId) &&
  !viewer.bannedFrom.has(ad.container) &&
  (viewer.marks.get(ad.id) ?? unseen).dayViews < maxViewsADay &&
  fits(ad.audience, viewer.facts);

/** Lower ones come first: paid before free ones, and the host's own when nothing else runs. */
const rankOf = (ad: RunningAd, isLate: boolean): number =>
  ad.isHouse ? 4 : (ad.isPaid ? 0 : 2) + (isLate ? 0 : 1);

type ShareAt = (time: number) => number;

/**
 * Only views can be spread, on the last day until the end; clicks have a daily limit alone, days none.
 * @param share of the day's placements that are over now: summed once for all ads
 */
function progressAt(ad: RunningAd, share: number, { shareAt, now }: Choice) {
  if (ad.model === 'views') {
    const atEnd =
      ad.endsAt !== null && startOfDay(ad.endsAt) === startOfDay(now) ? shareAt(ad.endsAt) : 1;
    return progressOf(ad, atEnd ? share / atEnd : 1, now);
  }
  if (ad.model === 'clicks') return progressOf({ ...ad, endsAt: null }, share, now);
  return { progress: 'on time', lateBy: 0 };
}

interface Choice {
  count: number;
  /** Share of the day's placements that are over at a time of this day. */
  shareAt: ShareAt;
  /** In milliseconds since 1970. */
  now: number;
  /** From 0 to 1, as `Math.random`. */
  random?: () => number;
}

/**
 * The ads for one viewer: late ones first, the latest of them before others, then those that the viewer
 * saw least, then by chance. One of a campaign at a time, as long as there are others.
 */
export function chooseAds<Ad extends RunningAd>(
  pool: readonly Ad[],
  viewer: ViewerState,
  choice: Choice,
): Ad[] {
  const { count, random = Math.random } = choice;
  const share = choice.shareAt(choice.now);
  const candidates = pool.flatMap((ad) => {
    if (!mayBeShown(ad, viewer)) return [];
    const { progress, lateBy } = progressAt(ad, share, choice);
    if (progress === 'over' || progress === 'early') return [];
    const { views } = viewer.marks.get(ad.id) ?? unseen;
    return [{ ad, rank: rankOf(ad, progress === 'late'), lateBy, views, chance: random() }];
  });
  candidates.sort(
    (a, b) => a.rank - b.rank || b.lateBy - a.lateBy || a.views - b.views || a.chance - b.chance,
  );
  const chosen: Ad[] = [];
  const rest: Ad[] = [];
  for (const { ad } of candidates) {
    if (chosen.length === count) break;
    const isRepeated = chosen.some(({ campaignId }) => campaignId === ad.campaignId);
    (isRepeated ? rest : chosen).push(ad);
  }
  return [...chosen, ...rest].slice(0, count);
}
