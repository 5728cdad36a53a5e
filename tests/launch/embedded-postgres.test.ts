import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createPool } from '#server/database/pool.ts';
import { postgresAt } from '#server/postgres-at.ts';
import { databaseAccount } from '../../scripts/launch/account.ts';
import { query, superviseEmbeddedDatabase } from '../../scripts/launch/database.ts';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../scripts/launch/embedded-postgres.ts';
import { identifyProcess, waitUntil } from '../../scripts/launch/processes.ts';
import { startThrowawayPostgres } from '../../scripts/launch/throwaway-postgres.ts';
import { temporaryFolder } from './folders.ts';

async function start(home: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres(home);
  onTestFinished(() => postgres.stop());
  return postgres;
}

const marks = (url: string) =>
  query(url, async (sql) => (await sql`select n from marks order by n`).map(({ n }) => Number(n)));
const mark = (url: string, n: number) => query(url, (sql) => sql`insert into marks values (${n})`);
const prepare = (url: string) => query(url, (sql) => sql`create table marks (n int)`);

test("the database keeps its data and its role's URL across a restart", async () => {
  const home = join(temporaryFolder(), 'postgres');
  const first = await start(home);
  await prepare(first.url);
  await mark(first.url, 1);
  await first.stop();
  const second = await start(home);
  expect(await marks(second.url)).toEqual([1]);
  expect(new URL(second.url).password).toBe(new URL(first.url).password);
});

test('it is PostgreSQL 18 in UTF-8 and UTC, durable, on a socket only, with an unprivileged role', async () => {
  const { url, adminUrl } = await start(join(temporaryFolder(), 'postgres'));
  const [facts] = await query(
    url,
    (sql) => sql`
      select current_setting('server_version_num')::int / 10000 as version,
        current_setting('server_encoding') as encoding, current_setting('TimeZone') as zone,
        current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
        current_setting('full_page_writes') as pages,
        current_setting('listen_addresses') as addresses, rolsuper
        or rolcreaterole
        or rolcreatedb as is_special
      from pg_roles
      where rolname = current_user`,
  );
  expect(facts).toEqual({
    version: 18,
    encoding: 'UTF8',
    zone: 'UTC',
    fsync: 'on',
    commit: 'on',
    pages: 'on',
    addresses: '',
    is_special: false,
  });
  const [texts] = await query(
    url,
    (sql) => sql`select lower('ÄÉŁ') as lower, to_tsvector('simple', 'Wörter')::text as words`,
  );
  expect(texts).toEqual({ lower: 'äéł', words: "'wörter':1" });
  const wrongPassword = adminUrl.replace(/:[^:@]+@/, ':guess@');
  await expect(query(wrongPassword, (sql) => sql`select 1`)).rejects.toThrow(/password/);
});

// Reads what the kernel says of a process from /proc.
test.skipIf(process.platform !== 'linux')(
  'a connection gives back the memory of planning and keeps that of its plans',
  async () => {
    const { adminUrl } = await start(join(temporaryFolder(), 'postgres'));
    const select = (columns: number) =>
      `select ${Array.from(
        { length: columns },
        (_, n) => `(select count(*) from pg_class where oid = ${n} and relname <> 'x') as "${n}"`,
      ).join(', ')}`;
    const [held, taken] = await query(adminUrl, async (sql) => {
      for (let n = 0; n < 8; n += 1) {
        await sql.unsafe(select(1_000 + n));
        await sql.unsafe(`prepare kept_${n} as ${select(60 + n)}`);
        await sql.unsafe(`execute kept_${n}`);
      }
      const [row] = await sql`
        select pg_backend_pid() as pid, sum(total_bytes)::float8 / 1048576 as mib
        from pg_backend_memory_contexts`;
      const status = readFileSync(`/proc/${row!.pid}/status`, 'utf8');
      return [Number(row!.mib), Number(/RssAnon:\s+(\d+)/.exec(status)![1]) / 1024];
    });
    expect(held).toBeGreaterThan(5);
    expect(taken! - held!).toBeLessThan(8);
  },
);

test.skipIf(process.getuid?.() !== 0)(
  'started by root, it runs as another account, and its files are closed to all others',
  async () => {
    const home = join(temporaryFolder(), 'postgres');
    const { pid } = await start(home);
    expect(statSync(`/proc/${pid}`).uid).toBe(databaseAccount()?.uid);
    expect(statSync(join(home, 'data')).mode & 0o777).toBe(0o700);
    for (const file of ['password', 'admin-password'])
      expect(statSync(join(home, file)).mode & 0o777).toBe(0o600);
  },
);

test.skipIf(process.getuid?.() !== 0)(
  'a data folder that was closed to all others lets the account of the database pass, again at each start',
  async () => {
    const dataDir = temporaryFolder();
    const startIn = async () => {
      chmodSync(dataDir, 0o700);
      const postgres = await start(join(dataDir, 'postgres'));
      expect(statSync(dataDir).mode & 0o777).toBe(0o711);
      await postgres.stop();
    };
    await startIn();
    await startIn();
  },
);

test('after kill -9 of the postmaster it restarts with the same URL, and no acknowledged write is missing', async () => {
  const home = temporaryFolder();
  const reasons: unknown[] = [];
  const database = await superviseEmbeddedDatabase(home, (reason) => reasons.push(reason));
  onTestFinished(() => database.stop());
  await prepare(database.url);

  const acknowledged: number[] = [];
  let isOver = false;
  // The server's own pool: the driver's may never send anything again on a connection that broke.
  const open = (onclose: () => void) =>
    postgresAt(database.url, { max: 1, connect_timeout: 2, onclose }, { dialsOnce: true });
  const pool = createPool({ open: open as never, max: 4 });
  onTestFinished(() => {
    isOver = true;
    return pool.end({ timeout: 1 });
  });
  const writers = [0, 1, 2, 3].map(async (writer) => {
    for (let n = writer; !isOver; n += 4)
      await pool.unsafe('insert into marks values ($1)', [n]).then(
        () => acknowledged.push(n),
        () => sleep(20),
      );
  });
  for (let kills = 0; kills < 2; kills += 1) {
    const before = acknowledged.length;
    await waitUntil(() => acknowledged.length > before + 200, 20_000);
    process.kill(
      Number(readFileSync(join(home, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]),
      'SIGKILL',
    );
    const killedAt = acknowledged.length;
    expect(await waitUntil(() => acknowledged.length > killedAt + 50, 30_000)).toBe(true);
  }
  isOver = true;
  await Promise.all(writers);
  const kept = new Set(await marks(database.url));
  expect(acknowledged.filter((n) => !kept.has(n))).toEqual([]);
  expect(reasons).toEqual([]);
});

test('a database left running by a killed start is stopped by the next one, which keeps its data', async () => {
  const home = join(temporaryFolder(), 'postgres');
  const killed = spawn(process.execPath, [join(import.meta.dirname, 'hold-database.ts'), home], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const orphan = await new Promise<{ url: string; pid: number }>((resolve) =>
    killed.stdout.once('data', (line) => resolve(JSON.parse(String(line)))),
  );
  await prepare(orphan.url);
  await mark(orphan.url, 7);
  killed.kill('SIGKILL');
  await new Promise((resolve) => killed.once('exit', resolve));
  expect(identifyProcess(orphan.pid)).toBeDefined();

  const next = await start(home);
  expect(identifyProcess(orphan.pid)).toBeUndefined();
  expect(await marks(next.url)).toEqual([7]);
});

test('a lock file with the id of another program stops neither the start nor that program', async () => {
  const home = join(temporaryFolder(), 'postgres');
  const first = await start(home);
  const lock = join(home, 'data', 'postmaster.pid');
  const lines = readFileSync(lock, 'utf8').split('\n');
  await first.stop();
  // The same account, so that PostgreSQL itself would take it for a postmaster.
  const other = spawn('sleep', ['60'], databaseAccount() ?? {});
  onTestFinished(() => void other.kill());
  writeFileSync(lock, [String(other.pid), ...lines.slice(1)].join('\n'));
  const second = await start(home);
  expect(await query(second.url, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }]);
  expect(other.exitCode).toBeNull();
});

test('an incomplete data folder is created again', async () => {
  const home = join(temporaryFolder(), 'postgres');
  mkdirSync(join(home, 'data.new'), { recursive: true });
  writeFileSync(join(home, 'data.new', 'PG_VERSION'), '18\n');
  writeFileSync(join(home, 'data.pw'), 'left over');
  const { url } = await start(home);
  expect(readdirSync(home).filter((name) => /\.(new|pw)$/.test(name))).toEqual([]);
  expect(await query(url, (sql) => sql`select current_database() as name`)).toEqual([
    { name: 'hearth' },
  ]);
});

test('a throw-away database leaves no files', async () => {
  // In a folder that no other run uses at the same time.
  const folder = temporaryFolder();
  const { TMPDIR } = process.env;
  process.env.TMPDIR = folder;
  onTestFinished(() => {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  });
  expect(tmpdir()).toBe(folder);
  const postgres = await startThrowawayPostgres();
  expect(await query(postgres.url, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }]);
  expect(readdirSync(folder).filter((name) => name.startsWith('hearth-throwaway-'))).toHaveLength(
    1,
  );
  const socket = decodeURIComponent(new URL(postgres.url).hostname);
  expect(existsSync(socket)).toBe(true);
  await postgres.stop();
  expect(readdirSync(folder)).toEqual([]);
  expect(existsSync(socket)).toBe(false);
});
