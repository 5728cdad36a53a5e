import { afterEach, beforeAll, expect, test } from 'vitest';
import { expectNoProblems, type Visit } from '../support/browser.ts';
import { openWindowAs } from '../support/signed-in.ts';
import { ada, browser, server } from '../support/stage.ts';

const settings = '/profile/settings';
let visit: Visit;
beforeAll(async () => {
  visit = await openWindowAs(browser, ada, { origin: server.origin });
});
afterEach(() => expectNoProblems(visit));

test('theme and motion apply before the next screen is rendered', async () => {
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
});

test('time zones are offered once somebody comes to their field', async () => {
  const { page } = visit;
  await page.goto(settings);
  const zone = page.getByLabel('Time zone');
  const offered = () =>
    zone.evaluate((field) =>
      Array.from((field as HTMLInputElement).list!.options, ({ value }) => value),
    );
  expect(await offered()).toEqual([]);
  await zone.focus();
  expect(await offered()).toEqual(expect.arrayContaining(['UTC', 'Asia/Ho Chi Minh']));
});

test('the link to invite people is copied', async () => {
  const { page } = visit;
  await page.goto('/invite');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('Link copied').first().waitFor();
});

test('with script the field of a form with an error has the focus', async () => {
  const { page } = visit;
  await page.goto(`${settings}/delete-account`);
  await page.getByLabel('I want to delete').check();
  await page.getByLabel('Your password').fill('wrong');
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.getByText('This password is wrong.').waitFor();
  await expect
    .poll(() =>
      page.getByLabel('Your password').evaluate((field) => field === document.activeElement),
    )
    .toBe(true);
  // Refused forms answer 400, which the browser logs.
  visit.problems.length = 0;
});
