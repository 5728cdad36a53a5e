import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { act } from '../support/act.ts';
import { addCrowd, memberOf } from '../support/member.ts';
import { PlainPage } from '../support/plain-page.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';

let server: SharedServer;
beforeAll(async () => {
  server = await borrowServer();
});
afterAll(() => server.stop());

test('without script a request is sent and another confirmed by forms, twenty requests on each page', async () => {
  const [ada, bo, eve] = [
    await memberOf(server, 'Ada'),
    await memberOf(server, 'Bo'),
    await memberOf(server, 'Eve'),
  ];
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  await sql`
    insert into friend_requests (sender_id, recipient_id)
    select sender_id, ${bo.id}
    from unnest(${await addCrowd(server, 22)}::bigint[]) as c (sender_id)`;
  await sql.end();
  await act(server, eve, '/user/add', { user_id: bo.id });
  const page = new PlainPage(server, bo);
  const requests = () => page.texts('.people-heading .badge')[0];
  await page.open(`/profile/${ada.id}/posts`);
  await page.press('Add friend Ada Tester');
  expect(page.buttons('Request sent to Ada Tester')).toHaveLength(1);
  expect(page.url.pathname).toBe(`/profile/${ada.id}/posts`);
  await page.follow('Friend requests');
  expect(page.links('Page 2')).toHaveLength(1);
  expect(requests()).toBe('23');
  await page.press('Confirm the request of Eve Tester');
  expect(page.buttons('Confirm the request of Eve Tester')).toEqual([]);
  expect(requests()).toBe('22');
  await page.open('/friends/suggestions');
  expect(page.text).toContain('Nobody to suggest yet.');
  await page.open(`/profile/${bo.id}/friends`);
  expect(page.links('Eve Tester')).not.toEqual([]);
});
