// @module-tag rights
// @module-tag stores
import type { Page } from 'playwright';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { act, freshText, writePost } from '../support/act.ts';
import { answered, holdRequests } from '../support/answered.ts';
import { expectNoProblems, type Visit } from '../support/browser.ts';
import { memberOf } from '../support/member.ts';
import { PlainPage } from '../support/plain-page.ts';
import { choose } from '../support/post-menu.ts';
import { openWindowAs, waitForHydration } from '../support/signed-in.ts';
import { ada, bo, browser, openAs, postCard, server, waitForToast } from '../support/stage.ts';

describe('on its own page', () => {
  let visit: Visit;
  let page: Page;
  beforeAll(async () => {
    visit = await openWindowAs(browser, ada, { origin: server.origin });
    ({ page } = visit);
  });
  afterEach(() => expectNoProblems(visit));

  async function openPost(author = ada): Promise<number> {
    const id = await writePost(server, author, freshText('Not today'));
    await page.goto(`/posts/${id}`);
    await waitForHydration(visit);
    return id;
  }

  test('a hidden post makes room for the way back', async () => {
    const id = await openPost(bo);
    await choose(page, id, 'Hide Post');
    await page.getByText('This post by Bo Reed is hidden.').waitFor();
    await expect.poll(() => postCard(page, id).isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Undo' }).click();
    await postCard(page, id).waitFor();
  });

  test('the author opens comments and sharing again', async () => {
    const id = await openPost();
    for (const path of [
      '/advancedactivity/update-commentable',
      '/advancedactivity/update-shareable',
    ])
      await act(server, ada, path, { action_id: id });
    await page.reload();
    await waitForHydration(visit);
    const offered = (name: string) =>
      postCard(page, id).getByRole('button', { name, exact: true }).count();
    expect([await offered('Comment'), await offered('Share')]).toEqual([0, 0]);
    await choose(page, id, 'Enable Comments');
    await waitForToast(page, 'Comments enabled');
    await page.getByRole('textbox', { name: 'Write a comment' }).waitFor();
    await waitForHydration(visit);
    await choose(page, id, 'Enable Sharing');
    await waitForToast(page, 'Sharing enabled');
    await expect.poll(() => offered('Share')).toBe(1);
  });

  test('an edited post is loaded again with its new text', async () => {
    const id = await openPost();
    await choose(page, id, 'Edit Post');
    await page.getByRole('dialog').getByLabel('Text').fill('Better words');
    await page.getByRole('button', { name: 'Save' }).click();
    await waitForToast(page, 'Post updated successfully');
    await page.getByRole('article').getByText('Better words').waitFor();
  });

  test('a deleted post leads to the feed', async () => {
    const id = await openPost();
    await choose(page, id, 'Delete Post');
    await page.getByRole('button', { name: 'Delete post', exact: true }).click();
    await page.waitForURL('**/home');
    await waitForToast(page, 'Post deleted successfully');
    expect((await fetch(`${server.origin}/posts/${id}`)).status).toBe(404);
  });
});

test('a failed edit keeps its words, also over a reload, until Cancel', async () => {
  const id = await writePost(server, ada, freshText('Before'));
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
  await mine.context.close();
});

test('a narrowed audience shows at once, only to the author', async () => {
  const text = freshText('For a while');
  const id = await writePost(server, ada, text);
  const others = new PlainPage(server, bo);
  await others.open('/home');
  expect(others.text).toContain(text);
  const mine = await openAs(ada);
  const { page } = mine;
  await choose(page, id, 'Edit Post');
  const dialog = page.getByRole('dialog', { name: 'Edit post' });
  await dialog.getByLabel('Who can see this post').selectOption('Only Me');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await waitForToast(page, 'Post updated successfully');
  await postCard(page, id).getByRole('img', { name: 'Only me', exact: true }).waitFor();
  await expect
    .poll(() => postCard(page, id).getByRole('button', { name: 'Share' }).count())
    .toBe(0);
  // Only who may see it has changed: what is read is still the first version.
  expect(await postCard(page, id).getByText('edited').count()).toBe(0);
  await others.open('/home');
  expect(others.text).not.toContain(text);
  await others.open(`/posts/${id}`);
  expect(others.status).toBe(404);
  expectNoProblems(mine);
  await mine.context.close();
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
  await page.getByText('This post by Cleo Tester is hidden.').waitFor();
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
  await page.getByText('All posts by Cleo Tester are hidden from your feed.').waitFor();
  await expect.poll(() => postCard(page, second).count()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await postCard(page, second).waitFor();
  await answered(page, '/feeds/hide-item', () =>
    page.getByRole('button', { name: 'Hide all from Cleo Tester' }).click(),
  );
  await page.getByText('All posts by Cleo Tester are hidden from your feed.').waitFor();
  // Back brings the feed as it was left, and none of theirs with it.
  await page.goto('/contact');
  await page.goBack();
  await waitForHydration(visit);
  await page.getByText('All posts by Cleo Tester are hidden from your feed.').waitFor();
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
