import { checkAdsOn } from '#domains/ads/settings/ad-settings.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { isStatisticsDay, statisticsChunks } from '#lib/statistics.ts';
import { notFound } from '#server/errors.ts';
import {
  readAdStatistics,
  type AdStatistics,
  type StatisticsQuery,
} from './ad-statistics.server.ts';

const idsOf = (text: string | null): number[] =>
  (text ?? '').split('_').flatMap((id) => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : []));

/** Statistics by the address of a screen or file; days that cannot be read are left out. */
export async function chosenStatistics(
  member: Member,
  address: URLSearchParams,
): Promise<{ query: StatisticsQuery; statistics: AdStatistics }> {
  await checkAdsOn();
  const ads = idsOf(address.get('ad_id'));
  const ids = ads.length ? ads : idsOf(address.get('adcampaign_id'));
  if (!ids.length) throw notFound();
  const day = (name: string) => {
    const text = address.get(name) ?? '';
    return isStatisticsDay(text) ? text : undefined;
  };
  const chunk = statisticsChunks.find((one) => one === address.get('chunk')) ?? 'day';
  const kind = ads.length ? ('ad' as const) : ('campaign' as const);
  const query = { kind, ids, chunk, start: day('start'), end: day('end') };
  return { query, statistics: await readAdStatistics(member, query) };
}
