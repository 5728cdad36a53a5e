import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { query } from '../launch/database.ts';
import { root } from '../launch/root.ts';
import { addCrowd, openFilledCopy } from './filled-copy.ts';
import type { BenchRequest, Target } from './load.ts';
import { measureRow } from './runs.ts';
import { signIn } from './scenarios.ts';
import { formatTable, timeRepeated, toSearchTarget } from './searches.ts';
import { startBuilt } from './servers.ts';
import { table } from './table.ts';

type Sql = Parameters<Parameters<typeof query>[1]>[0];

const pages = 10_000;
const crowd = 100_000;
const waiting = 2_000;
const largePage = 1_000_000;

/** The calls behind the lists of pages; `n` counts the requests of a row. */
const lists: Record<string, (n: number) => string> = {
  'pages, newest': (n) => `sitepages/browse?page=${1 + (n % 5)}`,
  'pages, most members': (n) => `sitepages/browse?orderby=member_count&page=${1 + (n % 5)}`,
  'pages by a rare word of the title': (n) => `sitepages/browse?search=n${1_000 + n}`,
  'pages by a word that a tenth has': (n) => `sitepages/browse?search=topic${n % 10}`,
  'pages of a category': (n) => `sitepages/browse?category_id=${1 + (n % 7)}`,
  'members of the largest page': (n) => `sitepage/members/${largePage}?page=${1 + (n % 5)}`,
  'its members by a whole name': (n) => `sitepage/members/${largePage}?search=n${10_000 + n}`,
  'its members by a first name that 150 have': (n) =>
    `sitepage/members/${largePage}?search=crowd${n % 700}`,
  'its members by two letters': (n) =>
    `sitepage/members/${largePage}?search=${['cr', 'n9', 'n1'][n % 3]!}`,
  requests: (n) => `sitepage/pending-requests/${largePage}?page=${1 + (n % 5)}`,
  'requests by a part of the e-mail': (n) =>
    `sitepage/pending-requests/${largePage}?search=asks-${n % 50}`,
};

/**
 * The lists of community pages with 10,000 pages, one of them with 100,000 members and 2,000
 * requests, one request at a time.
 */
export async function measurePages(postgres: {
  url: string;
  adminUrl: string;
  pid: number;
  folder: string;
}): Promise<string> {
  const url = await openFilledCopy(postgres, { name: 'bench_pages', fill: addPages });
  const app = await startBuilt(join(root, 'dist'), {
    DATABASE_URL: url,
    DATA_DIR: postgres.folder,
  });
  try {
    await sleep(2_000);
    const owner = await signIn(app, 'ada@hearth.example');
    const rows = [];
    for (const [name, path] of Object.entries(lists))
      rows.push({
        name,
        timings: await timeRepeated(toSearchTarget(app, postgres.pid), owner, path, 200),
      });
    return `${formatTable(rows)}\n\n${await measureVisits(url, app)}`;
  } finally {
    await app.stop();
  }
}

/**
 * A public page from the cache beside a post of the demo community: read by a browser, whose views
 * are counted, and by a program that says what it is, whose views are not.
 */
async function measureVisits(url: string, app: Target): Promise<string> {
  const [found] = await query(
    url,
    (sql) => sql`
      select (select min(id) from containers where type = 'page' and state = 'open') as page,
        (select max(id) from posts where audience = 'everyone') as post`,
  );
  const browser = { 'user-agent': 'Mozilla/5.0 Firefox/140.0', 'accept-encoding': 'br' };
  const requests: Record<string, BenchRequest> = {
    'visitor, one post': { path: `/posts/${found!.post}`, headers: browser },
    'visitor, one page': { path: `/pages/page/${found!.page}`, headers: browser },
    'the page by a program, not counted': {
      path: `/pages/page/${found!.page}`,
      headers: { ...browser, 'user-agent': 'examplebot/1.0' },
    },
  };
  const rows = [];
  for (const [name, request] of Object.entries(requests))
    rows.push(
      await measureRow(app, name, () => request, { connections: 50, seconds: 4, rounds: 5 }),
    );
  return table(rows);
}

/** The triggers of these tables, which count and check, are off. */
async function addPages(sql: Sql): Promise<void> {
  await sql`set statement_timeout = 0`;
  const tables = ['containers', 'sitepages', 'members', 'memberships'];
  for (const table of tables) await sql.unsafe(`alter table ${table} disable trigger user`);
  await addCrowd(sql, crowd, waiting);
  await sql`
    insert into containers (type, id, owner_id, title, member_count, request_count)
    select 'page', ${largePage}, id, 'Large', ${crowd + 1}::int, ${waiting}::int
    from members
    where email = 'ada@hearth.example'`;
  await sql`
    insert into memberships (type, id, member_id, state, role, joined_at, requested_at)
    select 'page', ${largePage}, m.id,
      case when m.email like 'asks-%' then 'requested' else 'member' end,
      case when m.email = 'ada@hearth.example' then 30 else 0 end,
      now() - m.id * interval '1 minute', now() - m.id * interval '1 minute'
    from members m
    where m.email like '%@crowd.example' or m.email = 'ada@hearth.example'`;
  await sql`
    insert into containers (type, id, owner_id, title, member_count, created_at)
    select 'page', ${largePage}::bigint + n, (select min(id) + n % 500 from members),
      'Page N' || n || ' on topic' || n % 10, n % 700, now() - n * interval '1 hour'
    from generate_series(1, ${pages - 1}::int) n`;
  await sql`
    insert into sitepages (id, category_id, package_id, location, review_count, rating_sum)
    select c.id, 1 + c.id % 20, 1, 'Street ' || c.id, c.id % 10, (c.id % 10) * (1 + c.id % 5)
    from containers c
    where c.id >= ${largePage}`;
  for (const table of tables) await sql.unsafe(`alter table ${table} enable trigger user`);
  await sql`analyze`;
}
