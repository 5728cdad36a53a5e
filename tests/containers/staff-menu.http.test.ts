// @module-tag rights
import { afterAll, beforeAll, expect, test } from 'vitest';
import { act, createPage } from '../support/act.ts';
import { memberOf } from '../support/member.ts';
import { PlainPage } from '../support/plain-page.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';

let server: SharedServer;
beforeAll(async () => {
  server = await borrowServer();
});
afterAll(() => server.stop());

const addPage = async () => {
  const ada = await memberOf(server, 'Ada');
  const id = await createPage(server, ada, { title: 'Mill', category_id: 3, body: 'An old mill.' });
  return { ada, id, path: `/pages/page/${id}` };
};

test('the screens of a dashboard are listed by subject, with the current one named to screen readers', async () => {
  const { ada, path } = await addPage();
  const page = new PlainPage(server, ada);
  const current = () =>
    /class="card staff-side".*?aria-current="page".*?<span>(.*?)<\/span>/s.exec(page.html)?.[1];
  await page.open(`${path}/dashboard`);
  expect(page.texts('.staff-side p')).toEqual(['Settings', 'People and posts', 'Activity']);
  expect(page.texts('.staff-side a')).toHaveLength(15);
  expect(current()).toBe('Edit');
  // Folded where there is no room at the side.
  await page.open(`${path}/dashboard/admin/reports`);
  expect(current()).toBe('Reports');
  await page.press('Dashboard of the page');
  expect(page.links('Bans')).toHaveLength(2);
});

test('moderators of a page find those of its screens that they may open', async () => {
  const { ada, id, path } = await addPage();
  const bo = await memberOf(server, 'Bo');
  await act(server, bo, `/sitepage/join/${id}`, {});
  await act(server, ada, `/sitepage/changerole/${id}`, { member_id: bo.id, role: 'moderator' });
  const his = new PlainPage(server, bo);
  await his.open(`${path}/dashboard`);
  expect(his.texts('.staff-side a')).toEqual(['Requests', 'Pending posts', 'Notifications']);
  await his.open(`${path}/dashboard/admin/manage`);
  expect(his.text).not.toContain('Admins and roles');
});

test('members of a page cannot list its staff by a role in the address', async () => {
  const { ada, id, path } = await addPage();
  const [bo, cy] = [await memberOf(server, 'Bo'), await memberOf(server, 'Cy')];
  for (const one of [bo, cy]) await act(server, one, `/sitepage/join/${id}`, {});
  await act(server, ada, `/sitepage/changerole/${id}`, { member_id: bo.id, role: 'moderator' });
  const his = new PlainPage(server, cy);
  await his.open(`${path}/members?role=moderator`);
  expect(his.texts('.container-person a')).toEqual([ada, bo, cy].map((one) => one.displayname));
});
