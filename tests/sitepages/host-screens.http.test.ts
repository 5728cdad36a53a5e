import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { act } from '../support/act.ts';
import { memberOf } from '../support/member.ts';
import { PlainPage } from '../support/plain-page.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';

let server: SharedServer;
beforeAll(async () => {
  server = await borrowServer();
});
// Packages outlive the other data of the server.
afterAll(async () => {
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  await sql`truncate sitepages cascade`;
  await sql`delete from page_packages where not is_default`;
  await sql.end();
  await server.stop();
});

test('the host makes a package with approval, approves and features its page', async () => {
  const [hera, ada] = [await memberOf(server, 'Hera'), await memberOf(server, 'Ada')];
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  await sql`update members set role = 'admin' where id = ${hera.id}`;
  const host = new PlainPage(server, hera);
  await host.open('/admin/packages');
  host.fill('Title', 'Checked', 'Create package');
  await host.press('Create package');
  expect(host.text).toContain('Package created.');
  const [checked] = await sql`
    update page_packages set needs_approval = true where title = 'Checked' returning id`;
  const choir = { title: 'Choir', category_id: 3, body: 'We sing.', package_id: checked!.id };
  await act(server, ada, '/sitepages/create', choir);
  await act(server, ada, '/sitepages/create', { ...choir, title: 'Spam', body: 'Buy now.' });
  await host.open('/admin/pages');
  expect(host.text).toContain('We sing.');
  await host.press('Settings');
  expect(host.text).toContain('Community Pages2 waiting');
  await host.press('Reject… Spam');
  const reason = 'x'.repeat(501);
  host.fill('Reason', reason);
  await host.press('Reject page');
  // Nothing typed is lost.
  expect(host.value('Reason')).toBe(reason);
  expect(host.description('Reason')).toContain('At most 500');
  host.fill('Reason', 'It sells something.');
  await host.press('Reject page');
  expect(host.text).not.toContain('Buy now.');
  const [declined] = await sql`select id from containers where state = 'declined'`;
  const owner = new PlainPage(server, ada);
  await owner.open(`/pages/page/${declined!.id}`);
  expect(owner.text).toContain('It sells something.');
  await host.press('Approve Choir');
  expect(host.text).toContain('No pages are waiting');
  await host.press('Feature Choir');
  expect(host.text).toContain('Stop featuring Choir');
  await host.follow('Package of Choir');
  expect(host.text).toContain('The current package has no time limit.');
  await sql`
    update page_packages
    set days = 30, price = 500, features = '{Fast help}'
    where title = 'Checked'`;
  await owner.open('/pages/create');
  const [standard, priced] = owner.fields('Package');
  expect([standard!.attribs.checked, standard!.attribs.disabled]).toEqual(['', undefined]);
  expect([priced!.attribs.checked, priced!.attribs.disabled]).toEqual([undefined, '']);
  expect(owner.text).toContain('5.00 EUR, for 30 days, the moderators approve the page first');
  expect(owner.text).toContain('Fast help');
  expect(owner.text).toContain('This site takes no payments');
  await host.press('Give package');
  await host.follow('Package of Choir');
  expect(host.text).toContain('The current package ends on');
  await host.follow('Reports');
  expect(host.path).toBe('/admin/reports');
  await sql.end();
});

test('the host adds a category below another one, renames and deletes it', async () => {
  const hera = await memberOf(server, 'Hera');
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  await sql`update members set role = 'admin' where id = ${hera.id}`;
  const host = new PlainPage(server, hera);
  await host.open('/admin/categories');
  await host.press('New category of Pages');
  host.fill('Title', 'Rowing');
  host.choose('Parent category', 'Sports and outdoors');
  await host.press('Create category');
  const [rowing] =
    await sql`select id from page_categories where title = 'Rowing' and parent_id = 4`;
  await host.open(`/admin/categories?type=sitepage_page&id=${rowing!.id}`);
  host.fill('Title', 'Sculling', 'Save');
  await host.press('Save');
  expect(host.text).toContain('Sculling');
  await host.open(`/admin/categories?type=sitepage_page&id=${rowing!.id}`);
  await host.press('Delete category');
  expect(await sql`select from page_categories where id = ${rowing!.id}`).toHaveLength(0);
  await sql.end();
});
