import { expect, test } from 'vitest';
import { freshText, writePost } from '../support/act.ts';
import { expectNoProblems } from '../support/browser.ts';
import { comment, openThread } from '../support/comments.ts';
import { ada, bo, server } from '../support/stage.ts';

test.each(['the feed', 'its own page'])(
  'the thread of a post on %s loads page by page, newest first, each comment once, and collapses again',
  async (where) => {
    const isFeed = where === 'the feed';
    const id = await writePost(server, bo, freshText('Many words'));
    for (let number = 1; number <= 12; number += 1) await comment(bo, id, `Comment ${number}`);
    const all = Array.from({ length: 12 }, (_, index) => `Comment ${12 - index}`);
    const visit = await openThread(ada, isFeed ? '/home' : `/posts/${id}`, id);
    const { post, texts } = visit;
    const started = isFeed ? 1 : 5;
    expect(await texts()).toEqual(all.slice(0, started));
    const more = post.getByRole('button', { name: 'View more comments' });
    expect(await more.innerText()).toBe(`View more comments (${12 - started})`);
    await more.click();
    await expect.poll(texts).toEqual(all.slice(0, isFeed ? 5 : 10));
    // A comment written meanwhile shifts the pages.
    if (isFeed) await comment(bo, id, 'Comment 13');
    // Not the number of comments: the one written meanwhile may come before the page does.
    const isLoading = () =>
      more.evaluateAll((found) => found.some(({ ariaBusy }) => ariaBusy === 'true'));
    while (await more.count()) {
      await more.click();
      await expect.poll(isLoading).toBe(false);
    }
    // The comment written meanwhile arrives by live update, sooner or later.
    const first = async () => (await texts()).filter((text) => text !== 'Comment 13');
    const shown = await texts();
    expect(shown).toHaveLength(new Set(shown).size);
    await expect.poll(first).toEqual(all);
    await post.getByRole('button', { name: 'Show fewer comments' }).click();
    await expect.poll(first).toEqual(all.slice(0, started));
    await post.getByRole('button', { name: 'Show all comments' }).click();
    await expect.poll(first).toEqual(all);
    expectNoProblems(visit);
    await visit.context.close();
  },
);

test('after midnight the times of an open post and its comments are of yesterday', async () => {
  const id = await writePost(server, bo, freshText('Late words'));
  await comment(bo, id, 'Good night');
  const visit = await openThread(ada, `/posts/${id}`, id, {
    before: ({ page }) => page.clock.install(),
  });
  const { page } = visit;
  const days = async () => [
    ...new Set(
      (await page.locator('.post-when time, .comment-when time').allInnerTexts()).map((time) =>
        time.replace(/ \d.*/, ''),
      ),
    ),
  ];
  expect(await days()).toEqual(['Today at']);
  await page.clock.fastForward('24:00:00');
  await expect.poll(days).toEqual(['Yesterday at']);
  expectNoProblems(visit);
  await visit.context.close();
});

test('a link to a comment shows it on whichever page it is', async () => {
  const id = await writePost(server, bo, freshText('Long ago'));
  const { comment_id } = await comment(bo, id, 'The one');
  for (let number = 1; number <= 5; number += 1)
    await comment(bo, id, `Answer ${number}`, comment_id);
  for (let number = 1; number <= 6; number += 1) await comment(bo, id, `Later ${number}`);
  const newest = ['Later 6', 'Later 5', 'Later 4', 'Later 3', 'Later 2'];
  const answers = Array.from({ length: 5 }, (_, index) => `Answer ${index + 1}`);

  const visit = await openThread(ada, `/comments/${comment_id}`, id);
  const { page, post, texts } = visit;
  await page.waitForURL(`**/posts/${id}?comment=${comment_id}#comment-${comment_id}`);
  const there = page.locator(`#comment-${comment_id}:target`);
  await expect
    .poll(() => there.evaluate((one) => one.getBoundingClientRect().top < innerHeight))
    .toBe(true);
  expect(await texts()).toEqual([...newest, 'The one', ...answers.slice(0, 4)]);
  // The comments between, and its other replies, can be loaded as usual.
  await post.getByRole('button', { name: 'View more comments (1)' }).click();
  await expect.poll(texts).toEqual([...newest, 'Later 1', 'The one', ...answers.slice(0, 4)]);
  await post.getByRole('button', { name: 'View more replies (1)' }).click();
  await expect.poll(texts).toEqual([...newest, 'Later 1', 'The one', ...answers]);
  expectNoProblems(visit);
  await visit.context.close();
});

test('the time of a reply is a link to it', async () => {
  const id = await writePost(server, bo, freshText('Just now'));
  const { comment_id } = await comment(bo, id, 'The one');
  await comment(bo, id, 'The answer', comment_id);
  const visit = await openThread(ada, `/posts/${id}?comment=${comment_id}`, id);
  const { page } = visit;
  await page.locator('.comment .comment').last().locator('a.comment-when').click();
  await page.waitForURL(/comment=\d+#comment-\d+$/);
  await expect
    .poll(() =>
      page.locator('.comment:target > .comment-main > .comment-said .comment-body').innerText(),
    )
    .toBe('The answer');
  expectNoProblems(visit);
  await visit.context.close();
});
