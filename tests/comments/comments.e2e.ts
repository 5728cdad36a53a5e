import { expect, test } from 'vitest';
import { freshText, writePost } from '../support/act.ts';
import { answered } from '../support/answered.ts';
import { expectNoProblems } from '../support/browser.ts';
import { comment, openThread } from '../support/comments.ts';
import { openWindowAs, whenAwake } from '../support/signed-in.ts';
import { ada, bo, browser, server } from '../support/stage.ts';

const commentCall = '**/api/rest/advancedactivity/comment';

test('Comment opens and closes the box; what is written stands on top, and others find it', async () => {
  const id = await writePost(server, bo, freshText('Say something'));
  await comment(bo, id, 'Me first');
  const visit = await openThread(ada, '/home', id);
  const { post, page, box, texts } = visit;
  expect(await box.count()).toBe(0);
  await post.getByRole('button', { name: 'Comment', expanded: false }).click();
  await box.waitFor();
  await post.getByRole('button', { name: 'Comment', expanded: true }).click();
  await box.waitFor({ state: 'detached' });
  await post.getByRole('button', { name: 'Comment', exact: true }).click();
  await box.fill('How lovely! 🙂');
  await post.getByText(`${'How lovely! 🙂'.length}/1000`).waitFor();
  await post.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Comment created successfully').first().waitFor();
  await expect.poll(texts).toEqual(['How lovely! 🙂', 'Me first']);
  await expect.poll(() => box.inputValue()).toBe('');
  await post.getByText('2 comments').waitFor();
  expectNoProblems(visit);
  await visit.context.close();

  const other = await openThread(bo, `/posts/${id}`, id);
  expect(await other.texts()).toEqual(['How lovely! 🙂', 'Me first']);
  await other.context.close();
});

test('a comment that failed keeps its text, also over a reload, and is made once', async () => {
  const id = await writePost(server, bo, freshText('Try me'));
  const visit = await openThread(ada, `/posts/${id}`, id);
  const { post, page, box, texts } = visit;
  const text = freshText('Nearly lost');
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
  await whenAwake(visit);
  await expect.poll(() => box.inputValue()).toBe(text);
  await post.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Comment created successfully').first().waitFor();
  await expect.poll(texts).toEqual([text]);
  await page.reload();
  expect(await texts()).toEqual([text]);
  await visit.context.close();
});

test('words typed before the page woke up are not lost', async () => {
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

test('an empty comment is the server’s to refuse; pressed twice, one is sent', async () => {
  const id = await writePost(server, bo, freshText('Twice'));
  const visit = await openThread(ada, `/posts/${id}`, id);
  const { post, page, box, texts } = visit;
  await post.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Error creating comment').first().waitFor();
  await box.fill('Once');
  await box.press('Control+Enter');
  await box.press('Control+Enter');
  await page.getByText('Comment created successfully').first().waitFor();
  await page.waitForTimeout(300);
  expect(await texts()).toEqual(['Once']);
  await visit.context.close();
});

test('one’s own comment is edited and deleted, and nobody else’s', async () => {
  const id = await writePost(server, bo, freshText('Mend it'));
  const foreign = await comment(bo, id, 'Not yours');
  const mine = await comment(ada, id, 'With a tipo');
  const visit = await openThread(ada, `/posts/${id}`, id);
  const { page, texts } = visit;
  const [own, other] = [
    page.locator(`#comment-${mine.comment_id}`),
    page.locator(`#comment-${foreign.comment_id}`),
  ];
  await other.getByRole('button', { name: 'Comment options' }).click();
  await page.getByRole('button', { name: 'Report Comment' }).waitFor();
  expect(await page.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Delete', exact: true }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await own.getByRole('button', { name: 'Comment options' }).click();
  await own.getByRole('button', { name: 'Edit' }).click();
  await own.getByLabel('Edit your comment').fill('With a typo');
  // What is changed and not saved is not lost with the page.
  await page.reload();
  await whenAwake(visit);
  await expect.poll(() => own.getByLabel('Edit your comment').inputValue()).toBe('With a typo');
  await own.getByRole('button', { name: 'Save' }).click();
  await expect.poll(texts).toEqual(['With a typo', 'Not yours']);
  await own.getByText('edited').waitFor();
  await own.getByRole('button', { name: 'Comment options' }).click();
  await own.getByRole('button', { name: 'Delete' }).click();
  await answered(page, '/comment-delete', () =>
    page.getByRole('button', { name: 'Delete comment' }).click(),
  );
  await expect.poll(texts).toEqual(['Not yours']);
  await page.getByText('1 comment').waitFor();
  await page.reload();
  expect(await texts()).toEqual(['Not yours']);
  await visit.context.close();
});

test('everything shows before the server answers, and is taken back when it refuses', async () => {
  const id = await writePost(server, bo, freshText('Slow server'));
  const mine = await comment(ada, id, 'Stay');
  const visit = await openThread(ada, `/posts/${id}`, id);
  const { post, page, box, texts } = visit;
  const own = page.locator(`#comment-${mine.comment_id}`);
  let answer = () => {};
  const hold = async (path: string) => {
    const gate = new Promise<void>((resolve) => (answer = resolve));
    await page.route(`**/api/rest${path}*`, async (route) => {
      await gate;
      await route.fulfill({
        status: 500,
        contentType: 'application/json',
        body: '{"status_code":500,"error":true,"error_code":"server_error","message":"Not today."}',
      });
    });
  };

  await hold('/advancedactivity/comment');
  await box.fill('At once');
  await post.getByRole('button', { name: 'Send', exact: true }).click();
  await post.getByText('Sending…').waitFor();
  await expect.poll(texts).toEqual(['At once', 'Stay']);
  await post.getByText('2 comments').waitFor();
  await expect.poll(() => box.inputValue()).toBe('');
  answer();
  await page.getByText('Error creating comment').first().waitFor();
  await expect.poll(texts).toEqual(['Stay']);
  await expect.poll(() => box.inputValue()).toBe('At once');
  await post.getByText('1 comment', { exact: true }).waitFor();

  await hold('/advancedcomments/reply-edit');
  await own.getByRole('button', { name: 'Comment options' }).click();
  await own.getByRole('button', { name: 'Edit' }).click();
  await own.getByLabel('Edit your comment').fill('Changed');
  await own.getByRole('button', { name: 'Save' }).click();
  await expect.poll(texts).toEqual(['Changed']);
  answer();
  await page.getByText('Not today.').first().waitFor();
  await expect.poll(texts).toEqual(['Stay']);
  await expect.poll(() => own.getByLabel('Edit your comment').inputValue()).toBe('Changed');
  await own.getByRole('button', { name: 'Cancel' }).click();

  await hold('/comment-delete');
  await own.getByRole('button', { name: 'Comment options' }).click();
  await own.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete comment' }).click();
  await expect.poll(texts).toEqual([]);
  answer();
  await expect.poll(texts).toEqual(['Stay']);
  await visit.context.close();
});

test('emoji: by mouse at the caret, by search and keyboard alone, and those used last come first', async () => {
  const id = await writePost(server, bo, freshText('Smile'));
  const visit = await openThread(ada, `/posts/${id}`, id);
  const { post, page, box } = visit;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await box.fill('Good morning');
  await box.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(4, 4));
  expect(asked.filter((url) => url.includes('EmojiPicker'))).toEqual([]);
  await post.getByRole('button', { name: 'Emoji' }).click();
  await page.getByRole('gridcell', { name: 'grinning face', exact: true }).click();
  await expect.poll(() => box.inputValue()).toBe('Good😀 morning');
  await expect
    .poll(() =>
      page.evaluate(() => [
        document.activeElement?.tagName,
        (document.activeElement as HTMLTextAreaElement).selectionStart,
      ]),
    )
    .toEqual(['TEXTAREA', 6]);
  expect(asked.some((url) => url.includes('EmojiPicker'))).toBe(true);

  await post.getByRole('button', { name: 'Emoji' }).press('Enter');
  await expect.poll(focused).toBe('Search emoji');
  await page.keyboard.type('piz');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => box.inputValue()).toBe('Good😀🍕 morning');

  await post.getByRole('button', { name: 'Emoji' }).press('Enter');
  await page.getByRole('tab', { name: 'Recently used', selected: true }).waitFor();
  await expect.poll(focused).toBe('Search emoji');
  await expect.poll(() => page.getByRole('gridcell').allInnerTexts()).toEqual(['🍕', '😀']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.press('Enter');
  await expect.poll(() => box.inputValue()).toBe('Good😀🍕😀😀 morning');
  await post.getByRole('button', { name: 'Emoji' }).click();
  await page.getByLabel('Search emoji').fill('no such thing');
  await page.getByText('No emoji of that name.').waitFor();
  // The first empties the search, as in every search field.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByLabel('Search emoji').waitFor({ state: 'detached' });
  // There is room for a thousand characters and no more.
  await box.fill('x'.repeat(999));
  await post.getByRole('button', { name: 'Emoji' }).click();
  await page.getByRole('gridcell', { name: 'pizza' }).click();
  expect(await box.inputValue()).toBe('x'.repeat(999));
  expectNoProblems(visit);
  await visit.context.close();
});
