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
  await sql.end();
  await act(server, ada, '/sitepages/create', {
    title: 'Choir',
    category_id: 3,
    body: 'We sing.',
    package_id: checked!.id,
  });
  await host.open('/admin/pages');
  expect(host.text).toContain('We sing.');
  await host.press('Approve Choir');
  expect(host.text).toContain('No page is waiting');
  await host.press('Feature Choir');
  expect(host.text).toContain('Do not feature Choir');
});
