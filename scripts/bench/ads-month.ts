import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#server/migrate.ts';
import { postgresAt } from '#server/postgres-at.ts';
import { ensureBuild } from '../launch/build.ts';
import { query } from '../launch/database.ts';
import {
  createBudgets,
  day,
  days,
  hour,
  placementsADay,
  screensOf,
  sequence,
  shapes,
  sum,
} from './ads-month-campaigns.ts';
import {
  addWorld,
  findUnbalanced,
  headersOf,
  monday,
  readNumbers,
  readPlans,
  readShown,
  viewers,
  type Numbers,
  type Reader,
} from './ads-month-world.ts';
import { startBuilt } from './servers.ts';

type Server = Awaited<ReturnType<typeof startBuilt>>;
interface Shown {
  userad_id: number;
  token: string;
}
interface Delivery {
  /** Index of the process. */
  by: number;
  reader: Reader;
  ads: Shown[];
}
const kills = 50;
/** Placements of a request, and requests at one time: two of each process. */
const slots = 10;
const together = 4;
/** A view of an ad counts for a member once in the first time, a click in the second. */
const countedEach = [hour, day] as const;
const clickShare = 0.02;
/** Milliseconds. Views so close to a full hour may count or not: they are written a little later. */
const border = 5_000;
/**
 * A month of 50 campaigns with each shape of traffic, in two processes of the test build for each, whose
 * clock is moved from screen to screen; processes are killed while they serve. Compares what members were
 * answered with the database and with all that shows it.
 */
export async function measureAdsMonth(adminUrl: string, seed: number): Promise<string> {
  const out = await ensureBuild({ isTest: true });
  const begun = performance.now();
  const names = Object.keys(shapes);
  const months = await Promise.all(
    names.map((name, index) => {
      const share = Math.floor(kills / names.length) + Number(index < kills % names.length);
      return runMonth({ out, adminUrl, name, seed: seed + index, kills: share });
    }),
  );
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
  const faults = months.flatMap((month) => month.faults);
  return [
    `Seed ${seed}, ${minutes} minutes.`,
    '',
    '| traffic | screens | views | clicks | days checked | farthest from a plan, views | kills | most views lost by one | of |',
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...months.map((month) => `| ${month.figures.join(' | ')} |`),
    '',
    faults.length ? `NOT AS PLANNED\n${faults.join('\n')}` : 'All plans met, all numbers agree.',
  ].join('\n');
}

interface Month {
  out: string;
  adminUrl: string;
  name: string;
  seed: number;
  kills: number;
}

/** Counts as the site should, from what members were answered. */
function createModel() {
  const numbers = new Map<number, Numbers>();
  const last = new Map<string, number>();
  const unsure = new Map<number, number>();
  const count = (of: 0 | 1, { id }: Reader, ad: number, now: number) => {
    const key = `${of} ${id} ${ad}`;
    const since = now - (last.get(key) ?? 0) - countedEach[of];
    // Decides about the next view, too.
    if (Math.abs(since) < border) unsure.set(ad, (unsure.get(ad) ?? 0) + 2);
    if (since < 0) return;
    last.set(key, now);
    const counted = numbers.get(ad) ?? [0, 0];
    counted[of] += 1;
    numbers.set(ad, counted);
  };
  return {
    count,
    /** Notes a view of a killed process, which may have been written and decides about the next. */
    doubt: (ad: number) => void unsure.set(ad, (unsure.get(ad) ?? 0) + 2),
    numbersOf: (id: number): Numbers => numbers.get(id) ?? [0, 0],
    unsureOf: (id: number): number => unsure.get(id) ?? 0,
  };
}

async function runMonth({ out, adminUrl, name, seed, kills: killCount }: Month) {
  const url = new URL(adminUrl);
  url.pathname = `/ads_month_${seed}`;
  await query(adminUrl, (sql) => sql.unsafe(`create database ads_month_${seed}`));
  await migrate(url.href);
  const folder = mkdtempSync(join(tmpdir(), 'hearth-ads-month-'));
  const sql = postgresAt(url.href, { max: 1, onnotice: () => undefined });
  const start = () =>
    startBuilt(out, { DATABASE_URL: url.href, DATA_DIR: folder, LOG_LEVEL: 'error' });
  const servers: Server[] = [];
  try {
    const random = sequence(seed);
    const weightOf = shapes[name]!;
    const hoursOf = (weekday: number) =>
      Array.from({ length: 24 }, (_, at) => weightOf(weekday, at));
    const budgets = createBudgets(random);
    const people = await addWorld(sql, { budgets, hoursOf });
    const [owner, host] = people.slice(viewers) as [Reader, Reader];
    servers.push(await start(), await start());

    const model = createModel();
    const faults: string[] = [];
    const killed: Array<{ lost: number; after: number }> = [];
    let [screens, checked, farthest] = [0, 0, 0];
    const killDays = Array.from({ length: killCount }, () => Math.floor(random() * days));

    /** Screens of one time, half of them by each process; the victim is killed while it serves. */
    async function serve(now: number, count: number, victim: number) {
      await moveClocks(servers, now);
      const from = performance.now();
      const ask = async (index: number): Promise<Delivery> => {
        const reader = people[Math.floor(random() * viewers)]!;
        return { by: index % 2, reader, ads: await listShown(servers[index % 2]!, reader) };
      };
      const asked = Array.from({ length: count }, (_, index) => ask(index));
      const more = victim < 0 ? [] : Array.from({ length: 6 }, () => ask(victim));
      const shown = await Promise.all(asked);
      if (victim >= 0) {
        process.kill(servers[victim]!.pid, 'SIGKILL');
        const after = performance.now() - from;
        shown.push(...(await Promise.all(more)));
        killed.push({
          lost: sum(shown.map(({ by, ads }) => (by === victim ? ads.length : 0))),
          after,
        });
      }
      screens += shown.length;
      for (const { by, reader, ads } of shown) {
        if (by === victim) {
          for (const ad of ads) model.doubt(ad.userad_id);
          continue;
        }
        for (const ad of ads) model.count(0, reader, ad.userad_id, now);
        if (!ads[0] || random() > clickShare) continue;
        await click(servers[by]!, reader, ads[0]);
        model.count(1, reader, ads[0].userad_id, now);
      }
      if (victim >= 0) servers[victim] = await start();
      // Writes the views, as a second does.
      await moveClocks(servers, now + 1_000);
    }

    for (let number = 0; number < days; number += 1) {
      const midnight = monday + number * day;
      const traffic = { expected: hoursOf(number % 7), usual: sum(hoursOf(0)), random };
      const times = screensOf(midnight, traffic, placementsADay(budgets) / slots);
      const plans = await readPlans(sql, midnight);
      const steps = Math.ceil(times.length / together);
      const killSteps = killDays
        .filter((killDay) => killDay === number)
        .map(() => Math.floor(random() * steps));
      for (let step = 0; step < steps; step += 1) {
        const part = times.slice(step * together, (step + 1) * together);
        const victim = killSteps.includes(step) ? Math.floor(random() * 2) : -1;
        await serve(part[0]!, part.length, victim);
      }
      process.stderr.write(`${name}: day ${number + 1}\n`);
      if (times.length * slots < 1.2 * sum([...plans.values()])) continue;
      checked += 1;
      const seen = await readNumbers(sql, midnight);
      for (const [id, plan] of plans) {
        const [views] = seen.get(id) ?? [0];
        const far = Math.abs(views - plan);
        farthest = Math.max(farthest, far);
        if (far > Math.max(0.02 * plan, 5))
          faults.push(`${name}, ad ${id}, day ${number}: ${views} of ${plan}`);
      }
    }
    const stored = await readNumbers(sql);
    const shown = await readShown(servers[0]!, owner, host);
    for (const { id } of budgets) {
      const [views, clicks] = stored.get(id) ?? [0, 0];
      const [viewed, clicked] = model.numbersOf(id);
      if (Math.abs(views - viewed) > model.unsureOf(id) || clicks !== clicked)
        faults.push(
          `${name}, ad ${id}: ${views},${clicks} in the database, not ${viewed},${clicked}`,
        );
      for (const [where, numbers] of Object.entries(shown))
        if (String(numbers.get(id)) !== String([views, clicks]))
          faults.push(`${name}, ad ${id}: ${String(numbers.get(id))} in ${where}`);
    }
    faults.push(...(await findUnbalanced(sql)).map((id) => `${name}, ad ${id}: used and unbilled`));
    const totals = ([0, 1] as const).map((of) =>
      sum(budgets.map(({ id }) => model.numbersOf(id)[of])),
    );
    const lost = Math.max(...killed.map((one) => one.lost));
    const after = Math.ceil(Math.max(...killed.map((one) => one.after)));
    const figures = [
      name,
      screens,
      ...totals,
      checked,
      farthest,
      killed.length,
      lost,
      `${after} ms`,
    ];
    return { figures, faults };
  } finally {
    for (const server of servers) await server.stop();
    await sql.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

const moveClocks = (servers: Server[], to: number) =>
  Promise.all(
    servers.map(({ origin }) =>
      fetch(`${origin}/__test/clock?seconds=${(to - Date.now()) / 1_000}`, { method: 'POST' }),
    ),
  );

/** Nothing from a server that is killed. */
async function listShown({ origin }: Server, reader: Reader): Promise<Shown[]> {
  try {
    const path = `/api/rest/communityads/index/index?limit=${slots}`;
    const answer = await fetch(origin + path, { headers: headersOf(reader) });
    const { body } = (await answer.json()) as { body: { advertisements: Shown[] } };
    return body.advertisements;
  } catch {
    return [];
  }
}

const click = ({ origin }: Server, reader: Reader, { userad_id: id, token }: Shown) =>
  fetch(`${origin}/communityads/go/${id}?token=${token}`, {
    headers: headersOf(reader),
    redirect: 'manual',
  });
