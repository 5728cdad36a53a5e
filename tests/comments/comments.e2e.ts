// @module-tag races
// @module-tag stores
import { expect, test } from 'vitest';
import { freshText, writePost } from '../support/act.ts';
import { answered, holdRequests } from '../support/answered.ts';
import { expectNoProblems } from '../support/browser.ts';
import { comment, openThread } from '../support/comments.ts';
import { openWindowAs, waitForHydration } from '../support/signed-in.ts';
import { ada, bo, browser, postCard, server } from '../support/stage.ts';

const commentCall = '**/api/rest/advancedactivity/comment';

test('text typed before hydration stays', async () => {
  const id = await writePost(server, bo, freshText('Try me'));
  const { comment_id: bosId } = await comment(bo, id, 'Like me');
  const visit = await openWindowAs(browser, ada, { origin: server.origin });
  const { page } = visit;
  const post = postCard(page, id);
  const box = post.getByLabel('Write a comment');
  const letScriptsCome = await holdRequests(page, '**/_astro/*.js');
  await page.goto(`/posts/${id}`, { waitUntil: 'commit' });
  await box.fill('Faster than the scripts');
  letScriptsCome();
  await page.getByText('23/1000').waitFor();
  await page.locator(`#comment-${bosId}`).getByRole('button', { name: 'Like' }).click();
  await page.getByText('1 like').waitFor();
  await expect.poll(() => box.inputValue()).toBe('Faster than the scripts');
  expectNoProblems(visit);
  await visit.context.close();
});

test('Comment on the page of a post leads to its box, which stays open', async () => {
  const id = await writePost(server, bo, freshText('Try me twice'));
  const { post, box, ...visit } = await openThread(ada, `/posts/${id}`, id);
  const isFocused = () => box.evaluate((field) => field === document.activeElement);
  const button = post.getByRole('button', { name: 'Comment', exact: true });
  await button.click();
  await expect.poll(isFocused).toBe(true);
  await button.click();
  await expect.poll(isFocused).toBe(true);
  await visit.context.close();
});

test('a comment whose answer was lost and an unsaved edit survive a reload, and are sent once', async () => {
  const id = await writePost(server, bo, freshText('Try me again'));
  await comment(bo, id, 'Like me');
  const { comment_id } = await comment(ada, id, 'With a tipo');
  const { post, box, texts, ...visit } = await openThread(ada, `/posts/${id}`, id);
  const { page } = visit;
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
  await answered(page, '/reply-edit', () => own.getByRole('button', { name: 'Save' }).click());
  // The first attempt did reach the server.
  await expect.poll(texts).toEqual([text, 'With a typo', 'Like me']);
  await post.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Comment created successfully').first().waitFor();
  await expect.poll(texts).toEqual([text, 'With a typo', 'Like me']);
  await page.reload();
  expect(await texts()).toEqual([text, 'With a typo', 'Like me']);
  await visit.context.close();
});
