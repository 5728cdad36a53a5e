import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readTriggerSource } from '#server/database/trigger-source.ts';
import { query } from '../launch/database.ts';
import { root } from '../launch/root.ts';
import type { BenchRequest } from './load.ts';
import { getProcessTree } from './memory.ts';
import { getProcessorTime } from './processor.ts';
import * as scenario from './scenarios.ts';
import { startBuilt } from './servers.ts';

const email = 'ada@hearth.example';
/** Small enough that a round ends before the machine's load changes. */
const requestsPerRound = 25;

export interface Round {
  server: number;
  database: number;
  waited: number;
}

export const median = (values: number[]): number =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/**
 * Compares two builds in turn on one database, so that both see the same noise: processor time per
 * request of server and database, and the latency, as medians of the rounds in milliseconds; and
 * the median of the ratios of the pairs.
 * @param other folder of another built checkout, whose code runs with this one's schema
 * @param only part of the names of the rows to measure
 */
export async function compareBuilds(
  other: string,
  postgres: { url: string; pid: number; folder: string },
  rounds: number,
  only = '',
): Promise<string> {
  const settings = { DATABASE_URL: postgres.url, DATA_DIR: postgres.folder };
  const start = (tree: string) => startBuilt(join(tree, 'dist'), settings);
  await noteTriggers(postgres.url, resolve(other));
  const apps = [await start(resolve(other))];
  await noteTriggers(postgres.url, root);
  apps.push(await start(root));
  try {
    await sleep(3_000);
    const members: scenario.Member[] = [];
    for (const app of apps) members.push(await scenario.signIn(app, email));
    const nextPost = scenario.cycle(await scenario.publicPosts(postgres.url, 5_000));
    const { group, page } = await scenario.ownContainers(postgres.url, email);
    const screens = [
      '/home',
      '/profile/2/posts',
      '/notifications',
      '/messages',
      '/friends',
      '/profile/settings',
      `/groups/group/${group}/posts`,
      `/pages/page/${page}`,
    ];
    const all: Array<[string, (tree: number) => BenchRequest]> = [
      ...screens.map((path): (typeof all)[number] => [
        path,
        (tree) => scenario.screen(members[tree]!, path),
      ]),
      ['feed call', (tree) => scenario.feed(members[tree]!)],
      [
        'post not cached',
        () => ({ path: `/posts/${nextPost()}`, headers: { 'accept-encoding': 'br' } }),
      ],
      ['comment', (tree) => scenario.comment(members[tree]!, nextPost())],
      ['reaction', (tree) => scenario.react(members[tree]!, nextPost(), 'like')],
    ];
    const rows = all.filter(([name]) => name.includes(only));
    const lines = [
      `${rounds} rounds of ${requestsPerRound} requests; other → this, milliseconds for each request`,
    ];
    for (const [name, toRequest] of rows) {
      const runs: Round[][] = [[], []];
      for (let round = -2; round < rounds; round++) {
        for (const tree of round % 2 === 0 ? [0, 1] : [1, 0]) {
          const measured = await measureRound(apps[tree]!, postgres.pid, () => toRequest(tree));
          // The first rounds warm up.
          if (round >= 0) runs[tree]!.push(measured);
        }
      }
      lines.push(
        `${name}: ${(['server', 'database', 'waited'] as const).map((what) => formatComparison(runs, what)).join('; ')}`,
      );
    }
    return lines.join('\n');
  } finally {
    for (const app of apps) await app.stop();
  }
}

/**
 * Notes functions and triggers of that checkout as applied, so that its server, when it starts,
 * leaves those of the database alone.
 */
const noteTriggers = (databaseUrl: string, tree: string) =>
  query(databaseUrl, async (sql) => {
    const rows = readTriggerSource(join(tree, 'src')).map(({ kind, signature, hash }) => ({
      signature: `${kind} ${signature}`,
      hash,
    }));
    await sql`delete from applied_triggers`;
    await sql`insert into applied_triggers ${sql(rows)}`;
  });

export async function measureRound(
  app: { origin: string; pid: number },
  databasePid: number,
  nextRequest: () => BenchRequest,
): Promise<Round> {
  const families = [app.pid, databasePid].map(getProcessTree);
  const before = families.map(getProcessorTime);
  const waited: number[] = [];
  for (let count = 0; count < requestsPerRound; count += 1)
    waited.push(await timeRequest(app.origin, nextRequest()));
  const [server, database] = families.map(
    (family, index) => (getProcessorTime(family) - before[index]!) / requestsPerRound,
  );
  return { server: server!, database: database!, waited: median(waited) };
}

/** Milliseconds until the whole answer is there; autocannon only knows whole ones. */
async function timeRequest(
  origin: string,
  { path, method = 'GET', headers, body }: BenchRequest,
): Promise<number> {
  const start = performance.now();
  const answer = await fetch(`${origin}${path}`, { method, headers, body });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return performance.now() - start;
}

function formatComparison([before, after]: Round[][], what: keyof Round): string {
  const ratio = median(after!.map((round, index) => round[what] / before![index]![what]));
  return (
    `${what} ${median(before!.map((round) => round[what])).toFixed(2)} → ` +
    `${median(after!.map((round) => round[what])).toFixed(2)} (×${ratio.toFixed(2)})`
  );
}
