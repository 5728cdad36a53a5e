import { expect, test } from 'vitest';
import { freshText, writePost } from '../support/act.ts';
import { expectNoProblems, openWindow } from '../support/browser.ts';
import { comment, openThread } from '../support/comments.ts';
import { ada, bo, browser, server } from '../support/stage.ts';

test('a thread loads page by page, newest first, each comment once, and collapses again; after midnight it shows yesterday instead of today', async () => {
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

test('replies are shown under their comment, and more can be loaded', async () => {
  const id = await writePost(server, bo, freshText('Answer me'));
  const { comment_id } = await comment(bo, id, 'Top');
  for (let number = 1; number <= 4; number += 1)
    await comment(bo, id, `Reply ${number}`, comment_id);
  const visit = await openThread(ada, `/posts/${id}`, id);
  const { post, page, texts } = visit;
  expect(await texts()).toEqual(['Top', 'Reply 1', 'Reply 2', 'Reply 3']);
  await post.getByRole('button', { name: 'View more replies (1)' }).click();
  await expect.poll(texts).toEqual(['Top', 'Reply 1', 'Reply 2', 'Reply 3', 'Reply 4']);
  // A reply to a reply is written under the same comment.
  await page.locator('.comment .comment').first().getByRole('button', { name: 'Reply' }).click();
  await post.getByLabel('Reply to Bo Reed').fill('And mine');
  await post.getByRole('button', { name: 'Send reply' }).click();
  await page.getByText('Comment created successfully').first().waitFor();
  await expect.poll(texts).toEqual(['Top', 'Reply 1', 'Reply 2', 'Reply 3', 'Reply 4', 'And mine']);
  await expect.poll(() => post.getByLabel('Reply to Bo Reed').count()).toBe(0);
  await post.getByText('6 comments').waitFor();
  await visit.context.close();
});

test('a visitor without script pages through comments, and each page is cached under its own URL', async () => {
  const id = await writePost(server, bo, freshText('Read on'));
  const written: number[] = [];
  for (let number = 1; number <= 27; number += 1)
    written.push((await comment(bo, id, `Comment ${number}`)).comment_id);
  await comment(bo, id, 'An answer', written[26]!);
  const all = Array.from({ length: 27 }, (_, index) => `Comment ${27 - index}`);
  const visit = await openWindow(browser, {
    origin: server.origin,
    javaScript: false,
    screen: 'phone',
  });
  const { page } = visit;
  const texts = () => page.locator('.comment-body').allInnerTexts();
  await page.goto(`/posts/${id}?utm_source=mail`);
  expect(await texts()).toEqual([all[0], 'An answer', ...all.slice(1, 5)]);
  await page.getByRole('link', { name: 'View more comments (22)' }).click();
  await page.waitForURL(`**/posts/${id}?comments=2#comments`);
  await expect.poll(texts).toEqual(all.slice(5, 25));
  await page.getByRole('link', { name: 'View more comments' }).click();
  await expect.poll(texts).toEqual(all.slice(25));
  await expect.poll(() => page.getByRole('link', { name: 'View more comments' }).count()).toBe(0);
  await page.getByRole('link', { name: 'View newer comments' }).click();
  await page.waitForURL(`**/posts/${id}?comments=2#comments`);
  await page.getByRole('link', { name: 'View newer comments' }).click();
  await page.waitForURL(`**/posts/${id}#comments`);
  await expect.poll(texts).toEqual([all[0], 'An answer', ...all.slice(1, 5)]);
  expectNoProblems(visit);

  expect((await page.goto(`/posts/${id}?comments=4`))!.status()).toBe(404);
  // A deletion updates the cached pages too; later comments move up.
  const deletion = await fetch(
    `${server.origin}/api/rest/comment-delete?comment_id=${written[10]!}`,
    {
      method: 'DELETE',
      headers: bo.headers,
    },
  );
  expect(deletion.ok).toBe(true);
  await expect
    .poll(async () => {
      await page.goto(`/posts/${id}?comments=2`);
      return texts();
    })
    .toEqual(all.slice(5, 26).filter((text) => text !== 'Comment 11'));
  await visit.context.close();
  // A member gets an uncached page from the beginning.
  const member = await openThread(ada, `/posts/${id}?comments=2`, id);
  expect((await member.texts())[0]).toBe('Comment 27');
  await member.context.close();
});

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

  const { context, page: plain } = await openWindow(browser, {
    origin: server.origin,
    javaScript: false,
    screen: 'phone',
  });
  const read = () => plain.locator('.comment-body').allInnerTexts();
  await plain.goto(`/posts/${id}?comments=2`);
  expect(await read()).toEqual(['Later 1', 'The one', ...answers.slice(0, 3)]);
  await plain.getByRole('link', { name: 'View 2 more replies' }).click();
  await expect.poll(read).toEqual(['The one', ...answers]);
  await plain.getByRole('link', { name: 'View all comments (12)' }).click();
  await expect.poll(read).toEqual(newest);
  await fetch(`${server.origin}/api/rest/comment-delete?comment_id=${comment_id}`, {
    method: 'DELETE',
    headers: bo.headers,
  });
  await plain.goto(`/posts/${id}?comment=${comment_id}`);
  expect(new URL(plain.url()).search).toBe('');
  expect((await plain.goto(`/comments/${comment_id}`))!.status()).toBe(404);
  await context.close();
});
