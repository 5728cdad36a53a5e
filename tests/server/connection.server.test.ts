import { connect as dial, createServer, type AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, db } from '#server/db.ts';

test('arrays of numbers and of text go there and come back as they are', async () => {
  const words = ['plain', '', 'with, comma', '"quoted"', 'back\\slash', '{braces}', 'NULL', ' two\nlines ', 'é🌻'];
  const [row] = await db.execute(sql`
    select ${sql.param(words)}::text[] as words, ${sql.param([1, -2])}::int[] as small, ${sql.param([3, 2 ** 40])}::bigint[] as large,
      ${sql.param([])}::text[] as none, ${sql.param(['a', null])}::text[] as gap, ${'{4,5}'}::bigint[] as written,
      ${sql.param(['members'])}::regclass[]::text as tables`);
  expect(row).toEqual({ words, small: [1, -2], large: [3, 2 ** 40], none: [], gap: ['a', null], written: [4, 5], tables: '{members}' });
});

test('columns keep no other arrays', async () => {
  const columns = await db.execute<{ type: string }>(sql`
    select distinct udt_name as type from information_schema.columns where table_schema = 'public' and data_type = 'ARRAY' order by 1`);
  expect(columns.map(({ type }) => type)).toEqual(['_int4', '_int8', '_text']);
});

const unhandled: unknown[] = [];
const note = (reason: unknown) => void unhandled.push(reason);
beforeAll(() => void process.on('unhandledRejection', note));
afterAll(() => void process.off('unhandledRejection', note));

test('a connection that breaks just after it was made fails what waited for it, and nothing besides', async () => {
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
  await expect(there.db.execute(sql`select 1`)).rejects.toMatchObject({ cause: { code: expect.stringMatching(/ECONNRESET|CONNECTION_CLOSED/) } });
  await there.client.end({ timeout: 1 });
  broken.close();
  expect(unhandled).toEqual([]);
});
