import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrate } from '#server/migrate.ts';
import { load, median, memoryOf, type Measure, type Shot, type Target } from './bench/load.ts';
import { pageWeight } from './bench/page-weight.ts';
import * as scenario from './bench/scenarios.ts';
import { startBuilt, startRaw } from './bench/servers.ts';
import { table, type Row } from './bench/table.ts';
import { runNode } from './launch/child.ts';
import { startEmbeddedPostgres } from './launch/embedded-postgres.ts';
import { root } from './launch/root.ts';

const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '50000' },
    posts: { type: 'string', default: '200000' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
  },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);

// The filled database is kept between runs: filling it takes longer than measuring.
const folder = join(root, '.data', `bench-${values.members}-${values.posts}`);
mkdirSync(folder, { recursive: true });
const postgres = await startEmbeddedPostgres(folder);
const cleanUp: Array<() => Promise<void>> = [() => postgres.stop()];
let isInterrupted = false;
process.on('SIGINT', () => (isInterrupted = true));

try {
  await migrate(postgres.url);
  const env = { ...process.env, DATABASE_URL: postgres.url, DATA_DIR: folder };
  if (!existsSync(join(folder, 'media'))) {
    const { code } = await runNode('scripts/seed.ts', ['--members', values.members, '--posts', values.posts], { env });
    if (code !== 0) throw new Error('The database could not be filled');
  }
  const app = await startBuilt(join(root, 'dist/server/entry.mjs'), { DATABASE_URL: postgres.url, DATA_DIR: folder });
  cleanUp.unshift(() => app.stop());
  const member = await scenario.signIn(app);
  const posts = await scenario.publicPosts(postgres.url, 5_000);
  const visitor = { 'accept-encoding': 'br' };
  const rows: Row[] = [];

  /** One row: the app and a bare server with the same bytes in turn, so that both meet the same noise. */
  async function row(name: string, shots: () => Shot, options: { connections: number; once?: boolean }) {
    if (isInterrupted) return;
    const raw = await startRaw(await bytesOf(app, shots()));
    const runs: { app: Measure[]; raw: Measure[] } = { app: [], raw: [] };
    for (let round = 0; round < (options.once ? 1 : rounds); round++) {
      runs.raw.push(await load(raw, shots, { seconds, connections: options.connections }));
      runs.app.push(await load(app, shots, { seconds, connections: options.connections }));
    }
    await raw.stop();
    rows.push({ name, app: median(runs.app), raw: median(runs.raw) });
    process.stderr.write(`${name}: ${median(runs.app).requestsPerSecond.toFixed(0)} requests/s\n`);
  }

  const random = () => {
    const next = scenario.cycle(posts);
    return () => ({ path: `/posts/${next()}`, headers: visitor });
  };
  // Cold: each page once, from a cache that has never seen it (a query string changes nothing for the cache).
  await row('visitor, 5,000 random posts, cold', random(), { connections: 8, once: true });
  await row('visitor, 5,000 random posts, warm', random(), { connections: 32 });
  await row('visitor, one hot post', () => ({ path: `/posts/${posts[0]}`, headers: visitor }), { connections: 32 });
  await row('member, /home', () => scenario.home(member), { connections: 8 });
  await row('member, feed call', () => scenario.feed(member), { connections: 8 });
  await row('create post', () => scenario.create(member), { connections: 8 });
  const nextPost = scenario.cycle(posts);
  await row('create comment', () => scenario.comment(member, nextPost()), { connections: 8 });
  const kinds = scenario.cycle(['like', 'love', 'wow', 'haha', 'sad', 'angry', 'blessings']);
  await row('react', () => scenario.react(member, nextPost(), kinds()), { connections: 8 });
  const mixed = scenario.cycle<() => Shot>([() => scenario.create(member), () => scenario.comment(member, nextPost()), () => scenario.react(member, nextPost(), kinds())]);
  await row('create, comment and react together', () => mixed()(), { connections: 8 });

  const weight = await pageWeight(app.origin, `/posts/${posts[0]}`);
  const memory = { app: memoryOf(app.pid), database: familyOf(postgres.pid).reduce((sum, pid) => sum + memoryOf(pid), 0) };
  process.stdout.write(`\n${values.members} members, ${values.posts} posts; ${cpus().length} cores, Node ${process.version}; ${rounds} rounds of ${seconds} s in turn, medians\n\n${table(rows)}\n\n`);
  process.stdout.write(`Shared post page as sent (brotli): ${weight.html} bytes HTML, ${weight.css} bytes CSS files, ${weight.script} bytes script files\n`);
  process.stdout.write(`Memory after the run: app ${memory.app.toFixed(0)} MiB, database ${memory.database.toFixed(0)} MiB\n`);
} finally {
  for (const step of cleanUp) await step();
}

async function bytesOf(target: Target, shot: Shot) {
  const headers = { ...shot.headers };
  const answer = await fetch(target.origin + shot.path, { method: shot.method ?? 'GET', headers, ...(shot.body ? { body: shot.body } : {}) });
  const body = Buffer.from(await answer.arrayBuffer());
  // fetch has unpacked the body; the bare server sends as many bytes as the app sent.
  const sent = Number(answer.headers.get('content-length') ?? body.length);
  return { body: body.subarray(0, sent), type: answer.headers.get('content-type') ?? 'text/html', encoding: '' };
}

/** A process and its children. */
function familyOf(pid: number): number[] {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number).filter((candidate) => {
    try {
      return Number(readFileSync(`/proc/${candidate}/stat`, 'utf8').replace(/^.*\) /, '').split(' ')[1]) === pid;
    } catch {
      return false;
    }
  });
  return [pid, ...children];
}
