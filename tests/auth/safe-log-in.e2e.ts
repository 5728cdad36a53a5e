// @module-tag rights
import { Secret, TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { expectNoProblems, launchBrowser, showAs } from '../support/browser.ts';
import { freePort } from '../support/free-port.ts';
import { memberOf } from '../support/member.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { openWindowAs } from '../support/signed-in.ts';

let running: TestServer;
/** By a host name: browsers bind passkeys to one, and refuse 127.0.0.1. */
let server: { origin: string };
let browser: Browser;
beforeAll(async () => {
  const port = String(await freePort());
  server = { origin: `http://localhost:${port}` };
  [running, browser] = await Promise.all([
    startServer({ PORT: port, PUBLIC_ORIGIN: server.origin }),
    launchBrowser(),
  ]);
});
afterAll(async () => {
  await browser.close();
  await running.stop();
});

/** The app's current code. */
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate();

/** From an empty page: a call that the screen makes without its cookies leads to the log-in by itself. */
async function dropCookies(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}

test('its screens hold for everyone, on a desktop in the light theme and on a phone in the dark one (axe)', async () => {
  const member = await memberOf(server, 'Axel');
  const visit = await openWindowAs(browser, member, { origin: server.origin });
  const { page } = visit;
  const check = async (what: string) => {
    await expectAccessible(page, `${what}, desktop`);
    await showAs(page, 'phone', 'dark');
    await expectAccessible(page, `${what}, phone`);
    await showAs(page, 'desktop', 'light');
  };
  await page.goto('/profile/settings/two-factor');
  await check('off');
  await page.getByLabel('Your password').fill(member.password);
  await page.getByRole('button', { name: 'Set up' }).click();
  const secret = (await page.locator('.setup-secret').textContent())!;
  await check('set-up');
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByText('Two-factor login is on.').waitFor();
  await check('codes');
  await page.goto('/profile/settings/two-factor');
  await check('on');
  await page.goto('/profile/settings/passkeys');
  await check('passkeys');
  expectNoProblems(visit);
  await dropCookies(page);
  await page.goto('/login');
  await page.getByLabel('E-mail address').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
  await check('second step');
  await visit.context.close();
});

/** A virtual authenticator of Chromium. */
async function plugIn(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options });
  return {
    owner: (isThere: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: isThere }),
    devtools,
    authenticatorId,
  };
}

test('a passkey is added, logs in without password and code, and is removed', async () => {
  const member = await memberOf(server, 'Paz');
  const visit = await openWindowAs(browser, member, { origin: server.origin });
  const { page } = visit;
  const device = await plugIn(page);
  await page.goto('/profile/settings/passkeys');
  const form = page.locator('form[data-add-passkey]');
  await form.getByLabel('Name').fill('My little phone');
  await form.getByLabel('Your password').fill('wrong');
  await form.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('This password is wrong.').waitFor();
  await form.getByLabel('Your password').fill(member.password);
  await form.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('Your passkey was added.').waitFor();
  await page.getByText('My little phone').waitFor();
  expect(visit.problems.filter((problem) => !problem.includes('400 (Bad Request)'))).toEqual([]);

  const logIn = async (next = '') => {
    await dropCookies(page);
    await page.goto(`/login${next}`);
    await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  };
  await logIn('?next=/friends');
  await page.waitForURL(`${server.origin}/friends`);
  expect((await visit.context.cookies()).find(({ name }) => name === 'hearth_member')?.value).toBe(
    String(member.id),
  );
  // Somebody who stole the device cannot log in: the device does not verify them.
  await device.owner(false);
  await logIn();
  await page.getByText('Cancelled: no passkey was used.').waitFor();
  await device.owner(true);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await page.waitForURL(/\/home$/);

  await page.goto('/profile/settings/passkeys');
  await page.getByText('Change', { exact: true }).click();
  await page.getByRole('listitem').getByLabel('Name').fill('My old phone');
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByText('My old phone').waitFor();
  await page.getByText('Change', { exact: true }).click();
  await page.getByRole('listitem').getByLabel('Your password').fill(member.password);
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('You have no passkeys yet.').waitFor();
  await logIn();
  await page.getByText('This site does not recognise that passkey.').waitFor();
  await visit.context.close();
});

test('the response of a passkey is valid once, for its member, and only under our address', async () => {
  const member = await memberOf(server, 'Quin');
  const visit = await openWindowAs(browser, member, { origin: server.origin });
  const { page } = visit;
  await plugIn(page);
  const sent: Array<{ url: string; body: string }> = [];
  page.on('request', (request) => {
    if (/passkeys?$/.test(request.url()) && request.method() === 'POST')
      sent.push({ url: request.url(), body: request.postData()! });
  });
  await page.goto('/profile/settings/passkeys');
  await page.locator('form[data-add-passkey]').getByLabel('Your password').fill(member.password);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('Your passkey was added.').waitFor();
  await dropCookies(page);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await page.waitForURL(/\/home$/);
  const consumer = { oauth_consumer_key: 'hearth-web', oauth_consumer_secret: 'hearth-web' };
  const post = async (
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = consumer,
  ) =>
    (await (
      await fetch(`${server.origin}/api/rest${path}`, {
        method: 'POST',
        headers,
        body: new URLSearchParams(fields),
      })
    ).json()) as { status_code: number; error_code?: string; body?: Record<string, string> };
  const [added, loggedIn] = ['/members/settings/passkeys', '/login/passkey'].map((end) =>
    new URLSearchParams(sent.find(({ url }) => url.endsWith(end))!.body).get('credential')!,
  );
  // A replay of the same response.
  expect(await post('/login/passkey', { credential: loggedIn! })).toMatchObject({
    status_code: 400,
    error_code: 'code_invalid',
  });
  const other = await memberOf(server, 'Roe');
  expect(
    await post(
      '/members/settings/passkeys',
      { credential: added!, name: 'Mine now' },
      other.headers,
    ),
  ).toMatchObject({ status_code: 400 });
  // A signature over our challenge, but made for another origin.
  const { body } = await post('/login/passkey/options', {});
  const { response, ...rest } = JSON.parse(loggedIn!) as { response: Record<string, string> };
  const clientDataJSON = Buffer.from(
    JSON.stringify({
      type: 'webauthn.get',
      challenge: body!.challenge,
      origin: 'https://evil.example',
      crossOrigin: false,
    }),
  ).toString('base64url');
  expect(
    await post('/login/passkey', {
      credential: JSON.stringify({ ...rest, response: { ...response, clientDataJSON } }),
    }),
  ).toMatchObject({ status_code: 400, error_code: 'code_invalid' });
  for (const credential of [
    '',
    '{}',
    '[]',
    'null',
    '{"id":1}',
    'not json',
    JSON.stringify({ ...rest, id: '__proto__', response: { ...response, userHandle: 'AA' } }),
  ]) {
    expect(
      (await post('/login/passkey', { credential })).status_code,
      credential,
    ).toBeGreaterThanOrEqual(400);
  }
  await visit.context.close();
});
