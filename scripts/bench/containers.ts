import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { query } from '../launch/database.ts';
import { root } from '../launch/root.ts';
import { measureRound, median, type Round } from './compare.ts';
import {
  addContainers,
  addForeignPosts,
  addHiddenPosts,
  blockBusyWriter,
  containerCountEmail,
  containerCounts,
} from './container-community.ts';
import { openFilledCopy } from './filled-copy.ts';
import * as scenario from './scenarios.ts';
import { startBuilt } from './servers.ts';

type Sql = Parameters<Parameters<typeof query>[1]>[0];

/** Each community is a copy of the one before it with something added. */
const steps: Array<{ name: string; fill: (sql: Sql, posts: number) => Promise<void> }> = [
  { name: 'as many posts in groups as on walls', fill: addContainers },
  {
    name: 'five times as many posts, the new ones in groups of others',
    fill: (sql, posts) => addForeignPosts(sql, posts * 8),
  },
  {
    name: 'and a page they follow with posts that they may not see',
    fill: (sql, posts) => addHiddenPosts(sql, posts * 10),
  },
  { name: 'and the most active writer blocked', fill: blockBusyWriter },
];

/**
 * The feed call of members with 0, 30 and 500 containers, and `/home` of those without any, in
 * growing communities in turn with the first one: medians in milliseconds, and the median of the
 * ratios of the pairs.
 * @param wallPosts posts of the filled database, all on walls
 */
export async function measureContainers(
  postgres: { url: string; adminUrl: string; pid: number; folder: string },
  wallPosts: number,
  rounds: number,
): Promise<string> {
  const communities = await createCommunities(postgres, wallPosts);
  const start = (url: string) =>
    startBuilt(join(root, 'dist'), { DATABASE_URL: url, DATA_DIR: postgres.folder });
  const lines = [
    '| community | request | containers | p50 ms | ratio | server CPU ms | database CPU ms | ratio of CPU |',
    '|---|---|--:|--:|--:|--:|--:|--:|',
  ];
  const first = await start(communities[0]!.url);
  try {
    for (const community of communities) {
      const other = await start(community.url);
      try {
        await sleep(2_000);
        for (const count of containerCounts) {
          const email = containerCountEmail(count);
          const readers = [
            { app: first, member: await scenario.signIn(first, email) },
            { app: other, member: await scenario.signIn(other, email) },
          ];
          const requests = {
            'feed call': scenario.feed,
            ...(count ? {} : { '/home': scenario.home }),
          };
          for (const [name, toRequest] of Object.entries(requests)) {
            const runs: Round[][] = [[], []];
            for (let round = -2; round < rounds; round++)
              for (const turn of round % 2 === 0 ? [0, 1] : [1, 0]) {
                const { app, member } = readers[turn]!;
                const measured = await measureRound(app, postgres.pid, () => toRequest(member));
                // The first rounds warm up.
                if (round >= 0) runs[turn]!.push(measured);
              }
            lines.push(toLine([community.name, name, count], runs));
          }
        }
      } finally {
        await other.stop();
      }
    }
  } finally {
    await first.stop();
  }
  return lines.join('\n');
}

function toLine(labels: Array<string | number>, [before, after]: Round[][]): string {
  const middle = (read: (round: Round) => number) => median(after!.map(read)).toFixed(2);
  const ratio = (read: (round: Round) => number) =>
    median(after!.map((round, index) => read(round) / read(before![index]!))).toFixed(2);
  const work = ({ server, database }: Round) => server + database;
  const cells = [
    ...labels,
    middle(({ waited }) => waited),
    ratio(({ waited }) => waited),
    middle(({ server }) => server),
    middle(({ database }) => database),
    ratio(work),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Databases beside the filled one, each a copy of the one before. */
async function createCommunities(
  postgres: { url: string; adminUrl: string },
  wallPosts: number,
): Promise<Array<{ name: string; url: string }>> {
  const communities: Array<{ name: string; url: string }> = [];
  let template: string | undefined;
  for (const [index, { name, fill }] of steps.entries()) {
    const copy = `bench_containers_${index + 1}`;
    const fillTimed = async (sql: Sql) => {
      const start = performance.now();
      process.stderr.write(`filling: ${name}`);
      await fill(sql, wallPosts);
      process.stderr.write(`, ${Math.round((performance.now() - start) / 1_000)} s\n`);
    };
    const url = await openFilledCopy(postgres, {
      name: copy,
      fill: fillTimed,
      ...(template ? { template } : {}),
    });
    communities.push({ name, url });
    template = copy;
  }
  return communities;
}
