import { chmodSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '#server/migrate.ts';
import { startThrowawayPostgres } from '../../scripts/launch/throwaway-postgres.ts';
import { startMailServer } from '../support/mail.ts';
import { runCommand } from './commands.ts';
import { temporaryFolder } from './places.ts';

async function examine(env: Record<string, string>): Promise<{ code: number | NodeJS.Signals; lines: string[] }> {
  const doctor = runCommand(['doctor'], env);
  const code = await doctor.ended;
  return { code, lines: doctor.said().trim().split('\n').map((line) => line.replace(/ {2,}/g, ' ')) };
}

test('a site in good order: one line for each thing', async () => {
  const database = await startThrowawayPostgres();
  onTestFinished(() => database.stop());
  await migrate(database.url);
  const mail = await startMailServer();
  onTestFinished(() => mail.stop());
  const { code, lines } = await examine({ DATA_DIR: temporaryFolder(), DATABASE_URL: database.url, SMTP_URL: mail.url, MAIL_FROM: 'Hearth <hearth@hearth.example>' });
  expect(lines.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual(['ok settings', 'ok secrets', 'ok storage', 'ok database', 'ok mail']);
  expect(code).toBe(0);
});

test('before the first start there is nothing wrong either', async () => {
  const { code, lines } = await examine({ DATA_DIR: temporaryFolder() });
  expect(lines).toContain('ok database the embedded one is made at the first start');
  expect(code).toBe(0);
});

test('a wrong setting is named', async () => {
  const { code, lines } = await examine({ DATA_DIR: temporaryFolder(), EMAIL_VERIFICATION: 'perhaps' });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^wrong settings Setting EMAIL_VERIFICATION: .* \(nothing else was looked at\)$/);
  expect(code).toBe(1);
});

test('what does not work is wrong, what is risky is a warning, and no secret is shown', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'secret-keys'), 'x');
  chmodSync(join(folder, 'secret-keys'), 0o644);
  const { code, lines } = await examine({
    DATA_DIR: folder,
    DATABASE_URL: 'postgres://hearth:tops3cret@127.0.0.1:9/hearth',
    SMTP_URL: 'smtp://user:hushhush@127.0.0.1:9',
    PUBLIC_ORIGIN: 'http://hearth.example',
    RATE_LIMIT_SCALE: '50',
    ...{ S3_BUCKET: 'pictures', S3_ENDPOINT: 'http://127.0.0.1:9', S3_ACCESS_KEY: 'reader', S3_SECRET_KEY: 'bucketword' },
  });
  expect(code).toBe(1);
  const found = (start: string) => lines.filter((line) => line.startsWith(start));
  expect(found('warning settings passwords travel readable')).toHaveLength(1);
  expect(found('warning settings RATE_LIMIT_SCALE is 50')).toHaveLength(1);
  expect(found(`wrong secrets other accounts may read ${join(folder, 'secret-keys')}: chmod 600`)).toHaveLength(1);
  expect(found('wrong database cannot be reached')).toHaveLength(1);
  expect(found('wrong mail smtp://127.0.0.1:9 does not take mail')).toHaveLength(1);
  expect(found('wrong bucket pictures at http://127.0.0.1:9 cannot be used')).toHaveLength(1);
  expect(lines.join('\n')).not.toMatch(/tops3cret|hushhush|bucketword/);
});

test('a bucket is written, read and cleaned up', async () => {
  const asked: string[] = [];
  const store = createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url!, 'http://store');
    asked.push(`${req.method} ${pathname}`);
    const isList = searchParams.has('list-type');
    req.resume().on('end', () => res.end(isList ? '<ListBucketResult><Contents><Key>doctor/1</Key></Contents></ListBucketResult>' : req.method === 'GET' ? 'ok' : req.method === 'POST' ? '<DeleteResult/>' : ''));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void store.close());
  await once(store, 'listening');
  const S3_ENDPOINT = `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
  const { code, lines } = await examine({ DATA_DIR: temporaryFolder(), S3_BUCKET: 'pictures', S3_ENDPOINT, S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' });
  expect(lines).toContain(`ok bucket pictures at ${S3_ENDPOINT} takes files and gives them back`);
  expect(asked.map((line) => line.split(' ')[0])).toEqual(['PUT', 'GET', 'GET', 'POST']);
  expect(code).toBe(0);
});

test('a database that lacks migrations is told', async () => {
  const database = await startThrowawayPostgres();
  onTestFinished(() => database.stop());
  const folder = temporaryFolder();
  expect((await examine({ DATA_DIR: folder, DATABASE_URL: database.url })).lines.join('\n')).toContain('migrations are not applied yet');
});

test('the superuser is not the role for a site', async () => {
  const database = await startThrowawayPostgres();
  onTestFinished(() => database.stop());
  const { lines } = await examine({ DATA_DIR: temporaryFolder(), DATABASE_URL: database.adminUrl });
  expect(lines.join('\n')).toContain('warning database the role in DATABASE_URL is a superuser');
});
