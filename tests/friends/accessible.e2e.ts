import { expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import {
  expectAccessibleInBothLooks,
  expectScreensInBothLooks,
} from '../support/accessible-screens.ts';
import { act } from '../support/act.ts';
import { expectNoProblems } from '../support/browser.ts';
import { addCrowd, memberOf } from '../support/member.ts';
import { ada, openAs, server } from '../support/stage.ts';
import { fitsWidth } from '../support/width.ts';

test('friends and the popup of requests are accessible in both looks (axe)', async () => {
  const bo = await memberOf(server, 'Maximiliane-Theodora', 'Hohenberger-Zwickau');
  await act(server, bo, '/user/add', { user_id: ada.id });
  const visit = await openAs(ada, '/friends');
  await visit.page.getByRole('button', { name: 'Friend requests' }).click();
  await visit.page
    .getByRole('group', { name: 'Friend requests', exact: true })
    .getByRole('link', { name: /Maximiliane/ })
    .waitFor();
  await expectAccessibleInBothLooks(visit, 'friends');
  expectNoProblems(visit);
  await visit.context.close();
});

test('suggestions are accessible in both looks (axe)', () =>
  expectScreensInBothLooks(ada, ['/friends/suggestions']));

test('many friend requests fit the width of a phone', async () => {
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  await sql`
    insert into friend_requests (sender_id, recipient_id)
    select sender_id, ${ada.id}
    from unnest(${await addCrowd(server, 22)}::bigint[]) as c (sender_id)`;
  await sql.end();
  const { page, context } = await openAs(ada, '/friends', { screen: 'phone' });
  await page.getByRole('link', { name: 'Page 2' }).waitFor();
  expect(await fitsWidth(page)).toBe(true);
  await context.close();
});
