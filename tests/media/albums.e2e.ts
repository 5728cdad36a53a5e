import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import {
  expectNoProblems,
  launchBrowser,
  openWindow,
  waitForPictures,
} from '../support/browser.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';
import { openWindowAs, waitForHydration } from '../support/signed-in.ts';

let server: SharedServer;
let browser: Browser;
let ada: ApiMember;
beforeAll(async () => {
  [server, browser] = await Promise.all([borrowServer(), launchBrowser()]);
  ada = await memberOf(server, 'Ada', 'Quill');
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const fixture = (name: string) => join(import.meta.dirname, '../fixtures', name);
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
async function fromMenu(page: Page, nth: number, entry: string) {
  await page.getByRole('button', { name: `More about photo ${nth}` }).click();
  await page.getByRole('button', { name: entry, exact: true }).click();
}

test('an album is created, filled, described, shown to a visitor without script, and deleted', async () => {
  const visit = await openWindowAs(browser, ada, { origin: server.origin, screen: 'phone' });
  const { page } = visit;
  await page.goto(`/profile/${ada.id}/albums`);
  await waitForHydration(visit);
  await page.getByRole('button', { name: 'New album' }).click();
  const making = dialog(page, 'New album');
  await making.getByRole('button', { name: 'Create album' }).click();
  await expect
    .poll(() => making.getByLabel('Title').getAttribute('aria-invalid'), {
      message: 'an album needs a title',
    })
    .toBe('true');
  await making.getByLabel('Title').fill('Evenings by the lake');
  await making
    .locator('input[type=file]')
    .setInputFiles([fixture('square.jpg'), fixture('landscape.jpg')]);
  await making.getByText('Add more photos').waitFor();
  expect(
    await making.locator('.album-form').evaluate((form) => getComputedStyle(form).display),
    'its own styles came along',
  ).toBe('grid');
  await expectAccessible(page, 'making an album');
  await making.getByRole('button', { name: 'Create album' }).click();
  await page.waitForURL(/\/albums\/\d+$/);
  await page.getByRole('heading', { name: 'Evenings by the lake' }).waitFor();
  await waitForHydration(visit);
  expect(await page.getByRole('button', { name: /^More about photo/ }).count()).toBe(2);
  await expect
    .poll(
      () =>
        page
          .getByRole('link', { name: 'Albums', exact: true })
          .evaluate((tab) => tab.getBoundingClientRect().right < innerWidth + 1),
      { message: 'the tab is in sight' },
    )
    .toBe(true);

  await fromMenu(page, 1, 'Edit photo');
  const words = dialog(page, 'Edit photo');
  await words.getByLabel('Caption').fill('The last light');
  await words.getByLabel('Describe it for people who cannot see it').fill('A lake in the evening');
  await Promise.all([
    page.waitForEvent('load'),
    words.getByRole('button', { name: 'Save' }).click(),
  ]);
  await page.getByRole('img', { name: 'A lake in the evening' }).waitFor();
  await waitForHydration(visit);
  await waitForPictures(visit);
  await fromMenu(page, 2, 'Delete photo');
  const sure = dialog(page, 'Delete this photo?');
  await Promise.all([
    page.waitForEvent('load'),
    sure.getByRole('button', { name: 'Delete photo' }).click(),
  ]);
  await expect.poll(() => page.getByRole('button', { name: /^More about photo/ }).count()).toBe(1);
  const address = new URL(page.url()).pathname;

  // The album itself can be commented on, and a visitor reads it.
  await waitForHydration(visit);
  const answers = page.locator('.album-answers');
  await answers.getByRole('textbox', { name: 'Write a comment' }).fill('So still that evening');
  await answers.getByRole('button', { name: 'Send' }).click();
  await answers.locator('.comment').getByText('So still that evening').waitFor();
  await answers.getByRole('button', { name: 'Like', exact: true }).first().click();
  await answers.getByText('1 person reacted to this').waitFor();
  // A comment that is being sent is pale.
  await answers.locator('.comment-sending').waitFor({ state: 'detached' });
  await expectAccessible(page, 'an album with answers');

  const stranger = await openWindow(browser, { origin: server.origin, javaScript: false });
  await stranger.page.goto(address);
  await stranger.page.getByText('So still that evening').waitFor();
  await stranger.page.getByText('1 person reacted to this').waitFor();
  await stranger.page.getByRole('img', { name: 'A lake in the evening' }).waitFor();
  await stranger.page
    .getByRole('link', { name: /A lake in the evening|The last light/ })
    .first()
    .click();
  await stranger.page.getByText('The last light').first().waitFor();
  expectNoProblems(stranger);

  await waitForHydration(visit);
  await waitForPictures(visit);
  await page.getByRole('button', { name: 'Delete album' }).click();
  await dialog(page, 'Delete this album?').getByRole('button', { name: 'Delete album' }).click();
  await page.waitForURL(/\/albums$/);
  expect((await stranger.page.goto(address))!.status()).toBe(404);
  await stranger.context.close();
  expectNoProblems(visit);
  await visit.context.close();
});
