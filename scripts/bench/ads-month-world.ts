import { planOfDay } from '#domains/ads/serving/pacing.rules.ts';
import type { postgresAt } from '#server/postgres-at.ts';
import { day, days, hour, type createBudgets } from './ads-month-campaigns.ts';
import { addCrowd } from './filled-copy.ts';
import { createSessions } from './streams.ts';

// The members, campaigns and earlier traffic of the simulated month, and what the site shows of it.

type Sql = ReturnType<typeof postgresAt>;
export type Reader = Awaited<ReturnType<typeof createSessions>>[number];
/** Views and clicks of an ad. */
export type Numbers = [views: number, clicks: number];

interface World {
  budgets: ReturnType<typeof createBudgets>;
  hoursOf: (weekday: number) => number[];
}

export const viewers = 600;
/** The next Monday. */
export const monday = (Math.floor((Date.now() / day - 4) / 7) + 1) * 7 * day + 4 * day;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

const consumer = { oauth_consumer_key: 'hearth-web', oauth_consumer_secret: 'hearth-web' };
export const headersOf = ({ token, secret }: Reader) => ({
  ...consumer,
  oauth_token: token,
  oauth_secret: secret,
  cookie: `hearth_token=${token}; hearth_secret=${secret}`,
});

/** Members, their sessions, the campaigns of one of them, and four weeks of traffic. */
export async function addWorld(sql: Sql, { budgets, hoursOf }: World): Promise<Reader[]> {
  await addCrowd(sql, viewers + 2);
  const people = await createSessions(sql, viewers + 2);
  const [owner, host] = people.slice(viewers) as [Reader, Reader];
  await sql`update members set role = 'admin' where id = ${host.id}`;
  const [bought] = await sql<{ id: number }[]>`
    insert into ad_packages (title, model, amount, is_approved)
    values ('Views', 'views', 1000, true)
    returning id`;
  for (const { id, bought: views, dailyLimit } of budgets) {
    await sql`insert into ad_campaigns (id, owner_id, name) values (${id}, ${owner.id}, ${`Campaign ${id}`})`;
    await sql`
      insert into ads (
        id, campaign_id, owner_id, package_id, model, bought, daily_limit, currency, starts_at, ends_at,
        state, live_version
      )
      values (
        ${id}, ${id}, ${owner.id}, ${bought!.id}, 'views', ${views}, ${dailyLimit}, 'EUR',
        ${new Date(monday)}, ${new Date(monday + days * day)}, 'active', 1
      )`;
    await sql`
      insert into ad_versions (ad_id, version, title, body, url, payer, state)
      values (${id}, 1, ${`Boat ${id}`}, 'By the hour.', 'https://boats.example/', 'Boat house', 'approved')`;
  }
  for (let number = -28; number < 0; number += 1)
    for (const [at, placements] of hoursOf((number + 28) % 7).entries())
      await sql`
        insert into ad_traffic (hour, placements)
        values (${new Date(monday + number * day + at * hour)}, ${placements * 10})`;
  return people;
}

export async function readPlans(sql: Sql, midnight: number): Promise<Map<number, number>> {
  const rows = await sql<Array<Record<'id' | 'bought' | 'used' | 'dailyLimit', number>>>`
    select id::int, bought, used, daily_limit as "dailyLimit" from ads`;
  const rest = { usedToday: 0, endsAt: monday + days * day };
  return new Map(rows.map((row) => [row.id, planOfDay({ ...row, ...rest }, midnight)]));
}

/** Views and clicks of all ads, or those of a day. */
export async function readNumbers(sql: Sql, midnight?: number): Promise<Map<number, Numbers>> {
  const only = midnight ? sql`where day = ${dayOf(midnight)}` : sql``;
  const rows = await sql<Array<Record<'id' | 'views' | 'clicks', number>>>`
    select ad_id::int as id, sum(seen)::int as views, sum(clicks)::int as clicks
    from ad_daily_stats ${only}
    group by 1`;
  return new Map(rows.map(({ id, views, clicks }) => [id, [views, clicks]]));
}

/** Ads whose billed and unbilled views are not those seen, or more than bought. */
export async function findUnbalanced(sql: Sql): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select a.id::int
    from ads a
    where a.used > a.bought
      or a.used + a.unbilled <> (select sum(s.seen) from ad_daily_stats s where s.ad_id = a.id)`;
  return rows.map(({ id }) => id);
}

/** Views and clicks as the site shows them, by where. */
export async function readShown({ origin }: { origin: string }, owner: Reader, host: Reader) {
  const read = async (path: string, reader: Reader) =>
    (await fetch(origin + path, { headers: headersOf(reader) })).text();
  const ids = Array.from({ length: 50 }, (_, index) => index + 1).join('_');
  const chosen = `?ad_id=${ids}&chunk=month&start=${dayOf(monday)}&end=${dayOf(monday + days * day)}`;
  const statistics = JSON.parse(
    await read(`/api/rest/communityads/index/statistics${chosen}`, owner),
  ) as { body: { series: Array<{ id: number; totals: Record<'views' | 'clicks', number> }> } };
  const file = await read(`/advertise/statistics.csv${chosen}`, owner);
  const library = JSON.parse(await read('/ads/library.json', host)) as Array<
    Record<'ad_id' | 'count_view' | 'count_click', number>
  >;
  const pages = await Promise.all([1, 2, 3].map((page) => read(`/admin/ads?page=${page}`, host)));
  const inFile = file.matchAll(/"(\d+)","Boat \d+","[-\d]+","\d+","(\d+)","(\d+)"/g);
  const inList = pages
    .join('')
    .matchAll(/<strong[^>]*>Boat (\d+)<[^]*?· ([\d,]+) views? · ([\d,]+) clicks? ·/g);
  return {
    statistics: sumUp(
      statistics.body.series.map(({ id, totals: { views, clicks } }) => [id, views, clicks]),
    ),
    'the file': sumUp(inFile),
    'the library': sumUp(library.map((ad) => [ad.ad_id, ad.count_view, ad.count_click])),
    "the host's list": sumUp(inList),
  };
}

/** Adds up lines of an id, views and clicks, or matches of these three. */
function sumUp(lines: Iterable<number[] | RegExpExecArray>): Map<number, Numbers> {
  const all = new Map<number, Numbers>();
  for (const line of lines) {
    const [id, views, clicks] = [...line]
      .slice(-3)
      .map((text) => Number(String(text).replace(',', ''))) as [number, number, number];
    const [before, clicked] = all.get(id) ?? [0, 0];
    all.set(id, [before + views, clicked + clicks]);
  }
  return all;
}
