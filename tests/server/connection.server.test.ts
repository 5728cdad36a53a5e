import { createServer, connect as dial, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { closeSilentSince } from '#server/database/connections.ts';
import { createPool } from '#server/database/pool.ts';
import { untilReached } from '#server/database/until-reached.ts';
import { connect, db } from '#server/db.ts';
import { postgresAt, type SessionOptions } from '#server/postgres-at.ts';
import { sql } from '#server/sql.ts';
import { beBusy } from '../support/busy.ts';
import { startDatabaseTunnel } from '../support/tunnel.ts';

test('arrays of numbers and text survive a round trip', async () => {
  const words = [
    'plain',
    '',
    'with, comma',
    '"quoted"',
    'back\\slash',
    '{braces}',
    'NULL',
    ' two\nlines ',
    'é🌻',
  ];
  const [row] = await db.execute(sql`
    select ${sql.param(words)}::text[] as words, ${sql.param([1, -2])}::int[] as small,
      ${sql.param([3, 2 ** 40])}::bigint[] as large, ${sql.param([])}::text[] as none,
      ${sql.param(['a', null])}::text[] as gap, ${'{4,5}'}::bigint[] as written,
      ${sql.param(['members'])}::regclass[]::text as tables`);
  expect(row).toEqual({
    words,
    small: [1, -2],
    large: [3, 2 ** 40],
    none: [],
    gap: ['a', null],
    written: [4, 5],
    tables: '{members}',
  });
});

test('columns have no other array types', async () => {
  const columns = await db.execute<{ type: string }>(sql`
    select distinct udt_name as type
    from information_schema.columns
    where table_schema = 'public' and data_type = 'ARRAY'
    order by 1`);
  expect(columns.map(({ type }) => type)).toEqual(['_int4', '_int8', '_text']);
});

const unhandled: unknown[] = [];
const note = (reason: unknown) => void unhandled.push(reason);
beforeAll(() => void process.on('unhandledRejection', note));
afterAll(() => void process.off('unhandledRejection', note));

test('a connection that breaks right after connecting fails only the statements queued on it', async () => {
  const address = new URL(process.env.DATABASE_URL!);
  const host = decodeURIComponent(address.hostname);
  const port = Number(address.port || 5432);
  const broken = createServer((near) => {
    const far = host.startsWith('/') ? dial(`${host}/.s.PGSQL.${port}`) : dial(port, host);
    let isReady = false;
    for (const socket of [near, far]) socket.on('error', () => undefined);
    far.on('data', (chunk: Buffer) => {
      // The end of the greeting: ReadyForQuery, idle.
      isReady ||= chunk.subarray(-6).toString('latin1') === 'Z\0\0\0\x05I';
      near.write(chunk);
    });
    near.on('close', () => far.destroy());
    near.on('data', (chunk: Buffer) => void (isReady ? near.resetAndDestroy() : far.write(chunk)));
  });
  await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
  address.hostname = '127.0.0.1';
  address.port = String((broken.address() as AddressInfo).port);
  const there = connect(address.href, { max: 1 });
  await expect(there.db.execute(sql`select 1`)).rejects.toMatchObject({
    cause: { code: expect.stringMatching(/ECONNRESET|CONNECTION_CLOSED/) },
  });
  await there.client.end({ timeout: 1 });
  broken.close();
  expect(unhandled).toEqual([]);
});

/** One connection through a tunnel. */
async function throughTunnel(session: SessionOptions = {}) {
  const tunnel = await startDatabaseTunnel(process.env.DATABASE_URL!);
  const client = postgresAt(
    tunnel.url,
    { max: 1, fetch_types: false, backoff: () => 0.05 },
    session,
  );
  onTestFinished(async () => {
    await client.end({ timeout: 0 });
    tunnel.stop();
  });
  return { tunnel, client };
}

/** A pool as the process has one, through a tunnel. */
async function poolThroughTunnel(max: number, session: SessionOptions = {}) {
  const tunnel = await startDatabaseTunnel(process.env.DATABASE_URL!);
  const open = (onclose: () => void) =>
    postgresAt(
      tunnel.url,
      { max: 1, fetch_types: false, onclose },
      { ...session, dialsOnce: true },
    );
  const pool = createPool({ open: open as never, max, maxWait: 200 });
  onTestFinished(async () => {
    await pool.end({ timeout: 0 });
    tunnel.stop();
  });
  const number = async (of: Pick<typeof pool, 'unsafe'>, value: number) =>
    (await of.unsafe<{ number: number }[]>(`select ${value} as number`))[0]!.number;
  return { tunnel, pool, number };
}

const closed = { code: expect.stringMatching(/ECONN|CONNECTION_|57P01/) as unknown };

test('a connection without an answer for too long is closed, and the next statement reconnects', async () => {
  const { tunnel, pool, number } = await poolThroughTunnel(2, { answerWithin: 300 });
  await number(pool, 1);
  tunnel.silence();
  await expect(number(pool, 2)).rejects.toMatchObject({ code: 'CONNECTION_SILENT' });
  expect(await number(pool, 3)).toBe(3);
});

test('an answer that arrived while this process was busy is not too late', async () => {
  const client = postgresAt(
    process.env.DATABASE_URL!,
    { max: 1, fetch_types: false },
    { answerWithin: 300 },
  );
  onTestFinished(() => client.end());
  await client`select 1`;
  const asked = client<{ number: number }[]>`select 2 as number`.execute();
  // Longer than it may take, and than until somebody looks.
  await beBusy(1_500);
  expect((await asked)[0]!.number).toBe(2);
});

test('connections silent since a time, idle ones too, are closed, and others stay open', async () => {
  const [silent, lively] = [await poolThroughTunnel(2), await poolThroughTunnel(2)];
  const backend = async ({ pool }: typeof lively) =>
    (await pool.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid'))[0]!.pid;
  const [first, second] = [await backend(silent), await backend(lively)];
  silent.tunnel.silence();
  const before = performance.now();
  expect(await backend(lively)).toBe(second);
  expect(closeSilentSince(before, before)).toBeGreaterThanOrEqual(1);
  await expect.poll(() => silent.tunnel.connections()).toBe(0);
  expect(await backend(silent)).not.toBe(first);
  expect(await backend(lively)).toBe(second);
});

test('a connection dialled into silence is closed as soon as a later one works, and others stay open', async () => {
  const [frozen, lively] = [await poolThroughTunnel(2), await poolThroughTunnel(2)];
  frozen.tunnel.freeze();
  const first = frozen.number(frozen.pool, 1).catch((error: unknown) => error);
  await expect.poll(() => frozen.tunnel.connections()).toBe(1);
  frozen.tunnel.open();
  const later = performance.now();
  expect(await lively.number(lively.pool, 2)).toBe(2);
  expect(closeSilentSince(-Infinity, later)).toBe(1);
  expect(await first).toMatchObject({ code: 'CONNECTION_SILENT' });
  expect(await frozen.number(frozen.pool, 3)).toBe(3);
  expect(lively.tunnel.dialled('')).toBe(1);
});

test('over a slow network to the database nothing is lost', async () => {
  const { tunnel, pool, number } = await poolThroughTunnel(2, {
    settings: { timezone: 'UTC' },
    answerWithin: 8_000,
  });
  tunnel.delay(300);
  expect(await Promise.all([1, 2, 3].map((value) => number(pool, value)))).toEqual([1, 2, 3]);
});

test.each(['refuses', 'hangs up during the start'])(
  'a server that %s fails pending statements, and the pool recovers',
  async (fault) => {
    const { tunnel, pool, number } = await poolThroughTunnel(2);
    if (fault === 'refuses') tunnel.close();
    else tunnel.cutAfter(20);
    const failures = await Promise.all(
      [1, 2, 3, 4].map((value) => number(pool, value).catch((error: unknown) => error)),
    );
    for (const failure of failures) expect(failure).toMatchObject(closed);
    tunnel.open();
    tunnel.cutAfter(Infinity);
    expect(await Promise.all([1, 2, 3].map((value) => number(pool, value)))).toEqual([1, 2, 3]);
  },
);

test('a statement and a transaction sent while their connection is cut fail, and no part of them runs on another', async () => {
  const { tunnel, pool, number } = await poolThroughTunnel(3);
  await db.execute(sql`create table if not exists cut_short (number int)`);
  for (let round = 0; round < 20; round += 1) {
    const work = pool.begin(async (session) => {
      await number(session, 1);
      tunnel.reset();
      await new Promise((resolve) => setTimeout(resolve, round % 3));
      // Statements after the break must not use another connection, where they would be committed
      // at once.
      await session.unsafe(`insert into cut_short values (${round})`).catch(() => undefined);
      await session.unsafe(`insert into cut_short values (${round})`);
    });
    const [outcome] = await Promise.all([
      work.catch((error: unknown) => error),
      number(pool, 2).catch(() => undefined),
      number(pool, 3).catch(() => undefined),
    ]);
    expect(outcome).toMatchObject(closed);
    // An idle connection may have been cut as well without the pool knowing yet.
    await expect.poll(() => number(pool, round).catch((error: unknown) => error)).toBe(round);
  }
  expect(await db.execute(sql`select * from cut_short`)).toHaveLength(0);
  await db.execute(sql`drop table cut_short`);
  expect(unhandled).toEqual([]);
});

test('a transaction whose failed statement was caught does not count as committed', async () => {
  const caught = db.transaction(async (tx) => {
    await tx.execute(sql`select 1 / 0`).catch(() => undefined);
  });
  await expect(caught).rejects.toMatchObject({
    message: expect.stringContaining('division by zero') as unknown,
  });
  const nested = await db.transaction(async (tx) => {
    await tx.transaction((inner) => inner.execute(sql`select 1 / 0`)).catch(() => undefined);
    return (await tx.execute<{ number: number }>(sql`select 4 as number`))[0]!.number;
  });
  expect(nested).toBe(4);
});

test('transactions leave a connection for statements, and wait for each other no longer than configured', async () => {
  const { pool, number } = await poolThroughTunnel(2);
  let finish = () => {};
  const held = pool.begin(() => new Promise<void>((resolve) => (finish = resolve)));
  expect(await Promise.all([1, 2].map((value) => number(pool, value)))).toEqual([1, 2]);
  await expect(pool.begin((session) => number(session, 3))).rejects.toMatchObject({
    code: 'unavailable',
    retryAfter: 2,
  });
  finish();
  await held;
  expect(await pool.begin((session) => number(session, 4))).toBe(4);
});

test('work that needs the database retries and logs once', async () => {
  const { tunnel, pool, number } = await poolThroughTunnel(2);
  tunnel.close();
  const reasons: string[] = [];
  const log = (reason: string) => {
    reasons.push(reason);
    tunnel.open();
  };
  expect(await untilReached(() => number(pool, 5), { log })).toBe(5);
  expect(reasons).toHaveLength(1);
});

test('work that fails for another reason than its connection is not tried again', async () => {
  const { pool } = await poolThroughTunnel(2);
  const log = (reason: string) => expect.fail(reason);
  await expect(untilReached(() => pool.unsafe('select nonsense'), { log })).rejects.toThrow(
    'nonsense',
  );
});

test("a setting unknown to the server fails the statement with the server's message", async () => {
  const { client } = await throughTunnel({ settings: { no_such_setting: 1 } });
  await expect(client`select 1`).rejects.toThrow('no_such_setting');
});
