// @module-tag rights
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { runCommand } from '../launch/commands.ts';
import { startMailServer, type MailServer } from '../support/mail.ts';
import { memberOf, testPassword, type ApiMember } from '../support/member.ts';
import { serverForThisTest, startServer, type TestServer } from '../support/server.ts';

/** A site with a member and a mail that waits, ended, and a copy of its database. */
let site: TestServer;
let ada: ApiMember;
let mail: MailServer;
let copyUrl: string;

const post = (
  { origin }: Pick<TestServer, 'origin'>,
  path: string,
  fields: Record<string, string>,
) =>
  fetch(`${origin}/api/rest/${path}`, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams({
      oauth_consumer_key: 'hearth-web',
      oauth_consumer_secret: 'hearth-web',
      ...fields,
    }),
  });
const status = async ({ origin }: TestServer, headers: Record<string, string>) =>
  (await fetch(`${origin}/api/rest/notifications`, { headers })).status;

beforeAll(async () => {
  mail = await startMailServer();
  site = await startServer({ SMTP_URL: 'smtp://127.0.0.1:9', EMAIL_VERIFICATION: 'off' });
  ada = await memberOf(site, 'Ada');
  await post(site, 'forgot-password', { email: ada.email });
  await site.stop();
  const address = new URL(site.databaseUrl);
  const template = address.pathname.slice(1);
  const { url, prefix } = inject('databaseServer');
  address.pathname = `/${prefix}copy_${randomBytes(4).toString('hex')}`;
  copyUrl = address.href;
  const sql = postgresAt(url, { max: 1 });
  await sql.unsafe(`create database ${address.pathname.slice(1)} template ${template}`);
  await sql.end();
});
afterAll(() => mail.stop());

test('a copied database is open to a log-in with the password, and loses what was due once it is declared a copy', async () => {
  const copy = await serverForThisTest({
    DATABASE_URL: copyUrl,
    SMTP_URL: mail.url,
    EMAIL_VERIFICATION: 'off',
  });
  expect(copy.log()).toContainEqual(
    expect.objectContaining({ event: 'safe mode: this data belongs to another location' }),
  );
  expect(await status(copy, ada.headers)).toBe(401);
  // Cookies ignore the port: on this host they are those of the running site.
  const { oauth_token, oauth_secret, ...consumer } = ada.headers;
  expect([oauth_token, oauth_secret]).not.toContain(undefined);
  const headers = { ...consumer, cookie: ada.cookie };
  expect(await status(copy, headers)).toBe(401);
  for (const path of ['/home', '/', '/api/rest/notifications']) {
    const answer = await fetch(copy.origin + path, { headers, redirect: 'manual' });
    expect([path, answer.headers.getSetCookie()]).toEqual([path, []]);
  }
  const { body } = (await (
    await post(copy, 'login', { email: ada.email, password: testPassword })
  ).json()) as { body: { oauth_token: string; oauth_secret: string } };
  const looking = {
    ...ada.headers,
    oauth_token: body.oauth_token,
    oauth_secret: body.oauth_secret,
  };
  expect(await status(copy, looking)).toBe(200);
  expect(await (await fetch(`${copy.origin}/robots.txt`)).text()).toBe(
    'User-agent: *\nDisallow: /\n',
  );
  expect((await fetch(copy.origin)).headers.get('x-robots-tag')).toBe('noindex');

  const settings = { DATABASE_URL: copyUrl, DATA_DIR: copy.dataDir, LOCATION_ID: '' };
  const doctor = runCommand(['doctor'], settings);
  expect(await doctor.ended).toBe(1);
  expect(doctor.output()).toMatch(/wrong +location +the data was last used at another one/);

  const restored = runCommand(['location', 'restored'], settings);
  expect(await restored.ended).toBe(1);
  expect(restored.output()).toContain('The site is running.');
  const answer = runCommand(['location', 'copy'], settings);
  expect(await answer.ended).toBe(0);
  await expect
    .poll(() => copy.log())
    .toContainEqual(expect.objectContaining({ event: 'safe mode has ended' }));
  expect(await status(copy, ada.headers)).toBe(401);
  expect((await fetch(copy.origin)).headers.get('x-robots-tag')).toBeNull();
  await post(copy, 'forgot-password', { email: ada.email });
  await mail.mailTo(ada.email);
  expect(mail.mails).toHaveLength(1);
});

test('the site itself goes on from another machine, and is not taken for a copy', async () => {
  const again = await serverForThisTest({ DATABASE_URL: site.databaseUrl, SMTP_URL: mail.url });
  expect(await status(again, ada.headers)).toBe(200);
  const answer = runCommand(['location', 'copy'], {
    DATABASE_URL: site.databaseUrl,
    DATA_DIR: again.dataDir,
    LOCATION_ID: '',
  });
  expect(await answer.ended).toBe(1);
  expect(answer.output()).toContain('This is no copy but the site itself');
  expect(await status(again, ada.headers)).toBe(200);
});
