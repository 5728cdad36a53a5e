// @module-tag rights
// @module-tag stores
import { expect, test } from 'vitest';
import { act, freshText, writePost } from '../support/act.ts';
import { answered, holdRequests } from '../support/answered.ts';
import { expectNoProblems } from '../support/browser.ts';
import { memberOf } from '../support/member.ts';
import { choose } from '../support/post-menu.ts';
import { openWindowAs, waitForHydration } from '../support/signed-in.ts';
import { ada, bo, browser, openAs, postCard, server, waitForToast } from '../support/stage.ts';

test('on its own page the author opens comments and sharing again, edits and deletes; hidden, it makes room for the way back', async () => {
  const id = await writePost(server, ada, freshText('Not today'));
  const others = await openAs(bo, `/posts/${id}`);
  await choose(others.page, id, 'Hide Post');
  await others.page.getByText('This post of Ada Quill is hidden.').waitFor();
  await expect.poll(() => postCard(others.page, id).isVisible()).toBe(false);
  await others.page.getByRole('button', { name: 'Undo' }).click();
  await postCard(others.page, id).waitFor();
  expectNoProblems(others);
  await others.context.close();

  await act(server, ada, '/advancedactivity/update-commentable', { action_id: id });
  await act(server, ada, '/advancedactivity/update-shareable', { action_id: id });
  const visit = await openAs(ada, `/posts/${id}`);
  const { page } = visit;
  const offered = (name: string) =>
    postCard(page, id).getByRole('button', { name, exact: true }).count();
  expect([await offered('Comment'), await offered('Share')]).toEqual([0, 0]);
  await choose(page, id, 'Enable Comments');
  await waitForToast(page, 'Comments are open');
  await page.getByRole('textbox', { name: 'Write a comment' }).waitFor();
  await waitForHydration(visit);
  await choose(page, id, 'Enable Sharing');
  await waitForToast(page, 'Sharing is allowed');
  await expect.poll(() => offered('Share')).toBe(1);
  await waitForHydration(visit);

  // The page is loaded again with the new text, and after a deletion the feed.
  await choose(page, id, 'Edit Post');
  await page.getByRole('dialog').getByLabel('Text').fill('Better words');
  await page.getByRole('button', { name: 'Save' }).click();
  await waitForToast(page, 'Post updated successfully');
  await page.getByRole('article').getByText('Better words').waitFor();
  await waitForHydration(visit);
  await choose(page, id, 'Delete Post');
  await page.getByRole('button', { name: 'Delete post', exact: true }).click();
  await page.waitForURL('**/home');
  await waitForToast(page, 'Post deleted successfully');
  expectNoProblems(visit);
  expect((await page.goto(`/posts/${id}`))?.status()).toBe(404);
  await visit.context.close();
});

test('a failed edit keeps its words, also over a reload, until Cancel; a narrowed audience shows at once, only to its author', async () => {
  const text = freshText('Before');
  const id = await writePost(server, ada, text);
  const mine = await openAs(ada);
  const { page } = mine;
  await page.route('**/advancedactivity/edit-feed', (route) => route.abort());
  await choose(page, id, 'Edit Post');
  const dialog = page.getByRole('dialog', { name: 'Edit post' });
  const field = dialog.getByLabel('Text');
  await field.fill('Never mind');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await waitForToast(page, 'Error updating post');
  expect(await field.inputValue()).toBe('Never mind');
  await page.keyboard.press('Escape');
  await page.unroute('**/advancedactivity/edit-feed');
  await page.reload();
  await waitForHydration(mine);
  await choose(page, id, 'Edit Post');
  await expect.poll(() => field.inputValue()).toBe('Never mind');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await choose(page, id, 'Edit Post');
  await expect.poll(() => field.inputValue()).toContain('Before');

  const bosVisit = await openAs(bo);
  await postCard(bosVisit.page, id).waitFor();
  await dialog.getByLabel('Who can see this post').selectOption('Only Me');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await waitForToast(page, 'Post updated successfully');
  await postCard(page, id).getByRole('img', { name: 'Only me', exact: true }).waitFor();
  await expect
    .poll(() => postCard(page, id).getByRole('button', { name: 'Share' }).count())
    .toBe(0);
  // Only who may see it has changed: what is read is still the first version.
  expect(await postCard(page, id).getByText('edited').count()).toBe(0);
  await bosVisit.page.reload();
  await waitForHydration(bosVisit);
  expect(await postCard(bosVisit.page, id).count()).toBe(0);
  expect((await bosVisit.page.goto(`/posts/${id}`))?.status()).toBe(404);

  for (const visit of [mine, bosVisit]) await visit.context.close();
});

test('others hide a post and take it back, or hide everything of its author', async () => {
  const cleo = await memberOf(server, 'Cleo');
  const [first, second] = [
    await writePost(server, cleo, freshText('One')),
    await writePost(server, cleo, freshText('Two')),
  ];
  const visit = await openAs(ada);
  const { page } = visit;
  await choose(page, first, 'Hide Post');
  await waitForToast(page, 'Post hidden successfully');
  await page.getByText('This post of Cleo Tester is hidden.').waitFor();
  // The keyboard goes on where the post was.
  await page.waitForFunction(() => document.activeElement?.textContent === 'Undo');
  await page.keyboard.press('Enter');
  await postCard(page, first).waitFor();
  await page.waitForFunction(
    (id) =>
      document.activeElement?.closest('[data-post]')?.getAttribute('data-post') === String(id),
    first,
  );

  await choose(page, first, 'Hide Post');
  await page.getByRole('button', { name: 'Hide all from Cleo Tester' }).click();
  await page.getByText('All posts of Cleo Tester are hidden from your feed.').waitFor();
  await expect.poll(() => postCard(page, second).count()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await postCard(page, second).waitFor();
  await answered(page, '/feeds/hide-item', () =>
    page.getByRole('button', { name: 'Hide all from Cleo Tester' }).click(),
  );
  await page.getByText('All posts of Cleo Tester are hidden from your feed.').waitFor();
  // Back brings the feed as it was left, and none of theirs with it.
  await page.goto('/contact');
  await page.goBack();
  await waitForHydration(visit);
  await page.getByText('All posts of Cleo Tester are hidden from your feed.').waitFor();
  await expect.poll(() => postCard(page, second).count()).toBe(0);
  await page.reload();
  await waitForHydration(visit);
  // In the feed: among the newest members beside it stands whoever is new.
  expect(await page.getByRole('main').getByText('Cleo Tester').count()).toBe(0);
  expectNoProblems(visit);
  await visit.context.close();
});

// The browser opens them without script; what is in them has to come once there is some.
test('a menu or a picker that was opened before the page woke up is filled once it has', async () => {
  const id = await writePost(server, ada, freshText('Faster than the scripts'));
  for (const [path, opener, inside] of [
    ['/home', 'Post options', 'Copy link'],
    [`/posts/${id}`, 'Post options', 'Copy link'],
    [`/posts/${id}`, 'Emoji', 'Search emoji'],
  ] as const) {
    const visit = await openWindowAs(browser, ada, { origin: server.origin });
    const { page } = visit;
    const letScriptsCome = await holdRequests(page, '**/_astro/*.js');
    await page.goto(path, { waitUntil: 'commit' });
    await page.getByRole('article').first().getByRole('button', { name: opener }).click();
    await page.locator('.popover:popover-open').waitFor({ state: 'attached' });
    letScriptsCome();
    await page
      .locator('.popover:popover-open')
      .getByLabel(inside)
      .or(page.getByRole('button', { name: inside }))
      .first()
      .waitFor();
    expectNoProblems(visit);
    await visit.context.close();
  }
});
