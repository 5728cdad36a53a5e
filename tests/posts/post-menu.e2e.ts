import { expect, test } from 'vitest';
import { act, freshText, writePost } from '../support/act.ts';
import { answered, holdBack } from '../support/answered.ts';
import { expectNoProblems } from '../support/browser.ts';
import { memberOf } from '../support/member.ts';
import { choose } from '../support/post-menu.ts';
import { openWindowAs, whenAwake } from '../support/signed-in.ts';
import { ada, bo, browser, openAs, postCard, server, toasted } from '../support/stage.ts';

test('the author copies the link, edits and deletes', async () => {
  const text = freshText('With a tipo');
  const id = await writePost(server, ada, text);
  const visit = await openAs(ada);
  const { page } = visit;
  await visit.context.grantPermissions(['clipboard-read', 'clipboard-write'], {
    origin: server.origin,
  });
  await choose(page, id, 'Copy link');
  await toasted(page, 'Link copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${server.origin}/posts/${id}`,
  );

  await choose(page, id, 'Edit Post');
  const dialog = page.getByRole('dialog', { name: 'Edit post' });
  const field = dialog.getByLabel('Text');
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
  await field.fill('  ');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Post cannot be empty').waitFor();
  await field.fill(text.replace('tipo', 'typo'));
  await field.press('Home');
  await dialog.getByRole('button', { name: 'Emoji' }).click();
  await page.getByRole('gridcell', { name: 'grinning face', exact: true }).click();
  await expect.poll(() => field.inputValue()).toContain('😀With a typo');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await toasted(page, 'Post updated successfully');
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => postCard(page, id).innerText()).toContain('With a typo');

  await choose(page, id, 'Delete Post');
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await postCard(page, id).count()).toBe(1);
  await choose(page, id, 'Delete Post');
  await page.getByRole('button', { name: 'Delete post', exact: true }).click();
  await toasted(page, 'Post deleted successfully');
  await expect.poll(() => postCard(page, id).count()).toBe(0);
  expectNoProblems(visit);
  await visit.context.close();
});

test('the author closes comments and stops sharing, and takes it back', async () => {
  const id = await writePost(server, ada, freshText('Not today'));
  const visit = await openAs(ada);
  const { page } = visit;
  const offered = (name: string) =>
    postCard(page, id).getByRole('button', { name, exact: true }).count();
  await choose(page, id, 'Disable Comments');
  await toasted(page, 'Comments are closed');
  await expect.poll(() => offered('Comment')).toBe(0);
  await choose(page, id, 'Disable Sharing');
  await toasted(page, 'Sharing is stopped');
  await expect.poll(() => offered('Share')).toBe(0);

  // On the post's own page, which others may have open as well.
  await page.goto(`/posts/${id}`);
  await whenAwake(visit);
  expect([await offered('Comment'), await offered('Share')]).toEqual([0, 0]);
  await choose(page, id, 'Enable Comments');
  await toasted(page, 'Comments are open');
  await page.getByRole('textbox', { name: 'Write a comment' }).waitFor();
  await whenAwake(visit);
  await choose(page, id, 'Enable Sharing');
  await toasted(page, 'Sharing is allowed');
  await expect.poll(() => offered('Share')).toBe(1);
  expectNoProblems(visit);
  await visit.context.close();

  const others = await openAs(bo);
  await postCard(others.page, id).getByRole('button', { name: 'Post options' }).click();
  await others.page.getByRole('button', { name: 'Hide Post' }).waitFor();
  expect(
    await others.page.getByRole('button', { name: /(Disable|Enable) (Comments|Sharing)/ }).count(),
  ).toBe(0);
  await others.context.close();
});

test('an edit that fails keeps its words, also over a reload; Cancel lets them go', async () => {
  const id = await writePost(server, ada, freshText('Before'));
  const visit = await openAs(ada);
  const { page } = visit;
  await page.route('**/advancedactivity/edit-feed', (route) => route.abort());
  await choose(page, id, 'Edit Post');
  const field = page.getByRole('dialog').getByLabel('Text');
  await field.fill('Never mind');
  await page.getByRole('button', { name: 'Save' }).click();
  await toasted(page, 'Error updating post');
  expect(await field.inputValue()).toBe('Never mind');
  await page.keyboard.press('Escape');
  await page.reload();
  await whenAwake(visit);
  await choose(page, id, 'Edit Post');
  await expect.poll(() => field.inputValue()).toBe('Never mind');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await choose(page, id, 'Edit Post');
  await expect.poll(() => field.inputValue()).toContain('Before');
  await visit.context.close();
});

test('a narrowed audience shows at once, to the author as an icon, to others as nothing; the edit says when', async () => {
  const text = freshText('Not for all');
  const id = await writePost(server, ada, text);
  const [mine, theirs] = [await openAs(ada), await openAs(bo)];
  await postCard(theirs.page, id).waitFor();
  await choose(mine.page, id, 'Edit Post');
  const dialog = mine.page.getByRole('dialog', { name: 'Edit post' });
  await dialog.getByLabel('Who can see this post').selectOption('Only Me');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await toasted(mine.page, 'Post updated successfully');
  await postCard(mine.page, id).getByRole('img', { name: 'Only me', exact: true }).waitFor();
  await expect
    .poll(() => postCard(mine.page, id).getByRole('button', { name: 'Share' }).count())
    .toBe(0);
  // Only who may see it has changed: what is read is still the first version.
  expect(await postCard(mine.page, id).getByText('edited').count()).toBe(0);
  await theirs.page.reload();
  await whenAwake(theirs);
  expect(await postCard(theirs.page, id).count()).toBe(0);
  expect((await theirs.page.goto(`/posts/${id}`))?.status()).toBe(404);

  await mine.page.waitForTimeout(1_100);
  await act(server, ada, '/advancedactivity/edit-feed', {
    action_id: id,
    body: `${text} any more`,
  });
  const silent = await openWindowAs(browser, ada, { origin: server.origin, javaScript: false });
  await silent.page.goto(`/posts/${id}`);
  await silent.page.getByText(/edited (Today at|Yesterday at|[A-Z][a-z]{2} \d)/).waitFor();
  expect(await silent.page.locator('.post-edited time').getAttribute('title')).toMatch(
    /^Edited .*\d{4}/,
  );
  for (const visit of [mine, theirs, silent]) await visit.context.close();
});

test('two windows that edit the same post do not overwrite each other unasked', async () => {
  const id = await writePost(server, ada, freshText('First version'));
  const visit = await openAs(ada);
  const { page } = visit;
  await choose(page, id, 'Edit Post');
  const dialog = page.getByRole('dialog', { name: 'Edit post' });
  await dialog.getByLabel('Text').fill('From this window');
  await page.waitForTimeout(1_100);
  await act(server, ada, '/advancedactivity/edit-feed', {
    action_id: id,
    body: 'From the other window',
  });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await toasted(page, 'Error updating post');
  await dialog.getByText('From the other window').waitFor();
  expect(await dialog.getByLabel('Text').inputValue()).toBe('From this window');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await toasted(page, 'Post updated successfully');
  await page.reload();
  await postCard(page, id).getByText('From this window').waitFor();
  await visit.context.close();
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
  await toasted(page, 'Post hidden successfully');
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
  await whenAwake(visit);
  await page.getByText('All posts of Cleo Tester are hidden from your feed.').waitFor();
  await expect.poll(() => postCard(page, second).count()).toBe(0);
  await page.reload();
  await whenAwake(visit);
  // In the feed: among the newest members beside it stands whoever is new.
  expect(await page.getByRole('main').getByText('Cleo Tester').count()).toBe(0);
  expectNoProblems(visit);
  await visit.context.close();
});

test('hidden on its own page, the post makes room for the way back', async () => {
  const id = await writePost(server, bo, freshText('Alone'));
  const visit = await openAs(ada, `/posts/${id}`);
  const { page } = visit;
  await choose(page, id, 'Hide Post');
  await page.getByText('This post of Bo Reed is hidden.').waitFor();
  await expect.poll(() => postCard(page, id).isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Undo' }).click();
  await postCard(page, id).waitFor();
  expectNoProblems(visit);
  await visit.context.close();
});

test('a block, a hiding or a deletion that does not come through says so, and nothing goes', async () => {
  const [id, own] = [
    await writePost(server, bo, freshText('Still there')),
    await writePost(server, ada, freshText('And mine')),
  ];
  const visit = await openAs(ada);
  const { page } = visit;
  for (const [path, message] of [
    [/feeds\/hide-item/, 'Not today.'],
    [/advancedactivity\/delete/, 'Not that one.'],
  ] as const) {
    await page.route(path, (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/json',
        body: JSON.stringify({
          status_code: 500,
          error: true,
          error_code: 'server_error',
          message,
        }),
      }),
    );
  }
  await choose(page, id, 'Hide Post');
  await toasted(page, 'Not today.');
  await expect.poll(() => page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  await choose(page, own, 'Delete Post');
  await page.getByRole('button', { name: 'Delete post', exact: true }).click();
  await toasted(page, 'Not that one.');
  await page.keyboard.press('Escape');
  await postCard(page, own).waitFor();
  await page.route('**/block/add', (route) => route.abort());
  await choose(page, id, 'Block User');
  await page.getByRole('button', { name: 'Block user', exact: true }).click();
  await toasted(page, 'Error blocking user');
  await page.keyboard.press('Escape');
  await postCard(page, id).waitFor();
  await visit.context.close();
});

test('deleted or edited on its own page, a post says so there or in the feed', async () => {
  const id = await writePost(server, ada, freshText('On its own page'));
  const visit = await openAs(ada, `/posts/${id}`);
  const { page } = visit;
  await choose(page, id, 'Edit Post');
  await page.getByRole('dialog').getByLabel('Text').fill('Better words');
  await page.getByRole('button', { name: 'Save' }).click();
  await toasted(page, 'Post updated successfully');
  await page.getByRole('article').getByText('Better words').waitFor();
  await whenAwake(visit);
  await choose(page, id, 'Delete Post');
  await page.getByRole('button', { name: 'Delete post', exact: true }).click();
  await page.waitForURL('**/home');
  await toasted(page, 'Post deleted successfully');
  expect((await page.goto(`/posts/${id}`))?.status()).toBe(404);
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
    const letScriptsCome = await holdBack(page, '**/_astro/*.js');
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

test('with the keyboard alone: open, walk, leave; a press elsewhere closes', async () => {
  const id = await writePost(server, ada, freshText('Keys'));
  const visit = await openAs(ada);
  const { page } = visit;
  const focused = () =>
    page.evaluate(
      () =>
        document.activeElement?.textContent?.trim() ||
        document.activeElement?.getAttribute('aria-label'),
    );
  const button = postCard(page, id).getByRole('button', { name: 'Post options' });
  await button.focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(focused).toBe('Copy link');
  for (const next of ['Save Post', 'Turn off notifications', 'Edit Post']) {
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused).toBe(next);
  }
  await page.keyboard.press('End');
  await expect.poll(focused).toBe('Delete Post');
  await page.keyboard.press('ArrowDown');
  await expect.poll(focused).toBe('Copy link');
  await page.keyboard.press('Escape');
  await expect.poll(focused).toBe('Post options');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Delete Post' }).waitFor();
  await page.mouse.click(5, 400);
  await page.getByRole('button', { name: 'Delete Post' }).waitFor({ state: 'hidden' });
  await button.focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(focused).toBe('Copy link');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Delete post' }).waitFor();
  // Enter at once destroys nothing.
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Delete post' }).waitFor({ state: 'hidden' });
  await postCard(page, id).waitFor();
  await expect.poll(focused).toBe('Post options');
  await visit.context.close();
});
