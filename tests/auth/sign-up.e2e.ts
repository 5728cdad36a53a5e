// @module-tag stores
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, openWindow, type Visit } from '../support/browser.ts';
import { startMailServer, type MailServer } from '../support/mail.ts';
import { screenFaults } from '../support/screen-faults.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { fillSignUp } from '../support/sign-up-form.ts';
import { confirmedMember, linkIn, newAddress, password } from './plain-sign-up.ts';

let browser: Browser;
let server: TestServer;
let mailbox: MailServer;
beforeAll(async () => {
  mailbox = await startMailServer();
  [browser, server] = await Promise.all([launchBrowser(), startServer({ SMTP_URL: mailbox.url })]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  await mailbox.stop();
});

/** Forms with errors answer 400, which Chromium logs to its console. */
const realProblems = ({ problems }: Visit) =>
  problems.filter((problem) => !/status of 4\d\d/.test(problem));
const send = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function logIn(page: Page, email: string, secret = password) {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await send(page, 'Log in');
}

const verified = 'Verification successful, redirecting to login...';
const cookieNames = async ({ context }: Visit) =>
  (await context.cookies()).map(({ name }) => name).sort();

test('a newcomer signs up, confirms by mail, logs in to the requested page, signs out, and replaces a forgotten password', async () => {
  const visit = await openWindow(browser, { origin: server.origin });
  const { page } = visit;
  const email = newAddress();
  await fillSignUp(page, { email, password });
  expect(await page.title()).toBe('Sign up · Hearth');
  await send(page, 'Sign up');
  await page.waitForURL(/\/signup\/verify\?email=/);
  expect(await page.getByRole('main').textContent()).toContain(email);

  const mail = await mailbox.mailTo(email);
  // The message stays long enough to be read: the time of the page passes when the test says so.
  await page.clock.install();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await page.goto(linkIn(mail.text, 'signup/verify'));
  await page.getByText(verified).waitFor();
  await page.evaluate(() =>
    window.navigation.addEventListener('navigate', () => (document.title = 'left')),
  );
  await page.clock.runFor(1_000);
  expect(await page.title()).toBe('Confirm your address · Hearth');
  await page.clock.runFor(1_000);
  await page.waitForURL(/\/login$/);
  await page.clock.resume();

  await page.goto('/home?from=test');
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(
    '/login?next=%2Fhome%3Ffrom%3Dtest',
  );
  await logIn(page, email);
  await page.waitForURL(/\/home\?from=test$/);
  expect(await cookieNames(visit)).toEqual([
    'hearth_device',
    'hearth_member',
    'hearth_secret',
    'hearth_token',
  ]);
  await page.goto('/login?next=//evil.example');
  expect(new URL(page.url()).origin).toBe(server.origin);

  await page.goto('/logout');
  await send(page, 'Sign Out');
  await page.waitForURL(`${server.origin}/`);
  const notices = page.getByRole('region', { name: 'Notices' });
  await notices.getByText('Successfully logged out!').waitFor();
  expect(await screenFaults(page)).toEqual([]);
  expect(await cookieNames(visit)).not.toContain('hearth_token');
  await page.goto('/home');
  expect(page.url()).toContain('/login?next=');

  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('E-mail address').fill(email);
  await send(page, 'Send me a link');
  await page.getByText('If there is an account with this address').waitFor();
  const reset = await mailbox.mailTo(email, ({ subject }) => subject.startsWith('Choose'));
  await page.goto(linkIn(reset.text, 'reset-password'));
  await page.getByLabel('New password', { exact: true }).fill('another lantern');
  await page.getByLabel('New password again').fill('another lantern');
  await send(page, 'Change password');
  await page.waitForURL(/\/login\?changed$/);
  await logIn(page, email, 'another lantern');
  await page.waitForURL(/\/home$/);
  expect(realProblems(visit)).toEqual([]);
  await visit.context.close();
});

test('a password can be shown, and its strength is named', async () => {
  const visit = await openWindow(browser, { origin: server.origin });
  const { page } = visit;
  await fillSignUp(page, { email: newAddress(), password });
  await page.getByText('Password strength: strong').waitFor();
  const secret = page.getByLabel('Password', { exact: true });
  expect(await secret.getAttribute('type')).toBe('password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect.poll(() => secret.getAttribute('type')).toBe('text');
  expect(realProblems(visit)).toEqual([]);
  await visit.context.close();
});

test('after an error typed values stay, and its field has the focus', async () => {
  const visit = await openWindow(browser, { origin: server.origin });
  const { page } = visit;
  const email = newAddress();
  await fillSignUp(page, { email, password });
  await page.getByLabel('Last name').fill('Reed "the <b>brave</b>" 🦉');
  await page.getByLabel('Password', { exact: true }).fill('password');
  await page.getByLabel('Password again').fill('password!');
  await send(page, 'Sign up');
  await page.getByText('The passwords do not match.').waitFor();
  expect(await page.getByLabel('Last name').inputValue()).toBe('Reed "the <b>brave</b>" 🦉');
  expect(await page.getByLabel('E-mail address').inputValue()).toBe(email);
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
  expect(await page.getByLabel(/I agree/).isChecked()).toBe(true);
  const wrong = page.getByLabel('Password again');
  await expect.poll(() => wrong.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await wrong.getAttribute('aria-invalid')).toBe('true');
  const described = await wrong.getAttribute('aria-describedby');
  expect(await page.locator(`[id="${described}"]`).textContent()).toBe(
    'The passwords do not match.',
  );
  expect(realProblems(visit)).toEqual([]);
  await visit.context.close();
});

test('a second press of Sign up sends nothing', async () => {
  const visit = await openWindow(browser, { origin: server.origin });
  const { page } = visit;
  await fillSignUp(page, { email: newAddress(), password });
  let posts = 0;
  page.on('request', (request) => void (posts += request.method() === 'POST' ? 1 : 0));
  await page.getByRole('button', { name: 'Sign up' }).dblclick();
  await page.waitForURL(/\/signup\/verify/);
  expect(posts).toBe(1);
  expect(realProblems(visit)).toEqual([]);
  await visit.context.close();
});

test.each([
  ['without an answer', 'Error during verification, please contact support'],
  ['that is refused', 'Verification failed, please contact support'],
  ['by a wrong link', 'This link is no longer valid. Please ask for a new one.'],
])('a confirmation %s has its own message', async (fault, message) => {
  const { page, context } = await openWindow(browser, { origin: server.origin });
  const refusal = { status_code: 400, error: true, error_code: 'verification_fail', message: '' };
  if (fault !== 'by a wrong link')
    await page.route('**/api/rest/verify**', (route) =>
      fault === 'that is refused' ? route.fulfill({ status: 400, json: refusal }) : route.abort(),
    );
  await page.goto(`/signup/verify/email/a%40b.example/token/${'f'.repeat(32)}/verify/x`);
  await page.getByText(message).waitFor();
  await context.close();
});

test('a native shell keeps the credentials of a log-in for its calls, until the member signs out', async () => {
  const email = await confirmedMember(server, mailbox);
  const visit = await openWindow(browser, { origin: server.origin });
  const { page } = visit;
  // A shell keeps them outside of the browser.
  const preferences = new Map<string, string>();
  await page.exposeFunction('readPreference', (key: string) => preferences.get(key) ?? null);
  await page.exposeFunction('writePreference', (key: string, value: string | null) => {
    if (value === null) preferences.delete(key);
    else preferences.set(key, value);
  });
  await page.addInitScript(() => {
    const shell = globalThis as unknown as {
      readPreference: (key: string) => Promise<string | null>;
      writePreference: (key: string, value: string | null) => Promise<void>;
    };
    const Preferences = {
      get: async ({ key }: { key: string }) => ({ value: await shell.readPreference(key) }),
      set: ({ key, value }: { key: string; value: string }) => shell.writePreference(key, value),
      remove: ({ key }: { key: string }) => shell.writePreference(key, null),
    };
    Object.assign(globalThis, {
      Capacitor: { isNativePlatform: () => true, Plugins: { Preferences } },
    });
  });
  const kept = () =>
    ['oauth_token', 'oauth_secret', 'user_id'].map((name) => preferences.get(name) ?? null);
  await page.goto('/login?next=/friends');
  // Present once the script of the form has run.
  await page.getByRole('button', { name: 'Show password' }).waitFor();
  await logIn(page, email, 'not this one');
  await page.getByText('The e-mail address or password is wrong.').waitFor();
  expect(kept()).toEqual([null, null, null]);
  await page.getByRole('button', { name: 'Show password' }).waitFor();
  await logIn(page, email);
  await page.waitForURL(({ pathname }) => pathname === '/friends');
  const [token, secret, id] = kept();
  expect([token, secret]).toEqual([
    expect.stringMatching(/^[0-9a-f]{32}$/),
    expect.stringMatching(/^[0-9a-f]{64}$/),
  ]);
  const cookies = await visit.context.cookies();
  expect(cookies.find(({ name }) => name === 'hearth_member')?.value).toBe(id);
  // Both refer to one session, or the server would refuse the call.
  const call = page.waitForResponse('**/api/rest/notifications*');
  await page.getByRole('button', { name: 'Notifications' }).click();
  expect([(await call).status(), (await call).request().headers().oauth_token]).toEqual([
    200,
    token,
  ]);

  await page.goto('/logout');
  await send(page, 'Sign Out');
  await page.getByText('Successfully logged out!').first().waitFor();
  await expect.poll(kept).toEqual([null, null, null]);
  expect(realProblems(visit)).toEqual([]);
  await visit.context.close();
});
