import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { createPage } from '../support/act.ts';
import { memberOf } from '../support/member.ts';
import { PlainPage } from '../support/plain-page.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';

let server: SharedServer;
let page: PlainPage;
let path: string;
beforeAll(async () => {
  server = await borrowServer();
  const ada = await memberOf(server, 'Ada');
  const id = await createPage(server, ada, { title: 'Mill', category_id: 3, body: 'An old mill.' });
  const db = postgresAt(server.databaseUrl, { max: 1 });
  await db`
    insert into container_daily_stats (type, id, day, views, leaves)
    values ('page', ${id}, '2026-03-12', 38, 2), ('page', ${id}, '2026-03-13', 1, 0)`;
  await db.end();
  page = new PlainPage(server, ada);
  path = `/pages/page/${id}/dashboard/admin`;
});
afterAll(() => server.stop());

const march = 'start=2026-03-01&end=2026-03-31';

test('insights name the numbers that they count, and the most with its date', async () => {
  await page.open(`${path}/insights?${march}`);
  expect(page.text).toContain('From Mar 1, 2026 to Mar 31, 2026.');
  expect(page.text).toContain('How often members of the site opened it');
  expect(page.text).toContain('most on one day: 38 views on Mar 12, 2026');
  expect(page.text).toContain('most lost on one day: 2 members on Mar 12, 2026');
  await page.open(`${path}/insights?${march}&chunk=week`);
  expect(page.text).toContain('most in one week: 39 views in the week from Mar 9, 2026');
  await page.open(`${path}/insights?${march}&chunk=month`);
  expect(page.text).toContain('most in one month: 39 views in March 2026');
});

test('each bar of insights and each line of reports has its date as people write it', async () => {
  await page.open(`${path}/insights?${march}`);
  expect(page.texts('.chart-bars label')).toContain('Mar 13, 2026: 1 view');
  await page.open(`${path}/reports?${march}`);
  expect(page.texts('tbody th')[11]).toBe('Mar 12, 2026');
});

test('insights of a time in which nothing was counted have one empty state', async () => {
  await page.open(`${path}/insights?start=2020-01-01&end=2020-01-31`);
  expect(page.text).toContain('Nothing was counted in this period.');
  expect(page.texts('figure')).toEqual([]);
});
