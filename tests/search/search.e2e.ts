import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writePost } from '../support/act.ts';
import { expectNoFaults } from '../support/axe.ts';
import { expectNoProblems, launchBrowser } from '../support/browser.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';
import { openWindowAs } from '../support/signed-in.ts';

let browser: Browser;
let server: SharedServer;
let ada: ApiMember;

beforeAll(async () => {
  [server, browser] = await Promise.all([borrowServer(), launchBrowser()]);
  ada = await memberOf(server, 'Ada', 'Quill');
  for (const name of ['Heron', 'Herbert', 'Hera', 'Herman', 'Hermia', 'Hero'])
    await memberOf(server, name, 'Reed');
  await writePost(server, ada, 'Herons and hedgehogs in one morning');
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

async function openWindow() {
  const visit = await openWindowAs(browser, ada, { origin: server.origin });
  const field = visit.page.getByRole('banner').getByLabel('Search', { exact: true });
  const options = visit.page.locator('.search-popup').getByRole('option');
  return { visit, page: visit.page, field, options };
}

test('a popup that failed to load is loaded again', async () => {
  const { visit, page, field } = await openWindow();
  const refused: string[] = [];
  await page.route(
    '**/_astro/SearchPopup*.js',
    (route) => (refused.push(route.request().resourceType()), route.abort()),
    { times: 1 },
  );
  await page.goto('/contact');
  await field.click();
  // A browser may remember that an imported script failed.
  await expect.poll(() => refused).toEqual(['fetch']);
  // The browser reports the failed request shortly after it.
  await expect
    .poll(() => field.pressSequentially('h').then(() => field.getAttribute('role')))
    .toBe('combobox');
  visit.problems.length = 0;
  await field.fill('');
  await field.pressSequentially('her');
  await page.getByRole('option', { name: 'Hera Reed' }).waitFor();
  expectNoProblems(visit);
  await visit.context.close();
});

test('the header shows five results while typing, also by keyboard, and closes', async () => {
  const { visit, page, field, options } = await openWindow();
  await page.goto('/home');
  await field.click();
  await field.pressSequentially('her');
  await page.getByRole('option', { name: 'Hera Reed' }).waitFor();
  await page.getByRole('option', { name: 'Hera Reed Person' }).waitFor();
  await expect.poll(() => options.count()).toBe(6);
  await expect.poll(() => options.last().innerText()).toBe('See all results for “her”');
  await expectNoFaults(page, 'what the header found', {
    within: '.top-search',
    beyond: 'everything',
  });
  await page.mouse.click(700, 700);
  await options.first().waitFor({ state: 'detached' });
  await field.fill('hedgehog');
  await page.getByRole('option', { name: 'Herons and hedgehogs' }).waitFor();
  await page.keyboard.press('Escape');
  await options.first().waitFor({ state: 'detached' });
  await field.fill('Herbret');
  await page.getByText('Similar names:').waitFor();
  await page.keyboard.press('ArrowDown');
  await expect
    .poll(() => page.locator('[aria-selected=true]').innerText())
    .toContain('Herbert Reed');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/profile/*/posts');
  expectNoProblems(visit);
  await visit.context.close();
});

test('the results of a search are accessible (axe)', async () => {
  const { visit, page } = await openWindow();
  await page.goto('/search?query=her');
  await page.getByRole('list', { name: 'Results' }).waitFor();
  await expectNoFaults(page, 'results', { within: 'main', beyond: 'everything' });
  expectNoProblems(visit);
  await visit.context.close();
});
