import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { query } from '../launch/database.ts';
import { root } from '../launch/root.ts';
import { measureRound, median, type Round } from './compare.ts';
import { openFilledCopy } from './filled-copy.ts';
import * as scenario from './scenarios.ts';
import { startBuilt } from './servers.ts';

type Sql = Parameters<Parameters<typeof query>[1]>[0];

const running = 300;
/** Above the ids of the demo community. */
const first = 1_000_000;

/**
 * Processor time of `/home` in milliseconds for each request, without ads and with 300 that run, in turn:
 * two servers of one build, each with its copy of the filled database.
 */
export async function measureAds(
  postgres: { url: string; adminUrl: string; pid: number; folder: string },
  rounds: number,
): Promise<string> {
  const copies = [
    { name: 'bench_ads_none', fill: endAds },
    { name: 'bench_ads', fill: addAds },
  ];
  const apps: Awaited<ReturnType<typeof startBuilt>>[] = [];
  try {
    for (const copy of copies)
      apps.push(
        await startBuilt(join(root, 'dist'), {
          DATABASE_URL: await openFilledCopy(postgres, copy),
          DATA_DIR: postgres.folder,
        }),
      );
    await sleep(3_000);
    const members: scenario.Member[] = [];
    for (const app of apps) members.push(await scenario.signIn(app, 'ada@hearth.example'));
    const runs: Round[][] = [[], []];
    for (let round = -8; round < rounds; round++) {
      for (const index of round % 2 === 0 ? [0, 1] : [1, 0]) {
        const request = scenario.home(members[index]!);
        const measured = await measureRound(apps[index]!, postgres.pid, () => request);
        // The first rounds warm up.
        if (round >= 0) runs[index]!.push(measured);
      }
    }
    const [none, with300] = runs as [Round[], Round[]];
    const lines = [
      `| ${rounds} pairs of rounds | 0 ads | ${running} ads | median of the differences |`,
      '|---|--:|--:|--:|',
    ];
    for (const what of ['server', 'database', 'waited'] as const) {
      const values = (of: Round[]) => of.map((round) => round[what]);
      const differences = with300.map((round, index) => round[what] - none[index]![what]);
      const figures = [values(none), values(with300), differences].map((all) =>
        median(all).toFixed(2),
      );
      lines.push(`| ${what} ms | ${figures.join(' | ')} |`);
    }
    return lines.join('\n');
  } finally {
    for (const app of apps) await app.stop();
  }
}

/** Those of the demo community. */
const endAds = async (sql: Sql): Promise<void> =>
  void (await sql`update ads set state = 'finished'`);

/** All models, a fifth for one place; Ada has marks on half of them, and an hour of the week its traffic. */
async function addAds(sql: Sql): Promise<void> {
  await endAds(sql);
  const [bought] = await sql<{ id: number }[]>`
    insert into ad_packages (title, model, amount, is_approved)
    values ('Views', 'views', 1000000, true)
    returning id`;
  const owners = sql`(select array_agg(id) as ids from (select id from members order by id desc limit 50) m)`;
  await sql`
    insert into ad_campaigns (id, owner_id, name)
    select ${first}::int + n, owner.ids[1 + n % 50], 'Campaign ' || n
    from generate_series(1, ${running}::int) n, ${owners} owner`;
  await sql`
    insert into ads (
      id, campaign_id, owner_id, package_id, model, bought, price, currency, paid_at, starts_at,
      ends_at, state, live_version
    )
    select ${first}::int + n, ${first}::int + n, owner.ids[1 + n % 50], ${bought!.id},
      (array['views', 'views', 'clicks', 'days'])[1 + n % 4],
      1000000, case when n % 3 = 0 then 0 else 500 end, 'EUR', now(), now() - interval '2 days',
      now() + make_interval(days => 300 + n), 'active', 1
    from generate_series(1, ${running}::int) n, ${owners} owner`;
  await sql`
    insert into ad_versions (ad_id, version, title, body, url, payer, location, state)
    select ${first}::int + n, 1, 'Boats for rent ' || n, 'By the hour, with a light lunch.', 'https://boats.example/' || n,
      'Boat house', case when n % 5 = 0 then 'Harbour' else '' end, 'approved'
    from generate_series(1, ${running}::int) n`;
  await sql`
    insert into ad_marks (member_id, ad_id, views, served_at, counted_at, day, day_views)
    select m.id, ${first}::int + n, n % 7, now() - interval '1 day', now() - interval '1 day', current_date - 1, n % 4
    from generate_series(1, ${running}::int, 2) n, members m
    where m.email = 'ada@hearth.example'`;
  await sql`
    insert into ad_traffic (hour, placements)
    select hour, 1000
    from generate_series(
      date_trunc('hour', now()) - interval '4 weeks', now(), interval '1 hour'
    ) hour
    on conflict do nothing`;
  await sql`vacuum (analyze)`;
}
