import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { measureAdsMonth } from './bench/ads-month.ts';
import { measureAds } from './bench/ads.ts';
import { compareBuilds } from './bench/compare.ts';
import { measureContainers } from './bench/containers.ts';
import { openFilled } from './bench/database.ts';
import { measureEvents } from './bench/events.ts';
import { measureGroups } from './bench/groups.ts';
import type { BenchRequest } from './bench/load.ts';
import { getTreeMemory } from './bench/memory.ts';
import { pageWeight } from './bench/page-weight.ts';
import { measurePages } from './bench/pages.ts';
import { measureRow } from './bench/runs.ts';
import * as scenario from './bench/scenarios.ts';
import { measureSearches } from './bench/searches.ts';
import { startBuilt } from './bench/servers.ts';
import { measureShares } from './bench/statement-shares.ts';
import { measureStreams, streamsText } from './bench/streams.ts';
import { table, type Row } from './bench/table.ts';
import { measureZones } from './bench/zones.ts';
import { root } from './launch/root.ts';
import { startThrowawayPostgres } from './launch/throwaway-postgres.ts';

const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '50000' },
    posts: { type: 'string', default: '200000' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    streams: { type: 'string', default: '10000' },
    /** Only rows whose name contains this text. */
    only: { type: 'string', default: '' },
    /** Folder of another built checkout: compare both in turn instead of printing the table. */
    against: { type: 'string', default: '' },
    /** Only the feed of members of groups, in communities with ever more posts in groups. */
    containers: { type: 'boolean', default: false },
    /** Only the lists of community pages, with 10,000 pages and one of 100,000 members. */
    pages: { type: 'boolean', default: false },
    /** Only a group of 1,000,000 posts and 100,000 members beside a small one. */
    groups: { type: 'boolean', default: false },
    /** Only the share of processor time that member screens spend building SQL. */
    shares: { type: 'boolean', default: false },
    /** Only instants of events in all time zones, beside those of PostgreSQL. */
    zones: { type: 'boolean', default: false },
    /** Only lists of events, with 100,000 single ones and 5,000 series. */
    events: { type: 'boolean', default: false },
    /** Only `/home` without ads and with 300. */
    ads: { type: 'boolean', default: false },
    /** Only a simulated month of campaigns, whose processes are killed now and then. */
    'ads-month': { type: 'boolean', default: false },
    seed: { type: 'string', default: '33' },
  },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);

const postgres = await openDatabase();
const cleanUp: Array<() => Promise<void>> = [() => postgres.stop()];
let isInterrupted = false;
process.on('SIGINT', () => (isInterrupted = true));

try {
  if (values.against)
    process.stdout.write(`${await compareBuilds(values.against, postgres, rounds, values.only)}\n`);
  else if (values.containers)
    process.stdout.write(`${await measureContainers(postgres, Number(values.posts), rounds)}\n`);
  else if (values.pages) process.stdout.write(`${await measurePages(postgres)}\n`);
  else if (values.groups) process.stdout.write(`${await measureGroups(postgres, rounds)}\n`);
  else if (values.zones) process.stdout.write(await measureZones(postgres.url));
  else if (values.events) process.stdout.write(`${await measureEvents(postgres)}\n`);
  else if (values.ads) process.stdout.write(`${await measureAds(postgres, rounds)}\n`);
  else if (values['ads-month'])
    process.stdout.write(`${await measureAdsMonth(postgres.adminUrl, Number(values.seed))}\n`);
  else if (values.shares) process.stdout.write(`${await measureShares(postgres)}\n`);
  else await measureAll();
} finally {
  for (const step of cleanUp) await step();
}

async function openDatabase() {
  if (values['ads-month']) return { ...(await startThrowawayPostgres()), folder: '' };
  return values.zones
    ? await openFilled('60', '100')
    : await openFilled(values.members, values.posts);
}

async function measureAll() {
  const app = await startBuilt(join(root, 'dist'), {
    DATABASE_URL: postgres.url,
    DATA_DIR: postgres.folder,
  });
  cleanUp.unshift(() => app.stop());
  await sleep(3_000);
  const memory = () =>
    `app ${getTreeMemory(app.pid).toFixed(0)} MiB, database ${getTreeMemory(postgres.pid).toFixed(0)} MiB`;
  const idle = memory();
  const ada = await scenario.signIn(app, 'ada@hearth.example');
  const nextMember = scenario.cycle(await scenario.signUp(app, 8));
  const posts = await scenario.publicPosts(postgres.url, 5_000);
  const visitor = { 'accept-encoding': 'br' };
  const rows: Row[] = [];

  async function row(
    name: string,
    connections: number,
    nextRequest: () => BenchRequest,
    amount?: number,
  ) {
    if (isInterrupted || !name.includes(values.only)) return;
    const measured = await measureRow(app, name, nextRequest, {
      seconds,
      connections,
      ...(amount ? { amount, rounds: 1 } : { rounds }),
    });
    rows.push(measured);
    process.stderr.write(`${name}: ${measured.app.requestsPerSecond.toFixed(0)} requests/s\n`);
  }

  const nextPost = scenario.cycle(posts);
  const random = () => ({ path: `/posts/${nextPost()}`, headers: visitor });
  // Each page once, on a server that has never rendered it.
  await row('visitor, 5,000 random posts, cold', 8, random, posts.length);
  await row('visitor, 5,000 random posts, warm', 32, random);
  await row('visitor, one hot post', 32, () => ({ path: `/posts/${posts[0]}`, headers: visitor }));
  await row('member, /home', 8, () => scenario.home(ada));
  await row('member, /home, alone', 1, () => scenario.home(ada));
  await row('member, feed call', 8, () => scenario.feed(ada));
  await row('member, feed call, alone', 1, () => scenario.feed(ada));
  const kinds = scenario.cycle(['like', 'love', 'wow', 'haha', 'sad', 'angry', 'blessings']);
  const create = () => scenario.create(nextMember());
  const comment = () => scenario.comment(nextMember(), nextPost());
  const react = () => scenario.react(nextMember(), nextPost(), kinds());
  const together = scenario.cycle<() => BenchRequest>([create, comment, react]);
  await row('create post', 8, create);
  await row('create comment', 8, comment);
  await row('react', 8, react);
  await row('create, comment and react together', 8, () => together()());

  const conversationId = await scenario.newestConversation(app, ada);
  const nextQuery = scenario.cycle(scenario.inboxQueries);
  await row('inbox call', 8, () => scenario.inbox(ada));
  await row('inbox search', 1, () => scenario.inboxSearch(ada, nextQuery()));
  await row('conversation call', 8, () => scenario.conversation(ada, conversationId));
  await row('member, /messages with a conversation', 8, () =>
    scenario.messagesScreen(ada, conversationId),
  );

  const isSearching = !isInterrupted && 'search'.includes(values.only);
  const searches = isSearching ? `${await measureSearches(app, postgres)}\n\n` : '';
  const isStreaming = !isInterrupted && 'live streams'.includes(values.only);
  const streams = isStreaming
    ? `${streamsText(await measureStreams(app, postgres.url, Number(values.streams)))}\n`
    : '';
  const weight = await pageWeight(app.origin, `/posts/${posts[0]}`);
  process.stdout.write(
    `\n${values.members} members, ${values.posts} posts; ${cpus().length} cores, Node ` +
      `${process.version}; ${rounds} rounds of ${seconds} s in turn, medians\n\n` +
      `${table(rows)}\n\n` +
      searches +
      streams +
      `Shared post page as sent (brotli): ${weight.html} bytes HTML, ${weight.css} bytes CSS files, ${weight.script} bytes script files\n` +
      `Memory idle: ${idle}; after the run: ${memory()}\n`,
  );
}
