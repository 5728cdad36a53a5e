// @module-tag rights
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { act, createGroup, createPage } from '../support/act.ts';
import { memberOf } from '../support/member.ts';
import { PlainPage } from '../support/plain-page.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';

let server: SharedServer;
beforeAll(async () => {
  server = await borrowServer();
});
afterAll(() => server.stop());

/** The changes of each entry, without line breaks. */
const changes = (page: PlainPage) =>
  page.texts('.container-log-change').map((text) => text.replace(/\s+/g, ' ').trim());

test('the log of a group names settings with both values, and long texts alone', async () => {
  const ada = await memberOf(server, 'Ada');
  const fields = { title: 'Rowers', description: 'We row.', category_id: 1 };
  const id = await createGroup(server, ada, fields);
  const page = new PlainPage(server, ada);
  await page.open(`/groups/group/${id}/edit`);
  page.fill('Group name', 'Night rowers');
  page.fill('Description', 'We row at night.');
  page.choose('Who can post', 'Officers only');
  page.choose('Slow mode: time between two posts by the same member', '5 minutes');
  await page.press('Save');
  await page.open(`/groups/group/${id}/log`);
  expect(page.text).toContain('changed the settings');
  expect(changes(page).toSorted()).toEqual([
    'Description',
    'Group name from Rowers to Night rowers',
    'Slow mode: time between two posts by the same member from None to 5 minutes',
    'Who can post from Members to Officers only',
  ]);
  // Saved again without a change.
  await page.open(`/groups/group/${id}/edit`);
  await page.press('Save');
  await page.open(`/groups/group/${id}/log`);
  expect(page.text.split('changed the settings')).toHaveLength(2);
});

test('the log of a page names roles, titles, parts and addresses with both values', async () => {
  const [ada, bo] = [await memberOf(server, 'Ada'), await memberOf(server, 'Bo')];
  const id = await createPage(server, ada, { title: 'Mill', category_id: 3, body: 'An old mill.' });
  await act(server, bo, `/sitepage/join/${id}`, {});
  const edit = (fields: Record<string, string>) => act(server, ada, `/sitepage/edit/${id}`, fields);
  await act(server, ada, `/sitepage/changerole/${id}`, { member_id: bo.id, role: 'moderator' });
  await act(server, ada, `/sitepage/changerole/${id}`, {
    member_id: bo.id,
    role: 'moderator',
    title: 'Miller',
  });
  await edit({ member_invite: '0' });
  await edit({ page_url: `mill-of-${id}` });
  const page = new PlainPage(server, ada);
  await page.open(`/pages/page/${id}/dashboard/admin/apps`);
  await page.press('Hide Reviews');
  await page.open(`/pages/page/${id}/dashboard/admin/log`);
  const [parts, address, invite, title, role] = changes(page);
  expect(parts).toBe('Reviews from shown to hidden');
  expect(address).toMatch(new RegExp(`^Address from mill\\S* to mill-of-${id}$`));
  expect(invite).toBe('Members can invite from Yes to No');
  expect([title, role]).toEqual(['Title from nothing to Miller', 'Role from Member to Moderator']);
});

test('entries of a log from before values were noted stay readable', async () => {
  const ada = await memberOf(server, 'Ada');
  const id = await createGroup(server, ada, {
    title: 'Rowers',
    description: 'We row.',
    category_id: 1,
  });
  const db = postgresAt(server.databaseUrl, { max: 1 });
  await db`
    insert into container_audit_log (type, id, actor_id, action, details)
    values
      ('group', ${id}, ${ada.id}, 'edit', '{"title": "Rowers", "postPolicy": "members"}'),
      ('group', ${id}, ${ada.id}, 'set_title', '{"title": "Cox"}'),
      ('group', ${id}, ${ada.id}, 'change_role', null)`;
  await db.end();
  const page = new PlainPage(server, ada);
  await page.open(`/groups/group/${id}/log`);
  expect(page.text).toContain('changed the settings');
  expect(page.text).toContain('changed the role of');
  expect(changes(page)).toEqual(['Title: Cox']);
});
