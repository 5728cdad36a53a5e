// @module-tag rights
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { act, createPage } from '../support/act.ts';
import { answered } from '../support/answered.ts';
import { expectAccessible } from '../support/axe.ts';
import { expectNoProblems, type Visit } from '../support/browser.ts';
import { memberOf } from '../support/member.ts';
import { PlainPage } from '../support/plain-page.ts';
import { openWindowAs, waitForHydration } from '../support/signed-in.ts';
import { ada, bo, browser, server } from '../support/stage.ts';

/** A page of Ada's, to which Bo belongs. */
let id: number;
let path: string;
let hers: Visit;
let his: Visit;
beforeAll(async () => {
  id = await createPage(server, ada, {
    title: 'Rowing club',
    category_id: 4,
    body: 'We row on the river.',
    member_approval: 1,
    auth_view: 'everyone',
  });
  path = `/pages/page/${id}`;
  await act(server, bo, `/sitepage/join/${id}`, {});
  await act(server, ada, `/sitepage/approve-pending/${id}`, { member_id: bo.id });
  [hers, his] = (await Promise.all(
    [ada, bo].map((member) => openWindowAs(browser, member, { origin: server.origin })),
  )) as [Visit, Visit];
});
afterEach(() => {
  for (const one of [hers, his]) expectNoProblems(one);
});

async function post(page: Page, text: string) {
  await page.getByLabel(/^Write something to/).fill(text);
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await page.getByRole('article').filter({ hasText: text }).waitFor();
}

test('a page is created with a picture', async () => {
  const { page } = hers;
  await page.goto('/pages/create');
  await page.getByLabel('Title').fill('Sailing club');
  await page.getByLabel('Category').selectOption({ value: '4' });
  await page.getByLabel('Description').fill('We sail on the lake.');
  await page.getByText('who can join, comment and invite').click();
  await page.getByLabel('Joining needs approval').selectOption('Yes');
  await waitForHydration(hers);
  await page
    .getByLabel('Photo', { exact: true })
    .setInputFiles(join(import.meta.dirname, '../fixtures/square.jpg'));
  await page.getByRole('button', { name: 'Create page' }).click();
  await page.waitForURL(/\/pages\/page\/\d+$/);
  await page.getByRole('heading', { name: 'Sailing club' }).waitFor();
  await page.getByText('Page created.').first().waitFor();
  await page.locator('.subject-header img[src^="/media/public/"]').waitFor();
});

test('a member asks to join, and the staff finds and approves the request', async () => {
  const cleo = await memberOf(server, 'Cleo', 'Moss');
  const asking = await openWindowAs(browser, cleo, { origin: server.origin });
  await asking.page.goto('/pages?search=rowing');
  await asking.page.getByRole('link', { name: 'Rowing club' }).click();
  await asking.page.getByRole('button', { name: 'Ask to join' }).click();
  await asking.page.getByRole('button', { name: 'Cancel request' }).waitFor();

  const { page } = hers;
  await page.goto(`${path}/dashboard/admin/requests`);
  await waitForHydration(hers);
  await expectAccessible(page, 'requests');
  await page.getByLabel('Name or e-mail').fill('nobody');
  await page.getByText('No results!').waitFor();
  await page.getByLabel('Name or e-mail').fill('cleo');
  await answered(page, `/sitepage/approve-pending/${id}`, () =>
    page.getByRole('button', { name: /^Approve/ }).click(),
  );
  await page.getByText('Request approved.').first().waitFor();

  await asking.page.goto(path);
  await asking.page.getByRole('button', { name: 'Joined' }).click();
  await asking.page.getByRole('button', { name: 'Leave' }).waitFor();
  await asking.page.keyboard.press('Escape');
  await asking.page.getByRole('button', { name: 'Following' }).click();
  await asking.page.getByRole('button', { name: 'Unfollow' }).waitFor();
  expectNoProblems(asking);
  await asking.context.close();
});

test('the staff writes in the name of the page, without own names for others, or as themselves', async () => {
  const { page } = hers;
  await page.goto(path);
  await waitForHydration(hers);
  await post(page, 'The boats are ready.');
  await page.getByRole('link', { name: 'Post as yourself' }).click();
  await waitForHydration(hers);
  await post(page, 'My own oar is red.');
  const inItsName = page.getByRole('article').filter({ hasText: 'The boats are ready.' });
  await inItsName.getByRole('link', { name: ada.displayname }).waitFor();

  const visitor = new PlainPage(server);
  await visitor.open(path);
  const posted = (text: string) => visitor.texts('article').find((one) => one.includes(text));
  expect(posted('The boats are ready.')).not.toContain(ada.displayname);
  expect(posted('My own oar is red.')).toContain(ada.displayname);
});

test('a member writes on a page', async () => {
  await his.page.goto(path);
  await waitForHydration(his);
  await post(his.page, 'Thank you for having me.');
});

test('a member reviews a page, for visitors to read', async () => {
  const { page } = his;
  await page.goto(`${path}/reviews`);
  await page.getByRole('radio', { name: '4 stars' }).check();
  await page.getByLabel('Title').fill('Friendly');
  await page.getByLabel('Review', { exact: true }).fill('They taught me to row.');
  await page.getByRole('button', { name: 'Publish review' }).click();
  await page.getByRole('heading', { name: 'Friendly' }).waitFor();
  await expectAccessible(page, 'reviews');
  const visitor = new PlainPage(server);
  await visitor.open(`${path}/reviews`);
  expect(visitor.text).toContain('They taught me to row.');
});
