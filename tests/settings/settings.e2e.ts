import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { expectNoProblems, launchBrowser, showAs } from '../support/browser.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';
import { openWindowAs } from '../support/signed-in.ts';

let server: SharedServer;
let browser: Browser;
let member: ApiMember;
beforeAll(async () => {
  [server, browser] = await Promise.all([borrowServer(), launchBrowser()]);
  member = await memberOf(server, 'Sera');
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const settings = '/profile/settings';
const screens = [
  settings,
  ...[
    'privacy',
    'notifications',
    'advancednotifications',
    'subscriptions',
    'appearance',
    'change-password',
    'devices',
    'blocked',
    'export',
    'delete-account',
  ].map((name) => `${settings}/${name}`),
  '/profile/edit',
  '/invite',
  '/contact',
];

test('every screen is accessible, on a desktop in the light theme and on a phone in the dark one (axe)', async () => {
  const visit = await openWindowAs(browser, member, { origin: server.origin });
  const { page } = visit;
  for (const path of screens) {
    await page.goto(path);
    await expectAccessible(page, `${path}, desktop`);
    await showAs(page, 'phone', 'dark');
    await expectAccessible(page, `${path}, phone`);
    await showAs(page, 'desktop', 'light');
  }
  expectNoProblems(visit);
  await visit.context.close();
});

test('theme and reduced motion are set, and applied before the next screen is rendered; the link for inviting is copied', async () => {
  const visit = await openWindowAs(browser, member, { origin: server.origin });
  const { page } = visit;
  await page.goto(`${settings}/appearance`);
  const main = page.locator('main');
  await main.getByLabel('Dark', { exact: true }).check();
  await main.getByLabel(/Less motion/).check();
  await page.goto(settings);
  expect(await page.evaluate(() => ({ ...document.documentElement.dataset }))).toMatchObject({
    theme: 'dark',
    motion: 'reduce',
  });
  await page.goto(`${settings}/appearance`);
  expect([
    await main.getByLabel('Dark', { exact: true }).isChecked(),
    await main.getByLabel(/Less motion/).isChecked(),
  ]).toEqual([true, true]);
  await page.goto('/invite');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('Link copied').first().waitFor();
  expectNoProblems(visit);
  await visit.context.close();
});

test('an account is deleted with the password, and restored by logging in', async () => {
  const leaver = await memberOf(server, 'Leaver');
  const visit = await openWindowAs(browser, leaver, { origin: server.origin, screen: 'phone' });
  const { page } = visit;
  const isThere = async () =>
    (await fetch(`${server.origin}/profile/${leaver.id}/posts`)).status === 200;
  await page.goto(`${settings}/delete-account`);
  await page.getByLabel('I want to delete').check();
  await page.getByLabel('Your password').fill('wrong');
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.getByText('This is not your password.').waitFor();
  await expect
    .poll(() =>
      page.getByLabel('Your password').evaluate((field) => field === document.activeElement),
    )
    .toBe(true);
  await page.getByLabel('I want to delete').check();
  await page.getByLabel('Your password').fill(leaver.password);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.getByText('Your account was deleted.').waitFor();
  expect(await isThere()).toBe(false);
  const logIn = async () => {
    await page.getByLabel('E-mail address').fill(leaver.email);
    await page.getByLabel('Password', { exact: true }).fill(leaver.password);
    await page.getByRole('button', { name: 'Log in' }).click();
  };
  await logIn();
  await page.getByText('This account will be deleted on').waitFor();
  expect(await page.getByLabel('Keep my account').isChecked()).toBe(true);
  await logIn();
  await page.waitForURL('**/home');
  expect(await isThere()).toBe(true);
  await visit.context.close();
});
