import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../launch/root.ts';
import { load, type Shot } from './load.ts';
import { familyOf } from './memory.ts';
import { processorTimeOf } from './processor.ts';
import * as scenario from './scenarios.ts';
import { startBuilt } from './servers.ts';

/** So few that a round is over before the machine has become another one. */
const requestsInARound = 25;

interface Round {
  server: number;
  database: number;
  waited: number;
}

const middle = (values: number[]): number =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/**
 * Two builds in turn on one database, request after request, so that both meet the same noise:
 * processor time per request of the server and of the database, and how long was waited, as medians
 * of the rounds in milliseconds; and the median of the ratios of the pairs.
 * @param other the folder of another checkout, built, whose code runs with this one's schema
 */
export async function measurePairs(
  other: string,
  postgres: { url: string; pid: number; folder: string },
  rounds: number,
): Promise<string> {
  const settings = { DATABASE_URL: postgres.url, DATA_DIR: postgres.folder };
  const start = (tree: string) => startBuilt(join(tree, 'dist'), settings);
  const apps = [await start(resolve(other)), await start(root)];
  try {
    await sleep(3_000);
    const members: scenario.Member[] = [];
    for (const app of apps) members.push(await scenario.signIn(app, 'ada@hearth.example'));
    const posts = await scenario.publicPosts(postgres.url, 5_000);
    const nextPost = scenario.cycle(posts);
    const rows: Array<[string, (tree: number) => Shot]> = [
      ['/home', (tree) => scenario.home(members[tree]!)],
      ['feed call', (tree) => scenario.feed(members[tree]!)],
      [
        'post not cached',
        () => ({ path: `/posts/${nextPost()}`, headers: { 'accept-encoding': 'br' } }),
      ],
    ];
    const lines = [
      `${rounds} rounds of ${requestsInARound} requests; other → this, milliseconds for each request`,
    ];
    for (const [name, shot] of rows) {
      const runs: Round[][] = [[], []];
      for (let round = -2; round < rounds; round++) {
        for (const tree of round % 2 === 0 ? [0, 1] : [1, 0]) {
          const measured = await measureRound(apps[tree]!, postgres.pid, () => shot(tree));
          // The first ones warm up.
          if (round >= 0) runs[tree]!.push(measured);
        }
      }
      lines.push(
        `${name}: ${(['server', 'database', 'waited'] as const).map((what) => compared(runs, what)).join('; ')}`,
      );
    }
    return lines.join('\n');
  } finally {
    for (const app of apps) await app.stop();
  }
}

async function measureRound(
  app: { origin: string; pid: number },
  databasePid: number,
  shots: () => Shot,
): Promise<Round> {
  const families = [app.pid, databasePid].map(familyOf);
  const before = families.map(processorTimeOf);
  const { failures, p50 } = await load(app, shots, {
    connections: 1,
    seconds: 0,
    amount: requestsInARound,
  });
  if (failures > 0) throw new Error(`${failures} requests failed`);
  const [server, database] = families.map(
    (family, index) => (processorTimeOf(family) - before[index]!) / requestsInARound,
  );
  return { server: server!, database: database!, waited: p50 };
}

function compared([before, after]: Round[][], what: keyof Round): string {
  const ratio = middle(after!.map((round, index) => round[what] / before![index]![what]));
  return `${what} ${middle(before!.map((round) => round[what])).toFixed(2)} → ${middle(after!.map((round) => round[what])).toFixed(2)} (×${ratio.toFixed(2)})`;
}
