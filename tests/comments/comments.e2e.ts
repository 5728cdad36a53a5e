import { expect, test } from 'vitest';
import { freshText, writePost } from '../support/act.ts';
import { expectNoProblems } from '../support/browser.ts';
import { comment, openThread } from '../support/comments.ts';
import { openWindowAs, waitForHydration } from '../support/signed-in.ts';
import { ada, bo, browser, server } from '../support/stage.ts';

const commentCall = '**/api/rest/advancedactivity/comment';

test('a failed comment and an unsaved edit keep their text over a reload; the comment is created once', async () => {
  const id = await writePost(server, bo, freshText('Try me'));
  const { comment_id } = await comment(ada, id, 'With a tipo');
  const visit = await openThread(ada, `/posts/${id}`, id);
  const { post, page, box, texts } = visit;
  const text = freshText('Nearly lost');
  const own = page.locator(`#comment-${comment_id}`);
  await own.getByRole('button', { name: 'Comment options' }).click();
  await own.getByRole('button', { name: 'Edit' }).click();
  await own.getByLabel('Edit your comment').fill('With a typo');
  await page.route(commentCall, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await box.fill(text);
  await post.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Error creating comment').first().waitFor();
  await expect.poll(() => box.inputValue()).toBe(text);
  await page.unroute(commentCall);
  await page.reload();
  await waitForHydration(visit);
  await expect.poll(() => box.inputValue()).toBe(text);
  await expect.poll(() => own.getByLabel('Edit your comment').inputValue()).toBe('With a typo');
  await own.getByRole('button', { name: 'Save' }).click();
  // The first attempt did reach the server.
  await expect.poll(texts).toEqual([text, 'With a typo']);
  await post.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Comment created successfully').first().waitFor();
  await expect.poll(texts).toEqual([text, 'With a typo']);
  await page.reload();
  expect(await texts()).toEqual([text, 'With a typo']);
  await visit.context.close();
});

test('text typed before hydration is not lost', async () => {
  const id = await writePost(server, bo, freshText('Quick fingers'));
  const { comment_id } = await comment(bo, id, 'Like me');
  const visit = await openWindowAs(browser, ada, { origin: server.origin });
  const { page } = visit;
  let letScriptsCome = () => {};
  const held = new Promise<void>((resolve) => (letScriptsCome = resolve));
  await page.route('**/_astro/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/posts/${id}`, { waitUntil: 'commit' });
  await page.getByLabel('Write a comment').fill('Faster than the scripts');
  letScriptsCome();
  await page.getByText('23/1000').waitFor();
  await page.locator(`#comment-${comment_id}`).getByRole('button', { name: 'Like' }).click();
  await page.getByText('1 like').waitFor();
  await expect
    .poll(() => page.getByLabel('Write a comment').inputValue())
    .toBe('Faster than the scripts');
  expectNoProblems(visit);
  await visit.context.close();
});
