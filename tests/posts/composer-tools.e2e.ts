import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toSchedule } from '#lib/time-zones.ts';
import { postgresAt } from '#server/postgres-at.ts';
import { act, freshText } from '../support/act.ts';
import { expectAccessible } from '../support/axe.ts';
import { expectNoProblems, launchBrowser } from '../support/browser.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { openWindowAs, whenAwake } from '../support/signed-in.ts';

let server: TestServer;
let browser: Browser;
let ada: ApiMember;
let bo: ApiMember;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchBrowser()]);
  ada = await memberOf(server, 'Ada', 'Quill');
  bo = await memberOf(server, 'Bo', 'Reed');
  await memberOf(server, 'Bonnie', 'Stranger');
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
const firstPost = (page: Page) => page.getByRole('article').first();
const dialog = (page: Page) => page.getByRole('dialog');

async function openHome(member: ApiMember, screen: 'desktop' | 'phone' = 'desktop') {
  const visit = await openWindowAs(browser, member, { origin: server.origin, screen });
  await visit.page.goto('/home');
  await whenAwake(visit);
  return visit;
}

async function post(page: Page) {
  // Not by its toast alone, which may still be there from the post before.
  await Promise.all([
    page.waitForResponse('**/advancedactivity/feeds/post'),
    button(page, 'Post').click(),
  ]);
  await page.getByText('Post Created').first().waitFor();
  await expect.poll(() => button(page, 'Post').isEnabled()).toBe(true);
}

test('nothing of a dialog is loaded before it is first opened', async () => {
  const visit = await openHome(ada);
  const { page } = visit;
  const loaded: string[] = [];
  page.on('request', (request) => request.url().includes('/_astro/') && loaded.push(request.url()));
  const before: string[] = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name),
  );
  expect(before.filter((name) => /(Dialog\.island|idb|DraftParts).*\.js$/.test(name))).toEqual([]);
  await button(page, 'Feelings / Activities').click();
  await dialog(page).waitFor();
  expect(loaded.some((name) => name.includes('FeelingDialog'))).toBe(true);
  await visit.context.close();
});

test.each(['desktop', 'phone'] as const)(
  'every dialog opens from its button, closes with Escape, gives the focus back and is accessible (%s)',
  async (screen) => {
    const visit = await openHome(ada, screen);
    const { page } = visit;
    for (const name of [
      'Add Photo',
      'Add Videos',
      'Tag A Friend',
      'Feelings / Activities',
      'Add Link',
      'Schedule post',
    ]) {
      await button(page, name).click();
      await dialog(page).getByRole('heading', { name }).waitFor();
      await expectAccessible(page, name, { within: 'dialog[open]' });
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'hidden' });
      expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
        name,
      );
    }
    await expectAccessible(page, 'the box', { within: '.composer' });
    expectNoProblems(visit);
    await visit.context.close();
  },
);

test('a feeling is found by searching, with the keyboard alone, and stands on the post', async () => {
  const visit = await openHome(ada);
  const { page } = visit;
  await button(page, 'Feelings / Activities').click();
  // Fetched with its first opening; until then the keys go elsewhere.
  await page.waitForFunction(() => document.activeElement?.matches('dialog input[type=search]'));
  await page.keyboard.type('nosuchfeeling');
  await dialog(page).getByText('No results!').waitFor();
  for (let letter = 0; letter < 13; letter += 1) await page.keyboard.press('Backspace');
  await page.keyboard.type('coffee');
  await dialog(page).getByRole('button', { name: 'drinking coffee' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await composer(page).getByText('drinking coffee').waitFor();
  // Another one takes its place: by its kind now.
  await button(page, 'Feelings / Activities').click();
  await dialog(page).getByRole('button', { name: 'celebrating' }).click();
  await dialog(page).getByRole('heading', { name: 'What are you celebrating?' }).waitFor();
  await dialog(page).getByRole('button', { name: 'Easter' }).click();
  await composer(page).getByText('celebrating Easter').waitFor();
  expect(await composer(page).getByText('drinking coffee').count()).toBe(0);
  const text = freshText('Eggs everywhere');
  await field(page).fill(text);
  await post(page);
  await expect.poll(() => firstPost(page).innerText()).toContain('is celebrating Easter');
  await expect.poll(() => composer(page).getByText('celebrating Easter').count()).toBe(0);
  await visit.context.close();
});

test('friends are tagged by searching, strangers are not found, and a tag can be taken back', async () => {
  const visit = await openHome(ada);
  const { page } = visit;
  await button(page, 'Tag A Friend').click();
  const search = page.getByRole('combobox', { name: 'Search friends' });
  await expect.poll(() => search.evaluate((one) => one === document.activeElement)).toBe(true);
  await search.fill('bonnie');
  await dialog(page).getByText('No results!').waitFor();
  await search.fill('bo');
  await page.getByRole('option', { name: 'Bo Reed' }).waitFor();
  expect(await page.getByRole('option').filter({ hasText: 'Bonnie' }).count()).toBe(0);
  await search.press('Enter');
  await page.locator('[role=option][aria-selected=true]').waitFor();
  await dialog(page).getByRole('button', { name: 'Remove Bo Reed' }).click();
  await expect.poll(() => page.locator('[role=option][aria-selected=true]').count()).toBe(0);
  await page.getByRole('option', { name: 'Bo Reed' }).click();
  await button(page, 'Done').click();
  await composer(page).getByText('Bo Reed').waitFor();
  await field(page).fill(freshText('By the river'));
  await post(page);
  await expect.poll(() => firstPost(page).innerText()).toContain('Bo Reed');
  await visit.context.close();
});

test('only a fitting link can be added; one in the text goes along by itself', async () => {
  const visit = await openHome(ada);
  const { page } = visit;
  await button(page, 'Add Link').click();
  const address = page.getByLabel('Address');
  const add = page.getByRole('button', { name: 'Add', exact: true });
  expect(await add.isDisabled()).toBe(true);
  for (const wrong of ['example.org', 'https://example.org/a b', 'javascript:alert(1)']) {
    await address.fill(wrong);
    await expect.poll(() => address.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => add.isDisabled()).toBe(true);
  }
  await address.fill('ftp://files.example/list');
  await expect.poll(() => address.getAttribute('aria-invalid')).toBeNull();
  await address.press('Enter');
  await composer(page).getByText('ftp://files.example/list').waitFor();
  await post(page);
  await firstPost(page).locator('a[href="ftp://files.example/list"]').waitFor();

  await field(page).fill('Look at https://unreachable.invalid/page');
  await composer(page).locator('.draft-link').getByText('unreachable.invalid').first().waitFor();
  await post(page);
  await firstPost(page)
    .locator('.attachments a[href="https://unreachable.invalid/page"]')
    .waitFor();
  await visit.context.close();
});

test('everything that was begun comes back after a reload', async () => {
  const visit = await openHome(ada, 'phone');
  const { page } = visit;
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
  await whenAwake(visit);
  for (const text of ['feeling happy', 'Bo Reed', /^(Today|Tomorrow) at/])
    await composer(page).getByText(text).waitFor();
  await expect.poll(() => field(page).inputValue()).toBe('Half a thought');
  await button(page, 'Post now instead').click();
  await button(page, 'Remove feeling happy').click();
  await button(page, 'Remove Bo Reed').click();
  await expect.poll(() => composer(page).locator('.chip').count()).toBe(0);
  expectNoProblems(visit);
  await visit.context.close();
});

test('a post for later waits in its list, can be changed and dropped', async () => {
  const visit = await openHome(ada);
  const { page } = visit;
  const text = freshText('Good morning');
  await field(page).fill(text);
  await button(page, 'Schedule post').click();
  const day = page.getByLabel('Day');
  const [least, most] = [await day.getAttribute('min'), await day.getAttribute('max')];
  expect(Number(most!.slice(0, 4)) - Number(least!.slice(0, 4))).toBeLessThanOrEqual(1);
  expect(await page.getByLabel('Minute').locator('option').count()).toBeLessThanOrEqual(13);
  const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  await day.fill(tomorrow);
  await page.getByLabel('Hour').selectOption('8 AM');
  await page.getByLabel('Minute').selectOption('35');
  await button(page, 'Schedule').click();
  await post(page);
  await page
    .getByText(/It will be published .* at 8:35 AM\./)
    .first()
    .waitFor();
  expect(await page.getByRole('article').filter({ hasText: text }).count()).toBe(0);
  await expect.poll(() => composer(page).locator('.chip').count()).toBe(0);

  await button(page, 'Schedule post').click();
  await button(page, 'See scheduled posts').click();
  await dialog(page).getByText(text).waitFor();
  await expectAccessible(page, 'scheduled posts', { within: 'dialog[open]' });
  await dialog(page)
    .getByRole('button', { name: /^Edit the post/ })
    .click();
  await dialog(page).getByLabel('Text').fill(`${text}, all`);
  await dialog(page).getByLabel('Hour').selectOption('9 AM');
  await button(page, 'Save').click();
  await dialog(page).getByText(`${text}, all`).waitFor();
  await dialog(page)
    .getByText(/at 9:35 AM/)
    .waitFor();
  await dialog(page)
    .getByRole('button', { name: /^Cancel the post/ })
    .click();
  await button(page, 'Cancel post').click();
  await dialog(page).getByText('Nothing is scheduled.').waitFor();
  expectNoProblems(visit);
  await visit.context.close();
});

test('a post for later comes out at its time, once, also when the server was killed in between', async () => {
  const text = freshText('From the past');
  const second = await startServer({ DATABASE_URL: server.databaseUrl, DATA_DIR: server.dataDir });
  const visit = await openHome(bo);
  const due = Math.ceil(Date.now() / 1000) * 1000 + 6_000;
  await act(second, ada, '/advancedactivity/feeds/post', {
    body: text,
    schedule_time: toSchedule(new Date(due), 'Europe/Berlin'),
  });
  await visit.page.reload();
  const early = await visit.page.getByText(text).count();
  // A slow machine may have come too late to see anything early.
  if (Date.now() < due) expect(early).toBe(0);
  await second.kill();
  await expect
    .poll(
      async () => {
        await visit.page.reload();
        return visit.page.getByText(text, { exact: true }).count();
      },
      { timeout: 40_000, interval: 1_000 },
    )
    .toBe(1);
  await visit.page.reload();
  expect(await visit.page.getByText(text, { exact: true }).count()).toBe(1);
  await visit.context.close();
});
