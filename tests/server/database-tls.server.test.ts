import { readFileSync } from 'node:fs';
import { createServer, connect as dial, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { PgBoss, type Db } from 'pg-boss';
import { expect, onTestFinished, test } from 'vitest';
import { pgOptions } from '#server/database/pg-options.ts';
import { untilReached } from '#server/database/until-reached.ts';
import { postgresAt } from '#server/postgres-at.ts';
import { startDatabaseTunnel } from '../support/tunnel.ts';

/** A TLS proxy with a self-signed certificate. */
async function startTlsProxy(answer: 'S' | 'N'): Promise<URL> {
  const plain = await startDatabaseTunnel(process.env.DATABASE_URL!);
  const pem = readFileSync(join(import.meta.dirname, '../fixtures/tls.pem'));
  const proxy = createServer((near) => {
    near.on('error', () => undefined);
    near.once('data', (first: Buffer) => {
      const asksForTls = first.length === 8;
      if (asksForTls) near.write(answer);
      const isTls = asksForTls && answer === 'S';
      const open = isTls ? new TLSSocket(near, { isServer: true, key: pem, cert: pem }) : near;
      const far = dial(plain.port, '127.0.0.1');
      if (!asksForTls) far.write(first);
      for (const socket of [open, far]) socket.on('error', () => undefined);
      open.pipe(far).pipe(open);
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    proxy.close();
    plain.stop();
  });
  const address = new URL(plain.url);
  address.port = String((proxy.address() as AddressInfo).port);
  return address;
}

/** Connects with the job queue's own driver. */
async function askAsJobs(url: string): Promise<string> {
  const queue = new PgBoss({ ...(await pgOptions(url)), max: 1, connectionTimeoutMillis: 5_000 });
  const database = queue.getDb() as unknown as Record<'open' | 'close', () => Promise<void>> & Db;
  await database.open();
  const result = await database.executeSql('select 1').then(
    () => 'answered',
    (error: Error) => error.message,
  );
  await database.close();
  return result;
}

const authority = join(import.meta.dirname, '../fixtures/tls.pem');
const otherAuthority = join(import.meta.dirname, '../fixtures/self-signed.pem');

test.each([
  ['sslmode=require', 'S', 'answered'],
  ['sslmode=no-verify', 'S', 'answered'],
  ['sslmode=prefer', 'S', 'answered'],
  ['sslmode=prefer', 'N', 'answered'],
  ['sslmode=require', 'N', /offers no TLS|does not support SSL/],
  ['sslmode=verify-full', 'S', /self-signed certificate/],
  [`sslmode=verify-full&sslrootcert=${authority}`, 'S', 'answered'],
  [`sslmode=require&sslrootcert=${otherAuthority}`, 'S', /self-signed certificate/],
  ['sslmode=require&channel_binding=require&gssencmode=disable&keepalives=1', 'S', 'answered'],
] as const)(
  '%s with a server that answers %s, for both drivers: %s',
  async (parameters, answer, outcome) => {
    const address = await startTlsProxy(answer);
    address.search = parameters;
    const client = postgresAt(
      address.href,
      { max: 1, fetch_types: false },
      { settings: { timezone: 'UTC' } },
    );
    const result = await client`select 1`.then(
      () => 'answered',
      (error: Error) => error.message,
    );
    await client.end({ timeout: 0 });
    expect(result).toMatch(outcome);
    expect(await askAsJobs(address.href)).toMatch(outcome);
  },
);

test('an unreadable CA file is named in the error, without retrying', async () => {
  const address = new URL(process.env.DATABASE_URL!);
  address.search = 'sslmode=require&sslrootcert=/nowhere.pem';
  const connect = async () => postgresAt(address.href);
  await expect(untilReached(connect, { log: () => undefined })).rejects.toThrow(
    '/nowhere.pem cannot be read (ENOENT)',
  );
});
