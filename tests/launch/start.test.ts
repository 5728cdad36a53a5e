import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkPort } from '../../scripts/launch/app.ts';
import type { LockOwner } from '../../scripts/launch/data-dir-lock.ts';
import { query } from '../../scripts/launch/database.ts';
import { startEmbeddedPostgres } from '../../scripts/launch/embedded-postgres.ts';
import {
  hasExited,
  identifyProcess,
  isSameProcess,
  waitUntil,
} from '../../scripts/launch/processes.ts';
import { runCommand, startSite, type Running } from './commands.ts';
import { temporaryFolder } from './folders.ts';

const readLockOwner = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'running.json'), 'utf8')) as LockOwner;
const postmaster = (folder: string) =>
  Number(readFileSync(join(folder, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);

const isServing = (port: number) =>
  fetch(`http://localhost:${port}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );

test('an invalid setting stops the start with one line that names it', async () => {
  const site = runCommand(['start'], { DATA_DIR: temporaryFolder(), PORT: 'forty' });
  expect(await site.ended).toBe(1);
  expect(site.output().trim().split('\n')).toHaveLength(1);
  expect(site.output()).toMatch(/^hearth {2}Setting PORT: /);
});

test('an embedded database of a version before the baseline stops the start with the way out', async () => {
  const folder = temporaryFolder();
  const postgres = await startEmbeddedPostgres(join(folder, 'postgres'));
  await query(postgres.url, async (sql) => {
    await sql`create schema drizzle`;
    await sql`
      create table drizzle.__drizzle_migrations as
      select 'foundation' as hash, 1::bigint as created_at`;
  });
  await postgres.stop();
  const port = String(await checkPort('127.0.0.1', 0));
  const site = runCommand(['start'], { DATA_DIR: folder, PORT: port });
  expect(await site.ended).toBe(1);
  expect(site.output().trim().split('\n').at(-1)).toBe(
    `hearth  The embedded database in ${folder} was made by a version before the first ` +
      'release and cannot be upgraded: delete that folder and start again (the ' +
      'demo community is made anew), or keep running the version that made it.',
  );
  expect(site.output()).not.toMatch(/^ +at /m);
});

test('a DATABASE_URL where nobody answers is waited for, with one line about it', async () => {
  const port = String(await checkPort('127.0.0.1', 0));
  const site = runCommand(['start'], {
    DATA_DIR: temporaryFolder(),
    PORT: port,
    DATABASE_URL: 'postgres://hearth:x@127.0.0.1:9/hearth',
  });
  expect(
    await waitUntil(
      () => site.output().includes('waiting for the database') || hasExited(site.child),
      60_000,
    ),
  ).toBe(true);
  expect(site.output()).toMatch(
    /hearth {2}waiting for the database of DATABASE_URL \(.*ECONNREFUSED.*\)\n$/,
  );
  site.child.kill('SIGTERM');
  expect(await site.ended).toBe(0);
});

test('a port used by another program is reported in one line', async () => {
  const other = createServer();
  const port = await new Promise<number>((resolve) =>
    other.listen(0, 'localhost', () => resolve((other.address() as { port: number }).port)),
  );
  onTestFinished(() => void other.close());
  const site = runCommand(['start'], { DATA_DIR: temporaryFolder(), PORT: String(port) });
  expect(await site.ended).toBe(1);
  expect(site.output()).toBe(
    `hearth  Port ${port} is taken by another program. Stop it, or choose another: PORT=4322 npm start\n`,
  );
});

const linkIn = (site: Running) =>
  /this link makes you one, once:\n {2}(http\S+\/first-administrator\/[\w-]{43})\n/.exec(
    site.output(),
  )?.[1];

test('a site keeps its data across stops and kill -9 of launcher, server and database', async () => {
  const folder = temporaryFolder();
  const port = await checkPort('localhost', 0);
  const count = async () => {
    const [row] = await query(
      readLockOwner(folder).databaseUrl as string,
      (sql) => sql`select count(*)::int as count from site_state where key like 'probe%'`,
    );
    return Number(row?.count);
  };
  const write = (key: string) =>
    query(
      readLockOwner(folder).databaseUrl as string,
      (sql) => sql`insert into site_state (key, value) values (${key}, '')`,
    );

  const first = await startSite(folder, port);
  expect(first.output()).toContain(`mails are written to ${join(folder, 'mail')}`);
  await write('probe 1');
  const link = linkIn(first)!;
  expect(await (await fetch(link)).text()).toContain('Create my account');
  const app = readLockOwner(folder).app;
  const database = identifyProcess(postmaster(folder));
  first.child.kill('SIGINT');
  expect(await first.ended).toBe(0);
  expect([app, database].map((mark) => mark && isSameProcess(mark))).toEqual([false, false]);

  const second = await startSite(folder, port);
  expect(second.output()).not.toContain('SAFE MODE');
  expect(await count()).toBe(1);
  // The link is printed again while there is no administrator; only the newest one works.
  expect(linkIn(second)).not.toBe(link);
  expect(await (await fetch(link)).text()).toContain('This link is not valid.');
  expect(await (await fetch(linkIn(second)!)).text()).toContain('Create my account');
  await query(
    readLockOwner(folder).databaseUrl as string,
    (sql) => sql`
      insert into members (
        status, role, email, username, first_name, last_name, displayname, password_hash
      )
      values ('active', 'admin', 'ada@site.example', 'ada', 'Ada', 'Quill', 'Ada Quill', 'none')`,
  );

  // A second start on the same folder reports the owner and disturbs nothing.
  const rival = runCommand(['start'], { DATA_DIR: folder, PORT: '0', SEED_DEMO: 'off' });
  expect(await rival.ended).toBe(1);
  expect(rival.output()).toContain(`process ${second.child.pid}, http://localhost:${port}`);
  expect(await isServing(port)).toBe(true);

  const before = readLockOwner(folder).app?.pid as number;
  process.kill(before, 'SIGKILL');
  expect(
    await waitUntil(
      async () => readLockOwner(folder).app?.pid !== before && (await isServing(port)),
      30_000,
    ),
  ).toBe(true);

  process.kill(postmaster(folder), 'SIGKILL');
  expect(
    await waitUntil(
      () =>
        write('probe 2').then(
          () => true,
          () => false,
        ),
      30_000,
    ),
  ).toBe(true);
  expect(second.output()).toContain('the database ended unexpectedly; starting it again');
  expect(await waitUntil(() => isServing(port), 30_000)).toBe(true);

  second.child.kill('SIGKILL');
  await second.ended;
  const third = await startSite(folder, port);
  expect(third.output()).not.toContain('administrator');
  expect(await count()).toBe(2);
  await write('probe 3');
  const { pid } = readLockOwner(folder).app as { pid: number };
  for (const victim of [third.child.pid as number, pid, postmaster(folder)])
    process.kill(victim, 'SIGKILL');
  await third.ended;
  await startSite(folder, port);
  expect(await count()).toBe(3);
});
