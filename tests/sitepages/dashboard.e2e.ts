import { beforeAll, expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { createPage } from '../support/act.ts';
import { expectNoProblems } from '../support/browser.ts';
import { waitForHydration } from '../support/signed-in.ts';
import { ada, bo, openAs, server } from '../support/stage.ts';

let path: string;
beforeAll(async () => {
  const id = await createPage(server, ada, { title: 'Mill', category_id: 3, body: 'An old mill.' });
  path = `/pages/page/${id}/dashboard`;
  const db = postgresAt(server.databaseUrl, { max: 1 });
  await db`
    insert into container_daily_stats (type, id, day, views)
    values ('page', ${id}, '2026-03-12', 38), ('page', ${id}, '2026-03-13', 1)`;
  await db.end();
});

test('the message box folds beside the menu of a dashboard, and leaves it free', async () => {
  const visit = await openAs(ada, `/profile/${bo.id}/posts`);
  const { page } = visit;
  await page.getByRole('button', { name: 'Message', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'New message' });
  await dialog.getByLabel('Title').fill('The lamp');
  await dialog.getByLabel('Message', { exact: true }).fill('Is it yours?');
  await dialog.getByRole('button', { name: 'Send' }).click();
  const panel = page.getByRole('region', { name: /^Message box/ });
  await panel.waitFor();
  await page.goto(`${path}/edit`);
  await waitForHydration(visit);
  await panel.waitFor();
  const overlap = async () => {
    await page.evaluate(() => scrollTo(0, 300));
    const menu = (await page.locator('.staff-side').boundingBox())!;
    return menu.y + menu.height - (await panel.boundingBox())!.y;
  };
  const last = page.locator('.staff-side a').last();
  // Folded to a small button at first, and as wide as everywhere once it is opened.
  expect((await panel.boundingBox())!.width).toBeLessThan(200);
  await panel.getByRole('button', { name: 'Show message box' }).click();
  await panel.getByRole('button', { name: 'Hide message box' }).waitFor();
  expect((await panel.boundingBox())!.width).toBe(348);
  for (const height of [900, 700]) {
    await page.setViewportSize({ width: 1440, height });
    expect(await overlap()).toBeLessThanOrEqual(0);
    await last.click({ trial: true });
  }
  await panel.getByRole('button', { name: 'Hide message box' }).click();
  expect(await overlap()).toBeLessThanOrEqual(0);
  await last.click({ trial: true });
  expectNoProblems(visit);
  await visit.context.close();
});

test('the menu of a dashboard ends within the window below the invite banner', async () => {
  const visit = await openAs(ada, `${path}/edit`);
  const { page } = visit;
  await page.setViewportSize({ width: 1440, height: 600 });
  await page.getByRole('region', { name: 'Invite your friends' }).waitFor();
  const menu = (await page.locator('.staff-side').boundingBox())!;
  expect(menu.y + menu.height).toBeLessThanOrEqual(600);
  await visit.context.close();
});

test('the button of a search is level with its field', async () => {
  const visit = await openAs(ada, `${path}/admin/manage`);
  const search = visit.page.getByRole('search', { name: 'Search members' });
  const field = (await search.getByRole('searchbox').boundingBox())!;
  const button = (await search.getByRole('button').boundingBox())!;
  expect([button.y, button.height]).toEqual([field.y, field.height]);
  await visit.context.close();
});

test('on a phone all buttons of the owner of a page stand in one row', async () => {
  const visit = await openAs(ada, path.replace('/dashboard', ''), { screen: 'phone' });
  const buttons = visit.page.locator('.subject-actions > *:visible');
  const rows = await buttons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
  // The search is in the menu.
  expect(rows).toHaveLength(4);
  expect(new Set(rows)).toHaveLength(1);
  await visit.context.close();
});

test('arrow keys and the pointer show the value of each bar of a chart', async () => {
  const visit = await openAs(ada, `${path}/admin/insights?start=2026-03-01&end=2026-03-31`);
  const { page } = visit;
  const chart = page.locator('figure').first();
  const bar = (name: string) => chart.getByRole('radio', { name });
  const isShown = (text: string) =>
    chart.getByText(text, { exact: true }).evaluate((one) => getComputedStyle(one).opacity === '1');
  await bar('Mar 12, 2026: 38 views').focus();
  expect(await isShown('Mar 12, 2026: 38 views')).toBe(true);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => isShown('Mar 13, 2026: 1 view')).toBe(true);
  expect(await isShown('Mar 12, 2026: 38 views')).toBe(false);
  await chart.locator('label').nth(11).hover();
  await expect.poll(() => isShown('Mar 12, 2026: 38 views')).toBe(true);
  expect(await isShown('Mar 13, 2026: 1 view')).toBe(false);
  await visit.context.close();
});

test('the current screen of a dashboard has an outline in forced colours', async () => {
  const visit = await openAs(ada, `${path}/admin/log`);
  const { page } = visit;
  await page.emulateMedia({ forcedColors: 'active' });
  const outline = (name: string) =>
    page
      .locator('.staff-side')
      .getByRole('link', { name })
      .evaluate((one) => getComputedStyle(one).outlineStyle);
  expect([await outline('Log'), await outline('Bans')]).toEqual(['solid', 'none']);
  await visit.context.close();
});
