// @module-tag rights
import { expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { act, freshText, writePost } from '../support/act.ts';
import { expectAccessible } from '../support/axe.ts';
import { expectNoProblems } from '../support/browser.ts';
import { memberOf } from '../support/member.ts';
import { choose } from '../support/post-menu.ts';
import { waitForHydration } from '../support/signed-in.ts';
import { ada, bo, openAs, postCard, server, waitForToast } from '../support/stage.ts';

test('a moderator finds the reports in the menu, on a screen that is accessible (axe)', async () => {
  const mo = await memberOf(server, 'Mo', 'Hale');
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  await sql`update members set role = 'moderator' where id = ${mo.id}`;
  await sql.end();
  await act(server, ada, '/report/create', {
    type: 'activity_action',
    id: await writePost(server, bo, freshText('Buy my pills')),
    category: 'spam',
    description: 'Please look',
  });
  const visit = await openAs(mo, '/contact');
  const { page } = visit;
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Reports' }).click();
  await page.waitForURL('**/admin/reports');
  await page.getByRole('article').waitFor();
  await expectAccessible(page, 'reports', { inBothThemes: true });
  expectNoProblems(visit);
  await visit.context.close();
});

test('a block hides both members from each other, at once and everywhere', async () => {
  const [cleo, dee] = [await memberOf(server, 'Cleo', 'Blocked'), await memberOf(server, 'Dee')];
  const [first, second, deesPost, bosPost] = [
    await writePost(server, cleo, freshText('One')),
    await writePost(server, cleo, freshText('Two')),
    await writePost(server, dee, freshText('Of Dee')),
    await writePost(server, bo, freshText('Of Bo')),
  ];
  await act(server, cleo, '/advancedactivity/comment', {
    action_id: bosPost,
    body: 'Cleo was here',
  });
  await act(server, cleo, '/advancedactivity/like', { action_id: bosPost });
  await act(server, bo, '/activity/share', {
    type: 'activity_action',
    id: first,
    body: 'Look at Cleo’s',
  });
  const [mine, other] = [await openAs(dee), await openAs(cleo)];
  await postCard(other.page, deesPost).waitFor();
  await mine.page.getByText('Cleo was here').first().waitFor();

  await choose(mine.page, second, 'Block User');
  const question = mine.page.getByRole('dialog', { name: 'Block user' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await postCard(mine.page, second).waitFor();
  await choose(mine.page, second, 'Block User');
  await question.getByRole('button', { name: 'Block user', exact: true }).click();
  await waitForToast(mine.page, 'User blocked successfully');
  await expect.poll(() => postCard(mine.page, first).count()).toBe(0);
  await expect.poll(() => postCard(mine.page, second).count()).toBe(0);
  await expect
    .poll(() =>
      mine.page
        .getByRole('article')
        .filter({ hasText: 'Look at Cleo’s' })
        .first()
        .getByText('This post is not available.')
        .count(),
    )
    .toBe(1);
  await expect.poll(() => mine.page.getByText('Cleo was here').count()).toBe(0);

  await mine.page.reload();
  await waitForHydration(mine);
  expect(await mine.page.getByText('Cleo Blocked').count()).toBe(0);
  expect(
    await postCard(mine.page, bosPost)
      .getByText(/reacted|comment/i)
      .filter({ hasText: /^1 / })
      .count(),
  ).toBe(0);
  await other.page.reload();
  await waitForHydration(other);
  expect(await other.page.getByText('Dee Tester').count()).toBe(0);
  expect((await other.page.goto(`/posts/${deesPost}`))?.status()).toBe(404);
  expect((await mine.page.goto(`/posts/${first}`))?.status()).toBe(404);
  await mine.context.close();
  await other.context.close();
});
