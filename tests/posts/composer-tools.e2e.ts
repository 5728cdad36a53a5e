// @module-tag stores
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { expectNoProblems, launchBrowser, type Visit } from '../support/browser.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';
import { openWindowAs, waitForHydration } from '../support/signed-in.ts';

let server: SharedServer;
let browser: Browser;
let ada: ApiMember;
let bo: ApiMember;

beforeAll(async () => {
  [server, browser] = await Promise.all([borrowServer(), launchBrowser()]);
  ada = await memberOf(server, 'Ada', 'Quill');
  bo = await memberOf(server, 'Bo', 'Reed');
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  await sql`
    insert into friendships (member_id, friend_id)
    values (${ada.id}, ${bo.id}), (${bo.id}, ${ada.id})`;
  await sql.end();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page) => page.getByLabel('What is on your mind?');
const composer = (page: Page) => page.getByRole('region', { name: 'Create a post' });
const dialog = (page: Page) => page.getByRole('dialog');

let visit: Visit;
beforeAll(async () => {
  visit = await openWindowAs(browser, ada, { origin: server.origin, screen: 'phone' });
});
afterEach(() => expectNoProblems(visit));

async function openHome(): Promise<Page> {
  await visit.page.goto('/home');
  await waitForHydration(visit);
  // One line until it is used.
  await field(visit.page).focus();
  return visit.page;
}

test('nothing of a dialog is loaded before it is first opened', async () => {
  const page = await openHome();
  const loaded: string[] = [];
  page.on('request', (request) => request.url().includes('/_astro/') && loaded.push(request.url()));
  const before: string[] = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name),
  );
  expect(before.filter((name) => /(Dialog\.island|idb|DraftParts).*\.js$/.test(name))).toEqual([]);
  await button(page, 'Feelings / Activities').click();
  await dialog(page).waitFor();
  expect(loaded.some((name) => name.includes('FeelingDialog'))).toBe(true);
});

test('everything that was begun comes back after a reload', async () => {
  const page = await openHome();
  await button(page, 'Feelings / Activities').click();
  await dialog(page).getByLabel('Search feelings and activities').fill('happy');
  await dialog(page).getByRole('button', { name: 'feeling happy' }).click();
  await button(page, 'Tag A Friend').click();
  await page.getByRole('option', { name: 'Bo Reed' }).click();
  await button(page, 'Done').click();
  await button(page, 'Schedule post').click();
  await button(page, 'Schedule').click();
  await field(page).fill('Half a thought');
  await page.reload();
  await waitForHydration(visit);
  for (const text of ['feeling happy', 'Bo Reed', /^(Today|Tomorrow) at/])
    await composer(page).getByText(text).waitFor();
  await expect.poll(() => field(page).inputValue()).toBe('Half a thought');
  await button(page, 'Post now instead').click();
  await button(page, 'Remove feeling happy').click();
  await button(page, 'Remove Bo Reed').click();
  await expect.poll(() => composer(page).locator('.chip').count()).toBe(0);
});
