import { expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { act, freshText, writePost } from '../support/act.ts';
import { expectAccessible } from '../support/axe.ts';
import { expectNoProblems } from '../support/browser.ts';
import { memberOf } from '../support/member.ts';
import { choose } from '../support/post-menu.ts';
import { openWindowAs, whenAwake } from '../support/signed-in.ts';
import { ada, bo, browser, openAs, postCard, server, toasted } from '../support/stage.ts';

// First: what the others report stays in the queue.
test('a moderator looks through the reports and decides, also without script; nobody else finds the screen', async () => {
  const mo = await memberOf(server, 'Mo', 'Hale');
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  await sql`update members set role = 'moderator' where id = ${mo.id}`;
  await sql.end();
  const [bad, fine] = [freshText('Buy my pills'), freshText('Only a joke')];
  const [badId, fineId] = [await writePost(server, bo, bad), await writePost(server, bo, fine)];
  const comment = await act<{ comment_id: number }>(server, bo, '/advancedactivity/comment', {
    action_id: fineId,
    body: 'Rude words',
  });
  for (const [type, id] of [
    ['activity_action', badId],
    ['activity_action', fineId],
    ['activity_comment', comment.comment_id],
  ] as const) {
    await act(server, ada, '/report/create', {
      type,
      id,
      category: 'spam',
      description: 'Please look',
    });
  }

  const visit = await openWindowAs(browser, mo, {
    origin: server.origin,
    javaScript: false,
    screen: 'phone',
  });
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

  const other = await openAs(mo, '/home');
  await other.page.getByRole('button', { name: 'Settings' }).click();
  await other.page.getByRole('link', { name: 'Reports' }).click();
  await other.page.waitForURL('**/admin/reports');
  await other.page.getByRole('article').waitFor();
  await expectAccessible(other.page, 'reports', { inBothThemes: true });
  expectNoProblems(other);
  await other.context.close();

  const member = await openWindowAs(browser, ada, { origin: server.origin });
  expect((await member.page.goto('/admin/reports'))!.status()).toBe(404);
  await member.page.goto('/home');
  expect(await member.page.locator('a[href="/admin/reports"]').count()).toBe(0);
  await member.context.close();
});

test('a report needs a reason and details, keeps them when it fails, and tells that it arrived', async () => {
  const id = await writePost(server, bo, freshText('Buy now'));
  const visit = await openAs(ada);
  const { page } = visit;
  await choose(page, id, 'Report Post');
  const dialog = page.getByRole('dialog', { name: 'Report post' });
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await dialog.getByText('Reason is required').waitFor();
  await dialog.getByText('Details are required').waitFor();
  await expect
    .poll(() =>
      dialog
        .getByRole('radio')
        .first()
        .evaluate((one) => one === document.activeElement),
    )
    .toBe(true);
  await dialog.getByLabel('Spam').check();
  await expect.poll(() => dialog.getByText('Reason is required').count()).toBe(0);
  await dialog.getByLabel('Details').fill('Sells things that nobody wants');
  await page.route('**/report/create', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await toasted(page, 'Error reporting post');
  expect(await dialog.getByLabel('Details').inputValue()).toBe('Sells things that nobody wants');
  await page.unroute('**/report/create');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await toasted(page, 'Post reported successfully');
  await dialog.waitFor({ state: 'hidden' });
  // The button that opened it has the focus again.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Post options');
  await postCard(page, id).waitFor();
  await visit.context.close();
});

test('a comment is reported, or its author blocked', async () => {
  const eve = await memberOf(server, 'Eve');
  const id = await writePost(server, bo, freshText('Talk about it'));
  for (const body of ['Rude words', 'And more'])
    await act(server, eve, '/advancedactivity/comment', { action_id: id, body });
  const visit = await openAs(ada, `/posts/${id}`);
  const { page } = visit;
  const comment = page.locator('.comment').filter({ hasText: 'Rude words' });
  await comment.getByRole('button', { name: 'Comment options' }).click();
  await page.getByRole('button', { name: 'Report Comment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report comment' });
  await dialog.getByLabel('Description').fill('Not here, please');
  await page.route('**/report/create', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await toasted(page, 'Error reporting content, please try again');
  // The request that was cut off for this.
  expect(visit.problems.splice(0)).toHaveLength(1);
  await page.unroute('**/report/create');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await toasted(page, 'Report successful!');
  await comment.getByRole('button', { name: 'Comment options' }).click();
  await page.getByRole('button', { name: 'Block User' }).click();
  await page.getByRole('button', { name: 'Block user', exact: true }).click();
  await toasted(page, 'User blocked successfully');
  await expect.poll(() => page.getByText('Eve Tester').count()).toBe(0);
  await page.reload();
  await page.getByText('Talk about it').waitFor();
  expect(await page.getByText('Eve Tester').count()).toBe(0);
  expectNoProblems(visit);
  await visit.context.close();
});

test('a block takes both out of each other’s sight, at once and everywhere', async () => {
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
  const [mine, theirs] = [await openAs(dee), await openAs(cleo)];
  await postCard(theirs.page, deesPost).waitFor();
  await mine.page.getByText('Cleo was here').first().waitFor();

  await choose(mine.page, second, 'Block User');
  const question = mine.page.getByRole('dialog', { name: 'Block user' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await postCard(mine.page, second).waitFor();
  await choose(mine.page, second, 'Block User');
  await question.getByRole('button', { name: 'Block user', exact: true }).click();
  await toasted(mine.page, 'User blocked successfully');
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
  await whenAwake(mine);
  expect(await mine.page.getByText('Cleo Blocked').count()).toBe(0);
  expect(
    await postCard(mine.page, bosPost)
      .getByText(/reacted|comment/i)
      .filter({ hasText: /^1 / })
      .count(),
  ).toBe(0);
  await theirs.page.reload();
  await whenAwake(theirs);
  expect(await theirs.page.getByText('Dee Tester').count()).toBe(0);
  expect((await theirs.page.goto(`/posts/${deesPost}`))?.status()).toBe(404);
  expect((await mine.page.goto(`/posts/${first}`))?.status()).toBe(404);
  await mine.context.close();
  await theirs.context.close();
});
