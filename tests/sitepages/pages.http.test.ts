import { afterAll, beforeAll, expect, test } from 'vitest';
import { act } from '../support/act.ts';
import { memberOf } from '../support/member.ts';
import { PlainPage } from '../support/plain-page.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';

let server: SharedServer;
beforeAll(async () => {
  server = await borrowServer();
});
afterAll(() => server.stop());

test('the owner gives and takes a role, edits the page and reads the numbers without script', async () => {
  const [ada, bo] = [await memberOf(server, 'Ada'), await memberOf(server, 'Bo')];
  const { response } = await act<{ response: { page_id: number } }>(
    server,
    ada,
    '/sitepages/create',
    { title: 'Mill', category_id: 3, body: 'An old mill.' },
  );
  const base = `/pages/page/${response.page_id}/dashboard`;
  await act(server, bo, `/sitepage/join/${response.page_id}`, {});
  const page = new PlainPage(server, ada);
  await page.open(`${base}/admin/manage`);
  await page.press('Change');
  page.choose('Role', 'Admin');
  await page.press('Save');
  expect(page.text).toContain('Role changed.');
  expect(page.texts('small')).toContain('Admin');
  await page.open(`${base}/edit`);
  page.fill('Title', 'Old mill');
  await page.press('Save');
  expect(page.links('Old mill').length).toBeGreaterThan(0);
  await page.open(`${base}/admin/insights`);
  expect(page.html).toMatch(/role="img"[^>]*aria-label="Members: 2 in all/);
  await page.open(`${base}/admin/apps`);
  await page.press('Hide Reviews');
  expect(page.buttons('Show Reviews')).toHaveLength(1);
  // In the left and the right column beside the feed.
  await page.open('/home');
  expect(page.html.split('<section class="trending"')).toHaveLength(3);
  expect(page.html).toMatch(/<bdi>Old mill<\/bdi>\s*<small>2 members<\/small>/);
});
