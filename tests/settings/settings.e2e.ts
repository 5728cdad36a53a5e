import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectNoProblems, launchBrowser } from '../support/browser.ts';
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
test('theme and motion apply before the next screen is rendered; the invite link is copied; an error of a form has the focus', async () => {
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
  // With script the field with the error has the focus.
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
  await visit.context.close();
});
