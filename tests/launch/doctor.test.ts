import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer as createSilentServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { connect, createServer } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { startJobs, stopJobs } from '#server/jobs.ts';
import { migrate } from '#server/migrate.ts';
import { query } from '../../scripts/launch/database.ts';
import { trustAuthorities } from '../../scripts/launch/settings.ts';
import { startThrowawayPostgres } from '../../scripts/launch/throwaway-postgres.ts';
import { startBucket } from '../support/bucket.ts';
import { selfSignedTls, startMailServer } from '../support/mail.ts';
import { runCommand } from './commands.ts';
import { temporaryFolder } from './folders.ts';

async function examine(
  env: Record<string, string>,
): Promise<{ code: number | NodeJS.Signals; lines: string[] }> {
  const doctor = runCommand(['doctor'], env);
  const code = await doctor.ended;
  return {
    code,
    lines: doctor
      .output()
      .trim()
      .split('\n')
      .map((line) => line.replace(/ {2,}/g, ' ')),
  };
}

test('a healthy site: one line per check', async () => {
  const database = await startThrowawayPostgres();
  onTestFinished(() => database.stop());
  await migrate(database.url);
  const mail = await startMailServer();
  onTestFinished(() => mail.stop());
  const settings = {
    DATA_DIR: temporaryFolder(),
    DATABASE_URL: database.url,
    SMTP_URL: mail.url,
    MAIL_FROM: 'Hearth <hearth@hearth.example>',
    FFMPEG_PATH: 'off',
  };
  const empty = await examine(settings);
  expect(empty.lines).toContainEqual(
    expect.stringMatching(/^warning database has no administrator: .*npm run make-admin/),
  );
  expect(empty.code).toBe(0);
  const command = runCommand(['make-admin'], settings);
  expect(await command.ended).toBe(0);
  expect(command.output()).toMatch(/\nhttp:\/\/localhost:4321\/first-administrator\/[\w-]{43}\n$/);
  await query(
    database.url,
    (sql) => sql`
      insert into members (
        status, role, email, username, first_name, last_name, displayname, password_hash
      )
      values ('active', 'admin', 'ada@site.example', 'ada', 'Ada', 'Quill', 'Ada Quill', 'none')`,
  );
  const { code, lines } = await examine(settings);
  expect(lines.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
    'ok settings',
    'ok secrets',
    'ok storage',
    'ok videos',
    'ok database',
    'ok mail',
  ]);
  expect(code).toBe(0);
  await query(
    database.url,
    (sql) => sql`
      with campaign as (insert into ad_campaigns (name) values ('Autumn') returning id),
        ad as (
          insert into ads (campaign_id, package_id, model, bought, currency, starts_at)
          select id, 1, 'views', 1000, 'EUR', now() from campaign
          returning id
        )
      insert into ad_versions (ad_id, version, submitted_at)
      select id, 1, now() - interval '4 days' from ad`,
  );
  const waiting = await examine(settings);
  expect(waiting.lines).toContain(
    'warning ads 0 running, 0 not paid, 1 waiting for approval, the first for 4 days: decide at /admin/ads',
  );
  await query(database.url, (sql) => sql`update ad_settings set are_on = false`);
  const off = await examine(settings);
  expect(off.lines).toContain('ok ads off: nothing runs (/admin/ads switches them on)');
});

test('before the first start there are no faults either', async () => {
  const { code, lines } = await examine({ DATA_DIR: temporaryFolder() });
  expect(lines).toContain('ok database the embedded one is made at the first start');
  expect(code).toBe(0);
});

test('an invalid setting is named', async () => {
  const { code, lines } = await examine({
    DATA_DIR: temporaryFolder(),
    EMAIL_VERIFICATION: 'perhaps',
  });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(
    /^wrong settings Setting EMAIL_VERIFICATION: .* \(nothing else was looked at\)$/,
  );
  expect(code).toBe(1);
});

test('faults are wrong, risks are warnings, and no secret is shown', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'secret-keys'), 'x');
  chmodSync(join(folder, 'secret-keys'), 0o644);
  const { code, lines } = await examine({
    DATA_DIR: folder,
    DATABASE_URL: 'postgres://hearth:tops3cret@127.0.0.1:9/hearth',
    SMTP_URL: 'smtp://user:hushhush@127.0.0.1:9',
    PUBLIC_ORIGIN: 'http://hearth.example',
    RATE_LIMIT_SCALE: '50',
    S3_BUCKET: 'pictures',
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_ACCESS_KEY: 'reader',
    S3_SECRET_KEY: 'bucketword',
  });
  expect(code).toBe(1);
  const found = (start: string) => lines.filter((line) => line.startsWith(start));
  expect(found('warning settings passwords travel readable')).toHaveLength(1);
  expect(found('warning settings RATE_LIMIT_SCALE is 50')).toHaveLength(1);
  expect(
    found(`wrong secrets other accounts may read ${join(folder, 'secret-keys')}: chmod 600`),
  ).toHaveLength(1);
  expect(found('wrong database cannot be reached')).toHaveLength(1);
  expect(found('wrong mail smtp://127.0.0.1:9 does not take mail')).toHaveLength(1);
  expect(found('wrong bucket pictures at http://127.0.0.1:9 cannot be used')).toHaveLength(1);
  expect(lines.join('\n')).not.toMatch(/tops3cret|hushhush|bucketword/);
});

test('folders that other accounts may look into are named', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'media'), { mode: 0o755 });
  mkdirSync(join(folder, 'uploads'), { mode: 0o700 });
  chmodSync(folder, 0o755);
  const { code, lines } = await examine({ DATA_DIR: folder });
  expect(lines.filter((line) => line.includes('other accounts'))).toEqual([
    `wrong storage other accounts may look into ${folder}: chmod go-rw ${folder}`,
    `wrong storage other accounts may look into ${folder}/media: chmod go= ${folder}/media`,
  ]);
  expect(code).toBe(1);
});

test('a bucket is written, read and cleaned up', async () => {
  const bucket = await startBucket();
  onTestFinished(() => bucket.close());
  const { S3_ENDPOINT } = bucket.settings;
  const { lines } = await examine({
    DATA_DIR: temporaryFolder(),
    ...bucket.settings,
  });
  expect(lines).toContain(`ok bucket media at ${S3_ENDPOINT} takes files and gives them back`);
  expect(bucket.names()).toEqual([]);
});

test('wrong keys of a bucket are named, without the keys', async () => {
  const bucket = await startBucket();
  onTestFinished(() => bucket.close());
  const { S3_ENDPOINT } = bucket.settings;
  const other = await examine({
    DATA_DIR: temporaryFolder(),
    ...bucket.settings,
    S3_SECRET_KEY: 'bucketword',
  });
  expect(
    other.lines.filter((line) =>
      line.startsWith(`wrong bucket media at ${S3_ENDPOINT} cannot be used`),
    ),
  ).toHaveLength(1);
  expect(other.lines.join('\n')).not.toContain('bucketword');
  expect(other.code).toBe(1);
});

test('a bucket that never answers is named', async () => {
  const silent = createSilentServer();
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => void silent.close().closeAllConnections());
  const S3_ENDPOINT = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const { code, lines } = await examine({
    DATA_DIR: temporaryFolder(),
    S3_BUCKET: 'pictures',
    S3_ENDPOINT,
    S3_ACCESS_KEY: 'reader',
    S3_SECRET_KEY: 'bucketword',
    S3_TIMEOUT_SECONDS: '1',
  });
  expect(lines).toContainEqual(
    expect.stringMatching(
      `^wrong bucket pictures at ${S3_ENDPOINT} cannot be used \\(no answer within 1 s\\)`,
    ),
  );
  expect(code).toBe(1);
});

test('a missing program for videos is named', async () => {
  const { lines } = await examine({ DATA_DIR: temporaryFolder(), FFMPEG_PATH: '/no/ffmpeg' });
  expect(
    lines.filter((line) => line.startsWith('wrong videos /no/ffmpeg does not run')),
  ).toHaveLength(1);
});

test('a mail server with a self-signed certificate is reported with the setting that fixes it', async () => {
  const mail = await startMailServer(selfSignedTls());
  onTestFinished(() => mail.stop());
  const { lines } = await examine({
    DATA_DIR: temporaryFolder(),
    SMTP_URL: mail.url,
    MAIL_FROM: 'Hearth <hearth@hearth.example>',
  });
  expect(lines.join('\n')).toMatch(
    /wrong mail smtp:\/\/127[^ ]+ does not take mail: its certificate is self-signed .*\?tls=unverified/,
  );
  const mended = await examine({
    DATA_DIR: temporaryFolder(),
    SMTP_URL: `${mail.url}?tls=unverified`,
    MAIL_FROM: 'Hearth <hearth@hearth.example>',
  });
  expect(mended.lines.join('\n')).toMatch(/ok mail 127[^ ]+ takes mail/);
});

test('missing migrations are reported', async () => {
  const database = await startThrowawayPostgres();
  onTestFinished(() => database.stop());
  const folder = temporaryFolder();
  expect(
    (await examine({ DATA_DIR: folder, DATABASE_URL: database.url })).lines.join('\n'),
  ).toContain('migrations are not applied yet');
});

test('a superuser role is reported', async () => {
  const database = await startThrowawayPostgres();
  onTestFinished(() => database.stop());
  const { lines } = await examine({ DATA_DIR: temporaryFolder(), DATABASE_URL: database.adminUrl });
  expect(lines.join('\n')).toContain('warning database the role in DATABASE_URL is a superuser');
});

test('failed jobs are reported with their cause, and a full disk of the database', async () => {
  const database = await startThrowawayPostgres();
  onTestFinished(() => database.stop());
  await migrate(database.url);
  Object.assign(process.env, { DATABASE_URL: database.url, LOG_LEVEL: 'silent' });
  const work = () => Promise.reject(new Error('Pruning failed: media'));
  await startJobs([{ name: 'hourly-file-prune', work }]);
  const examineDatabase = () =>
    examine({ DATA_DIR: temporaryFolder(), DATABASE_URL: database.url });
  expect((await examineDatabase()).lines).toContain('ok jobs nothing failed within a day');
  await query(database.url, (sql) => sql`insert into jobs.job (name) values ('hourly-file-prune')`);
  const hasFailed = () =>
    query(database.url, (sql) => sql`select from jobs.job where state = 'retry'`);
  await expect.poll(async () => (await hasFailed()).length).toBe(1);
  await stopJobs();
  const { lines } = await examineDatabase();
  expect(lines.join('\n')).toContain(
    'warning jobs hourly-file-prune: 1 failed within a day (Error: Pruning failed: media)',
  );

  const asAdmin = Object.assign(new URL(database.adminUrl), {
    pathname: new URL(database.url).pathname,
  });
  await query(asAdmin.href, async (sql) => {
    await sql`
      create function no_room() returns event_trigger language plpgsql
      as $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`;
    await sql`
      create event trigger no_room on ddl_command_start when tag in (
        'CREATE TABLE AS'
      ) execute function no_room()`;
  });
  expect((await examineDatabase()).lines.join('\n')).toContain(
    'wrong database the disk of its server is full',
  );
});

test('a certificate authority from .env applies to commands as well', async () => {
  const authority = join(import.meta.dirname, '../fixtures/tls.pem');
  const pem = readFileSync(authority);
  const server = createServer({ key: pem, cert: pem }, (socket) => socket.end()).listen(
    0,
    '127.0.0.1',
  );
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const greet = async () => {
    const socket = connect({ host: '127.0.0.1', port });
    const outcome = once(socket, 'secureConnect').then(
      () => 'accepted',
      (error: { code: string }) => error.code,
    );
    return outcome.finally(() => socket.destroy());
  };
  expect(await greet()).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
  trustAuthorities(authority);
  expect(await greet()).toBe('accepted');
  expect(() => trustAuthorities('/nowhere.pem')).toThrow(
    'Setting NODE_EXTRA_CA_CERTS: /nowhere.pem cannot be read (ENOENT)',
  );
});
