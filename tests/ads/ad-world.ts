import { shownAdView } from '#domains/ads/ads.views.server.ts';
import { forgetPool } from '#domains/ads/serving/ad-pool.server.ts';
import { flushDeliveries } from '#domains/ads/serving/deliveries.server.ts';
import { serveAds } from '#domains/ads/serving/serve-ads.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { send, type Fields, type RestAnswer } from '../support/rest.ts';

export const call = (
  as: Member | undefined,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  fields: Fields = {},
): Promise<RestAnswer> => send(method, path, fields, { as });

interface PackageFields {
  model?: 'views' | 'clicks' | 'days';
  amount?: number;
  price?: number;
  isApproved?: boolean;
}

/** Adds a package past the screen of administrators. Returns its id. */
export async function addPackage({
  model = 'views',
  amount = 1_000,
  price = 0,
  isApproved = true,
}: PackageFields = {}): Promise<number> {
  const [row] = await db.execute<{ id: number }>(sql`
    insert into ad_packages (title, model, amount, price, is_approved)
    values ('Package', ${model}, ${amount}, ${price}, ${isApproved})
    returning id`);
  return row!.id;
}

export const adFields = {
  campaign_name: 'Autumn',
  cads_title: 'Boats for rent',
  cads_body: 'By the hour.',
  cads_url: 'https://boats.example/rent',
  sponsored_by: 'Boat house',
};

/** Adds an ad of a stored picture, approved unless the package says else. Returns its id. */
export async function addAd(
  owner: Member,
  fields: Fields = {},
  bought: PackageFields = {},
): Promise<number> {
  const packageId = await addPackage(bought);
  const answer = await call(owner, 'POST', '/communityads/index/create', {
    ...adFields,
    package_id: packageId,
    ...fields,
  });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.response.userad_id as number;
}

export type Shown = ReturnType<typeof shownAdView>;

/** All ads for a member, as a native client gets the first of them; views are written. */
export async function shownTo(member: Member): Promise<Shown[]> {
  forgetPool();
  const served = await serveAds(member, { count: 1_000, reportsSeen: false });
  await flushDeliveries();
  return served.map((ad) => shownAdView(ad, ''));
}

export const idsOf = (shown: Shown[]): number[] => shown.map(({ userad_id: id }) => id);

/** The stored row of an ad. */
export async function stored(id: number) {
  const [row] = await db.execute<{
    state: string;
    used: number;
    unbilled: number;
    clicks: number;
    ignored: number;
    seen: number;
    served: number;
  }>(sql`
    select a.state, a.used, a.unbilled, coalesce(sum(s.clicks), 0)::int as clicks,
      coalesce(sum(s.ignored), 0)::int as ignored, coalesce(sum(s.seen), 0)::int as seen,
      coalesce(sum(s.served), 0)::int as served
    from ads a
    left join ad_daily_stats s on s.ad_id = a.id
    where a.id = ${id}
    group by a.id`);
  return row!;
}
