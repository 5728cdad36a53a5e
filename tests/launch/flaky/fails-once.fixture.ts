import { afterAll, expect, test } from 'vitest';
import { launchBrowser, openWindow } from '../../support/browser.ts';

const browser = await launchBrowser();
afterAll(() => browser.close());

let tries = 0;
test('a window that fails once', async () => {
  tries += 1;
  const { page } = await openWindow(browser, { origin: 'http://127.0.0.1' });
  await page.setContent(`<p>Try ${tries}</p>`);
  await page.evaluate((number) => console.log(`This is try ${number}`), tries);
  expect(tries).toBe(2);
});

let races = 0;
test('a race that fails once', { tags: ['races'] }, () => {
  races += 1;
  expect(races).toBe(2);
});
