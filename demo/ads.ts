import type { TransactionSql } from 'postgres';
import { itemPath } from '#lib/item-path.ts';
import type { ItemType } from '#lib/wire-names.ts';
import { setSequences } from './load/bulk.ts';
import type { Random } from './random.ts';

type Transaction = TransactionSql<{ bigint: number }>;

interface Package {
  title: string;
  description: string;
  /** In cents. */
  price: number;
  model: 'views' | 'clicks' | 'days';
  amount: number;
}

/** Besides the free one of every new site, which has the id 1. */
const packages: Package[] = [
  {
    title: 'Two hundred visits',
    description: 'You pay for clicks, however often the ad is shown.',
    price: 2_000,
    model: 'clicks',
    amount: 200,
  },
  {
    title: 'A month',
    description: 'Thirty days, for shops and clubs that want to be remembered.',
    price: 1_500,
    model: 'days',
    amount: 30,
  },
];
const freePackage: Package = {
  title: 'Free',
  description: '',
  price: 0,
  model: 'views',
  amount: 1_000,
};

interface DemoAd {
  campaign: string;
  /** A known member, or the owner of what is promoted. */
  owner?: 1 | 2;
  /** Short name of what it promotes, or the address of a website. */
  slug?: string;
  url?: string;
  title: string;
  body: string;
  payer: string;
  /** The free package, or one of the two others. */
  package: 0 | 1 | 2;
  state: 'active' | 'pending' | 'rejected' | 'finished';
  reason?: string;
  /** Days of history, from the first to the last before today. */
  days?: [first: number, last: number];
}

const demoAds: DemoAd[] = [
  {
    campaign: 'Bread',
    slug: 'corner-oven',
    title: 'Warm rolls from six',
    body: 'Seven days a week, from our own stone oven. On Saturdays we have plaited loaves with poppy seeds.',
    payer: 'The Corner Oven',
    package: 1,
    state: 'active',
    days: [40, 1],
  },
  {
    campaign: 'New voices',
    slug: 'wednesday-choir',
    title: 'Sing with us on Wednesdays',
    body: 'You need no notes and no audition. Come at half past seven and stay for a song.',
    payer: 'The Wednesday Choir',
    package: 0,
    state: 'active',
    days: [21, 1],
  },
  {
    campaign: 'Shed and garden',
    owner: 2,
    url: 'https://toolshed.example/borrow',
    title: 'Borrow it, don’t buy it',
    body: 'Drills, ladders, a cider press: the tool shed lends what you need once a year.',
    payer: 'Harbour Tool Shed',
    package: 2,
    state: 'active',
    days: [12, 1],
  },
  {
    campaign: 'Shed and garden',
    owner: 2,
    url: 'https://toolshed.example/repair',
    title: 'Repair evening',
    body: 'Bring what is broken. We bring glue, solder and patience.',
    payer: 'Harbour Tool Shed',
    package: 0,
    state: 'finished',
    days: [75, 34],
  },
  {
    campaign: 'Shed and garden',
    owner: 2,
    url: 'https://toolshed.example/sale',
    title: 'BEST PRICES EVER!!!',
    body: 'Everything must go. Only today.',
    payer: 'Harbour Tool Shed',
    package: 0,
    state: 'rejected',
    reason: 'Please say what you sell, without capital letters.',
  },
  {
    campaign: 'Films',
    slug: 'lantern-cinema',
    title: 'Silent films with a piano',
    body: 'On the first Friday of the month at eight. Children pay half.',
    payer: 'Lantern Cinema',
    package: 0,
    state: 'pending',
  },
];

const day = 86_400_000;
const at = (now: number, days: number) => new Date(now - days * day).toISOString();
const dayOf = (now: number, days: number) => at(now, days).slice(0, 10);

/** Ads that run, wait, have ended and were rejected, with the numbers that they had. */
export async function loadAds(
  tx: Transaction,
  { random, now }: { random: Random; now: number },
): Promise<void> {
  const hostLines = 'Hearth Harbour Association\nQuay Street 4, Harbour\nTax number 12/345/67890';
  for (const [index, { title, description, price, model, amount }] of packages.entries())
    await tx`
      insert into ad_packages (id, title, description, price, model, amount)
      values (${index + 2}, ${title}, ${description}, ${price}, ${model}, ${amount})`;
  let lastReceipt = 0;
  for (const [index, ad] of demoAds.entries()) {
    const subject = ad.slug ? await findPromoted(tx, ad.slug) : undefined;
    const ownerId = ad.owner ?? subject?.ownerId;
    if (!ownerId) continue;
    const id = index + 1;
    const bought = [freePackage, ...packages][ad.package]!;
    const numbers = inventNumbers(ad, bought, random.fork(ad.title), now);
    await writeAd(tx, { id, ad, bought, ownerId, subject, numbers, now });
    if (bought.price) {
      lastReceipt += 1;
      await tx`
        insert into ad_receipts (
          number, ad_id, payer, title, amount, currency, starts_at, ends_at, host_lines, given_at
        )
        select ${lastReceipt}::int, id, ${ad.payer}, ${ad.title}, price, currency, starts_at, ends_at,
          ${hostLines}, paid_at
        from ads where id = ${id}`;
    }
  }
  await tx`update ad_settings set receipt_lines = ${hostLines}, last_receipt = ${lastReceipt}`;
  await tx`
    insert into ad_traffic (hour, placements)
    select hour, (40 * (1 + sin((extract(hour from hour) - 10) * pi() / 12)))::int
    from generate_series(
      date_trunc('hour', ${at(now, 28)}::timestamptz), ${at(now, 0)}::timestamptz, interval '1 hour'
    ) hour`;
  await setSequences(tx, ['ad_packages', 'ad_campaigns', 'ads']);
}

async function findPromoted(tx: Transaction, slug: string) {
  const [found] = await tx<{ type: ItemType; id: number; ownerId: number }[]>`
    select c.type, c.id, c.owner_id as "ownerId"
    from container_slugs s
    join containers c on c.type = s.type and c.id = s.id
    where s.slug = ${slug}`;
  return found;
}

interface DayNumbers {
  day: string;
  served: number;
  seen: number;
  clicks: number;
  ignored: number;
}

/** Days in their order; together at most what was bought. */
function inventNumbers(
  { days }: DemoAd,
  { model, amount }: Package,
  random: Random,
  now: number,
): DayNumbers[] {
  if (!days) return [];
  const [first, last] = days;
  let left = model === 'views' ? amount : Infinity;
  const numbers: DayNumbers[] = [];
  for (let ago = first; ago >= last; ago -= 1) {
    const seen = Math.min(left, random.int(12, 32));
    left -= seen;
    numbers.push({
      day: dayOf(now, ago),
      served: seen + random.int(2, 14),
      seen,
      clicks: Number(random.chance(0.35)),
      ignored: Number(random.chance(0.15)),
    });
  }
  return numbers;
}

interface WrittenAd {
  id: number;
  ad: DemoAd;
  bought: Package;
  ownerId: number;
  subject: { type: ItemType; id: number } | undefined;
  numbers: DayNumbers[];
  now: number;
}

async function writeAd(
  tx: Transaction,
  { id, ad, bought, ownerId, subject, numbers, now }: WrittenAd,
): Promise<void> {
  const { model, amount, price } = bought;
  const [first, last] = ad.days ?? [1, 0];
  const startsAt = at(now, first);
  const isApproved = ad.state === 'active' || ad.state === 'finished';
  const counted = { views: 'seen', clicks: 'clicks', days: undefined } as const;
  const unit = counted[model];
  const used = unit ? numbers.reduce((sum, one) => sum + one[unit], 0) : 0;
  // With the id of its first ad.
  const campaignId = demoAds.findIndex(({ campaign }) => campaign === ad.campaign) + 1;
  await tx`
    insert into ad_campaigns (id, owner_id, name, created_at)
    values (${campaignId}, ${ownerId}, ${ad.campaign}, ${startsAt})
    on conflict (id) do nothing`;
  const ended = ad.state === 'finished' ? at(now, last) : null;
  await tx`
    insert into ads ${tx({
      id,
      campaign_id: campaignId,
      owner_id: ownerId,
      package_id: ad.package + 1,
      subject_type: subject?.type ?? null,
      subject_id: subject?.id ?? null,
      subject_path: subject ? itemPath(subject.type, subject.id)! : '',
      model,
      bought: amount,
      used,
      price,
      currency: 'EUR',
      paid_at: price ? startsAt : null,
      starts_at: startsAt,
      ends_at: model === 'days' ? at(now, first - amount) : null,
      state: ad.state,
      live_version: isApproved ? 1 : null,
      created_at: startsAt,
      finished_at: ended,
      last_shown_on: numbers.at(-1)?.day ?? null,
    })}`;
  await tx`
    insert into ad_versions ${tx({
      ad_id: id,
      version: 1,
      title: ad.title,
      body: ad.body,
      url: ad.url ?? '',
      payer: ad.payer,
      state: isApproved ? 'approved' : ad.state,
      reason: ad.reason ?? '',
      submitted_at: startsAt,
      decided_at: ad.state === 'pending' ? null : startsAt,
    })}`;
  if (numbers.length)
    await tx`insert into ad_daily_stats ${tx(numbers.map((one) => ({ ad_id: id, ...one })))}`;
}
