import { expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { act, freshText, writePost } from '../support/act.ts';
import { expectAccessible } from '../support/axe.ts';
import { expectNoProblems } from '../support/browser.ts';
import { memberOf } from '../support/member.ts';
import { openWindowAs } from '../support/signed-in.ts';
import { ada, bo, browser, openAs, server } from '../support/stage.ts';

test('a moderator looks through the reports and decides, also without script; nobody else finds the screen', async () => {
  const mo = await memberOf(server, 'Mo', 'Hale');
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  await sql`update members set role = 'moderator' where id = ${mo.id}`;
  await sql.end();
  const [bad, fine] = [freshText('Buy my pills'), freshText('Only a joke')];
  const [badId, fineId] = [await writePost(server, bo, bad), await writePost(server, bo, fine)];
  const comment = await act<{ comment_id: number }>(server, bo, '/advancedactivity/comment', { action_id: fineId, body: 'Rude words' });
  for (const [type, id] of [['activity_action', badId], ['activity_action', fineId], ['activity_comment', comment.comment_id]] as const) {
    await act(server, ada, '/report/create', { type, id, category: 'spam', description: 'Please look' });
  }

  const visit = await openWindowAs(browser, mo, { origin: server.origin, javaScript: false, screen: 'phone' });
  const { page } = visit;
  await page.goto('/admin/reports');
  const item = (words: string) => page.getByRole('article').filter({ hasText: words });
  await item(bad).getByText('Please look').waitFor();
  expect(await page.getByText('Rude words').count()).toBe(0);
  await page.getByRole('button', { name: 'Show what was reported' }).click();
  await page.getByText('Rude words').waitFor();
  await item(fine).getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('status').getByText('The reports are dismissed.').waitFor();
  expect(await item(fine).count()).toBe(0);
  await item(bad).getByText('Remove…').click();
  await item(bad).getByRole('button', { name: 'Remove this post' }).click();
  await page.getByRole('status').getByText('It is removed.').waitFor();
  expect((await page.goto(`/posts/${badId}`))!.status()).toBe(404);
  expect((await page.goto(`/posts/${fineId}`))!.status()).toBe(200);
  await visit.context.close();

  for (const colorScheme of ['light', 'dark'] as const) {
    const other = await openAs(mo, '/home', { colorScheme });
    await other.page.getByRole('button', { name: 'Settings' }).click();
    await other.page.getByRole('link', { name: 'Reports' }).click();
    await other.page.waitForURL('**/admin/reports');
    await other.page.getByRole('article').waitFor();
    await expectAccessible(other.page, `reports, ${colorScheme}`);
    expectNoProblems(other);
    await other.context.close();
  }

  const member = await openWindowAs(browser, ada, { origin: server.origin });
  expect((await member.page.goto('/admin/reports'))!.status()).toBe(404);
  await member.page.goto('/home');
  expect(await member.page.locator('a[href="/admin/reports"]').count()).toBe(0);
  await member.context.close();
});
