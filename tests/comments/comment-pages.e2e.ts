import { expect, test } from 'vitest';
import { freshText, writePost } from '../support/act.ts';
import { expectNoProblems } from '../support/browser.ts';
import { comment, openThread } from '../support/comments.ts';
import { ada, bo, server } from '../support/stage.ts';

test('a thread loads page by page, newest first, each comment once, and collapses again; after midnight today is yesterday', async () => {
  const id = await writePost(server, bo, freshText('Many words'));
  for (let number = 1; number <= 12; number += 1) await comment(bo, id, `Comment ${number}`);
  const all = Array.from({ length: 12 }, (_, index) => `Comment ${12 - index}`);
  for (const path of ['/home', `/posts/${id}`]) {
    const visit = await openThread(ada, path, id, { before: ({ page }) => page.clock.install() });
    const { page, post, texts } = visit;
    const started = path === '/home' ? 1 : 5;
    expect(await texts()).toEqual(all.slice(0, started));
    const more = post.getByRole('button', { name: 'View more comments' });
    expect(await more.innerText()).toBe(`View more comments (${12 - started})`);
    await more.click();
    await expect.poll(texts).toEqual(all.slice(0, path === '/home' ? 5 : 10));
    // A comment written meanwhile shifts the pages.
    if (path === '/home') await comment(bo, id, 'Comment 13');
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
    if (path !== '/home') {
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
    }
    expectNoProblems(visit);
    await visit.context.close();
    if (path === '/home') await deleteNewest(id);
  }
});

async function deleteNewest(id: number) {
  const answer = await fetch(
    `${server.origin}/api/rest/advancedactivity/feeds/likes-comments?action_id=${id}`,
    { headers: bo.headers },
  );
  const { body } = (await answer.json()) as { body: { viewAllComments: { comment_id: number }[] } };
  await fetch(
    `${server.origin}/api/rest/comment-delete?comment_id=${body.viewAllComments[0]!.comment_id}`,
    { method: 'DELETE', headers: bo.headers },
  );
}

test('a link to a comment shows it on whichever page it is; its time is that link', async () => {
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
  const last = page.locator('.comment .comment').last();
  await last.locator('a.comment-when').click();
  await page.waitForURL(/comment=\d+#comment-\d+$/);
  await expect
    .poll(() =>
      page.locator('.comment:target > .comment-main > .comment-said .comment-body').innerText(),
    )
    .toBe('Answer 5');
  expectNoProblems(visit);
  await visit.context.close();
});
