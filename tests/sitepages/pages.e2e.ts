// @module-tag rights
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answered } from '../support/answered.ts';
import { expectAccessible } from '../support/axe.ts';
import { expectNoProblems, launchBrowser, openWindow } from '../support/browser.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';
import { openWindowAs, waitForHydration } from '../support/signed-in.ts';

let server: SharedServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([borrowServer(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const openAs = (member: ApiMember) => openWindowAs(browser, member, { origin: server.origin });

test('two members: create a page, ask to join, approve, post, review, make and remove an admin; a visitor reads it', async () => {
  const [ada, bo] = [await memberOf(server, 'Ada'), await memberOf(server, 'Bo')];
  const hers = await openAs(ada);
  await hers.page.goto('/pages/create');
  await hers.page.getByLabel('Title').fill('Rowing club');
  await hers.page.getByLabel('Category').selectOption({ value: '4' });
  await hers.page.getByLabel('Description').fill('We row on the river.');
  await hers.page.getByLabel('Joining needs approval').selectOption('Yes');
  await waitForHydration(hers);
  await hers.page
    .getByLabel('Picture')
    .setInputFiles(join(import.meta.dirname, '../fixtures/square.jpg'));
  await hers.page.getByRole('button', { name: 'Create page' }).click();
  await hers.page.waitForURL(/\/pages\/page\/\d+$/);
  const path = new URL(hers.page.url()).pathname;
  await hers.page.getByRole('heading', { name: 'Rowing club' }).waitFor();
  await hers.page.getByText('Page created.').first().waitFor();
  await hers.page.locator('.subject-header img[src^="/media/public/"]').waitFor();

  const his = await openAs(bo);
  await his.page.goto('/pages?search=rowing');
  await his.page.getByRole('link', { name: 'Rowing club' }).click();
  await his.page.getByRole('button', { name: 'Ask to join' }).click();
  await his.page.getByRole('button', { name: 'Cancel request' }).waitFor();

  await hers.page.goto(`${path}/dashboard/admin/requests`);
  await waitForHydration(hers);
  await expectAccessible(hers.page, 'requests');
  await hers.page.getByLabel('Name or e-mail').fill('nobody');
  await hers.page.getByText('No results!').waitFor();
  await hers.page.getByLabel('Name or e-mail').fill('bo');
  await answered(hers.page, path.replace('/pages/page', '/sitepage/approve-pending'), () =>
    hers.page.getByRole('button', { name: /^Approve/ }).click(),
  );
  await hers.page.getByText('Request approved.').first().waitFor();
  await hers.page.goto(path);
  await waitForHydration(hers);
  await hers.page.getByLabel(/^Write something to/).fill('The boats are ready.');
  await hers.page.getByRole('button', { name: 'Post', exact: true }).click();
  await hers.page.locator('article').getByText('The boats are ready.').waitFor();
  await hers.page.getByRole('link', { name: 'Post as yourself' }).click();
  await waitForHydration(hers);
  await hers.page.getByLabel(/^Write something to/).fill('My own oar is red.');
  await hers.page.getByRole('button', { name: 'Post', exact: true }).click();
  await hers.page.locator('article').filter({ hasText: 'My own oar is red.' }).waitFor();
  // The staff sees who wrote in its name.
  const inItsName = hers.page.locator('article').filter({ hasText: 'The boats are ready.' });
  await inItsName.getByRole('link', { name: ada.displayname }).waitFor();

  await his.page.goto(path);
  await his.page.getByRole('button', { name: 'More actions' }).click();
  await his.page.getByRole('button', { name: 'Leave' }).waitFor();
  await his.page.keyboard.press('Escape');
  await his.page.getByRole('button', { name: 'Unfollow' }).waitFor();
  await waitForHydration(his);
  await his.page.getByLabel(/^Write something to/).fill('Thank you for having me.');
  await his.page.getByRole('button', { name: 'Post', exact: true }).click();
  await his.page.locator('article').getByText('Thank you for having me.').waitFor();
  await his.page.goto(`${path}/reviews`);
  await his.page.getByLabel('Rating').selectOption('4');
  await his.page.getByLabel('Title').fill('Friendly');
  await his.page.getByLabel('Review', { exact: true }).fill('They taught me to row.');
  await his.page.getByRole('button', { name: 'Publish review' }).click();
  await his.page.getByRole('heading', { name: 'Friendly' }).waitFor();
  await expectAccessible(his.page, 'reviews');

  const changeRole = async (role: string) => {
    await hers.page.goto(`${path}/dashboard/admin/manage`);
    await hers.page.getByText(`Change ${bo.displayname}`).click();
    await hers.page.getByLabel('Role').selectOption(role);
    await hers.page.getByRole('button', { name: 'Save' }).click();
    await hers.page.getByText('Role changed.').first().waitFor();
  };
  await changeRole('Admin');
  await his.page.goto(`${path}/dashboard/admin/insights`);
  await his.page.getByRole('img', { name: /^Reviews: 1 in all/ }).waitFor();
  await his.page.getByRole('img', { name: /^Posts: 3 in all/ }).waitFor();
  await changeRole('Member');
  await his.page.goto(path);
  await his.page.getByRole('button', { name: 'More actions' }).click();
  await his.page.getByRole('button', { name: 'Leave' }).waitFor();
  await his.page.keyboard.press('Escape');
  expect(await his.page.getByRole('link', { name: 'Dashboard' }).count()).toBe(0);

  const visit = await openWindow(browser, { origin: server.origin, javaScript: false });
  await visit.page.goto(path);
  await visit.page.getByText('The boats are ready.').waitFor();
  // Posts in the page's name do not say who wrote them.
  const posted = (text: string) => visit.page.locator('article').filter({ hasText: text });
  expect(await posted('The boats are ready.').textContent()).not.toContain(ada.displayname);
  expect(await posted('My own oar is red.').textContent()).toContain(ada.displayname);
  await visit.page.goto(`${path}/reviews`);
  await visit.page.getByText('They taught me to row.').waitFor();
  for (const one of [hers, his, visit]) expectNoProblems(one);
});
