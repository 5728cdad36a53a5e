import { expect, test } from 'vitest';
import { act, freshText, writePost } from '../support/act.ts';
import { answered } from '../support/answered.ts';
import { expectNoProblems, openWindow } from '../support/browser.ts';
import type { ApiMember } from '../support/member.ts';
import { openWindowAs, whenAwake } from '../support/signed-in.ts';
import { ada, bo, browser, openAs, postCard, server } from '../support/stage.ts';

const commentCall = '**/api/rest/advancedactivity/comment';

const comment = (who: ApiMember, id: number, body: string, comment_id?: number) =>
  act<{ comment_id: number }>(server, who, '/advancedactivity/comment', { action_id: id, body, ...(comment_id ? { comment_id } : {}) });

async function open(member: ApiMember, path: string, id: number) {
  const visit = await openAs(member, path);
  const post = postCard(visit.page, id);
  const texts = () => post.locator('.comment-body').allInnerTexts();
  return { ...visit, post, texts, box: post.getByLabel('Write a comment') };
}

test('Comment opens and closes the box; what is written stands on top, and others find it', async () => {
  const id = await writePost(server, bo, freshText('Say something'));
  await comment(bo, id, 'Me first');
  const visit = await open(ada, '/home', id);
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
  expect(await texts()).toEqual(['How lovely! 🙂', 'Me first']);
  expect(await box.inputValue()).toBe('');
  await post.getByText('2 comments').waitFor();
  expectNoProblems(visit);
  await visit.context.close();

  const other = await open(bo, `/posts/${id}`, id);
  expect(await other.texts()).toEqual(['How lovely! 🙂', 'Me first']);
  await other.context.close();
});

test('a thread opens page by page, newest first, each comment once, and folds up again', async () => {
  const id = await writePost(server, bo, freshText('Many words'));
  for (let number = 1; number <= 12; number += 1) await comment(bo, id, `Comment ${number}`);
  const all = Array.from({ length: 12 }, (_, index) => `Comment ${12 - index}`);
  for (const path of ['/home', `/posts/${id}`]) {
    const visit = await open(ada, path, id);
    const { post, texts } = visit;
    const started = path === '/home' ? 1 : 5;
    expect(await texts()).toEqual(all.slice(0, started));
    const more = post.getByRole('button', { name: 'View more comments' });
    expect(await more.innerText()).toBe(`View more comments (${12 - started})`);
    await more.click();
    await expect.poll(texts).toEqual(all.slice(0, path === '/home' ? 5 : 10));
    // Somebody writes meanwhile, which shifts the pages.
    if (path === '/home') await comment(bo, id, 'Comment 13');
    while (await more.count()) {
      const before = (await texts()).length;
      await more.click();
      await expect.poll(async () => (await more.count()) === 0 || (await texts()).length > before).toBe(true);
    }
    const shown = await texts();
    expect(shown).toHaveLength(new Set(shown).size);
    expect(shown.filter((text) => text !== 'Comment 13')).toEqual(all);
    await post.getByRole('button', { name: 'Show fewer comments' }).click();
    expect((await texts()).length).toBe(started);
    await post.getByRole('button', { name: 'Show all comments' }).click();
    expect(await texts()).toEqual(shown);
    expectNoProblems(visit);
    await visit.context.close();
    if (path === '/home') await deleteNewest(id);
  }
});

async function deleteNewest(id: number) {
  const answer = await fetch(`${server.origin}/api/rest/advancedactivity/feeds/likes-comments?action_id=${id}`, { headers: bo.headers });
  const { body } = (await answer.json()) as { body: { viewAllComments: { comment_id: number }[] } };
  await fetch(`${server.origin}/api/rest/comment-delete?comment_id=${body.viewAllComments[0]!.comment_id}`, { method: 'DELETE', headers: bo.headers });
}

test('comments that do not come can be asked for again', async () => {
  const id = await writePost(server, bo, freshText('Slow words'));
  for (let number = 1; number <= 7; number += 1) await comment(bo, id, `Comment ${number}`);
  const visit = await open(ada, `/posts/${id}`, id);
  const { post, page, texts } = visit;
  await page.route('**/feeds/likes-comments?*', (route) => route.abort());
  await post.getByRole('button', { name: 'View more comments' }).click();
  await page.getByText('Unable to load more comments right now.').first().waitFor();
  await page.unroute('**/feeds/likes-comments?*');
  await post.getByRole('button', { name: 'View more comments' }).click();
  await expect.poll(async () => (await texts()).length).toBe(7);
  await visit.context.close();
});

test('a comment that failed keeps its text, also over a reload, and is made once', async () => {
  const id = await writePost(server, bo, freshText('Try me'));
  const visit = await open(ada, `/posts/${id}`, id);
  const { post, page, box, texts } = visit;
  const text = freshText('Nearly lost');
  await page.route(commentCall, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await box.fill(text);
  await post.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Error creating comment').first().waitFor();
  expect(await box.inputValue()).toBe(text);
  await page.unroute(commentCall);
  await page.reload();
  await whenAwake(visit);
  await expect.poll(() => box.inputValue()).toBe(text);
  await post.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Comment created successfully').first().waitFor();
  expect(await texts()).toEqual([text]);
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
  expect(await page.getByLabel('Write a comment').inputValue()).toBe('Faster than the scripts');
  expectNoProblems(visit);
  await visit.context.close();
});

test('an empty comment is the server’s to refuse; pressed twice, one is sent', async () => {
  const id = await writePost(server, bo, freshText('Twice'));
  const visit = await open(ada, `/posts/${id}`, id);
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

test('replies stand under their comment, and further ones can be called up', async () => {
  const id = await writePost(server, bo, freshText('Answer me'));
  const { comment_id } = await comment(bo, id, 'Top');
  for (let number = 1; number <= 4; number += 1) await comment(bo, id, `Reply ${number}`, comment_id);
  const visit = await open(ada, `/posts/${id}`, id);
  const { post, page, texts } = visit;
  expect(await texts()).toEqual(['Top', 'Reply 1', 'Reply 2', 'Reply 3']);
  await post.getByRole('button', { name: 'View more replies (1)' }).click();
  await expect.poll(texts).toEqual(['Top', 'Reply 1', 'Reply 2', 'Reply 3', 'Reply 4']);
  // Answering a reply writes under the same comment.
  await page.locator('.comment .comment').first().getByRole('button', { name: 'Reply' }).click();
  await post.getByLabel('Reply to Bo Reed').fill('And mine');
  await post.getByRole('button', { name: 'Send reply' }).click();
  await page.getByText('Comment created successfully').first().waitFor();
  expect(await texts()).toEqual(['Top', 'Reply 1', 'Reply 2', 'Reply 3', 'Reply 4', 'And mine']);
  expect(await post.getByLabel('Reply to Bo Reed').count()).toBe(0);
  await post.getByText('6 comments').waitFor();
  await visit.context.close();
});

test('one’s own comment is edited and deleted, and nobody else’s', async () => {
  const id = await writePost(server, bo, freshText('Mend it'));
  const foreign = await comment(bo, id, 'Not yours');
  const mine = await comment(ada, id, 'With a tipo');
  const visit = await open(ada, `/posts/${id}`, id);
  const { page, texts } = visit;
  const [own, other] = [page.locator(`#comment-${mine.comment_id}`), page.locator(`#comment-${foreign.comment_id}`)];
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
  expect(await own.getByLabel('Edit your comment').inputValue()).toBe('With a typo');
  await own.getByRole('button', { name: 'Save' }).click();
  await expect.poll(texts).toEqual(['With a typo', 'Not yours']);
  await own.getByText('edited').waitFor();
  await own.getByRole('button', { name: 'Comment options' }).click();
  await own.getByRole('button', { name: 'Delete' }).click();
  await answered(page, '/comment-delete', () => page.getByRole('button', { name: 'Delete comment' }).click());
  await expect.poll(texts).toEqual(['Not yours']);
  await page.getByText('1 comment').waitFor();
  await page.reload();
  expect(await texts()).toEqual(['Not yours']);
  await visit.context.close();
});

test('everything shows before the server answers, and is taken back when it refuses', async () => {
  const id = await writePost(server, bo, freshText('Slow server'));
  const mine = await comment(ada, id, 'Stay');
  const visit = await open(ada, `/posts/${id}`, id);
  const { post, page, box, texts } = visit;
  const own = page.locator(`#comment-${mine.comment_id}`);
  let answer = () => {};
  const hold = async (path: string) => {
    const gate = new Promise<void>((resolve) => (answer = resolve));
    await page.route(`**/api/rest${path}*`, async (route) => {
      await gate;
      await route.fulfill({ status: 500, contentType: 'application/json', body: '{"status_code":500,"error":true,"error_code":"server_error","message":"Not today."}' });
    });
  };

  await hold('/advancedactivity/comment');
  await box.fill('At once');
  await post.getByRole('button', { name: 'Send', exact: true }).click();
  await post.getByText('Sending…').waitFor();
  expect(await texts()).toEqual(['At once', 'Stay']);
  await post.getByText('2 comments').waitFor();
  expect(await box.inputValue()).toBe('');
  answer();
  await page.getByText('Error creating comment').first().waitFor();
  expect(await texts()).toEqual(['Stay']);
  expect(await box.inputValue()).toBe('At once');
  await post.getByText('1 comment', { exact: true }).waitFor();

  await hold('/advancedcomments/reply-edit');
  await own.getByRole('button', { name: 'Comment options' }).click();
  await own.getByRole('button', { name: 'Edit' }).click();
  await own.getByLabel('Edit your comment').fill('Changed');
  await own.getByRole('button', { name: 'Save' }).click();
  await expect.poll(texts).toEqual(['Changed']);
  answer();
  await page.getByText('Not today.').first().waitFor();
  expect(await texts()).toEqual(['Stay']);
  expect(await own.getByLabel('Edit your comment').inputValue()).toBe('Changed');
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
  const visit = await open(ada, `/posts/${id}`, id);
  const { post, page, box } = visit;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await box.fill('Good morning');
  await box.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(4, 4));
  expect(asked.filter((url) => url.includes('EmojiPicker'))).toEqual([]);
  await post.getByRole('button', { name: 'Emoji' }).click();
  await page.getByRole('gridcell', { name: 'grinning face', exact: true }).click();
  expect(await box.inputValue()).toBe('Good😀 morning');
  expect(await page.evaluate(() => [document.activeElement?.tagName, (document.activeElement as HTMLTextAreaElement).selectionStart])).toEqual(['TEXTAREA', 6]);
  expect(asked.some((url) => url.includes('EmojiPicker'))).toBe(true);

  await post.getByRole('button', { name: 'Emoji' }).press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Search emoji');
  await page.keyboard.type('piz');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect(await box.inputValue()).toBe('Good😀🍕 morning');

  await post.getByRole('button', { name: 'Emoji' }).press('Enter');
  await page.getByRole('tab', { name: 'Recently used', selected: true }).waitFor();
  expect(await page.getByRole('gridcell').allInnerTexts()).toEqual(['🍕', '😀']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.press('Enter');
  expect(await box.inputValue()).toBe('Good😀🍕😀😀 morning');
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

test('a visitor without script turns the pages of comments, and no page is kept under another’s address', async () => {
  const id = await writePost(server, bo, freshText('Read on'));
  const written: number[] = [];
  for (let number = 1; number <= 27; number += 1) written.push((await comment(bo, id, `Comment ${number}`)).comment_id);
  await comment(bo, id, 'An answer', written[26]!);
  const all = Array.from({ length: 27 }, (_, index) => `Comment ${27 - index}`);
  const visit = await openWindow(browser, { origin: server.origin, javaScript: false, screen: 'phone' });
  const { page } = visit;
  const texts = () => page.locator('.comment-body').allInnerTexts();
  await page.goto(`/posts/${id}?utm_source=mail`);
  expect(await texts()).toEqual([all[0], 'An answer', ...all.slice(1, 5)]);
  await page.getByRole('link', { name: 'View more comments (22)' }).click();
  await page.waitForURL(`**/posts/${id}?comments=2#comments`);
  expect(await texts()).toEqual(all.slice(5, 25));
  await page.getByRole('link', { name: 'View more comments' }).click();
  expect(await texts()).toEqual(all.slice(25));
  expect(await page.getByRole('link', { name: 'View more comments' }).count()).toBe(0);
  await page.getByRole('link', { name: 'View newer comments' }).click();
  await page.getByRole('link', { name: 'View newer comments' }).click();
  await page.waitForURL(`**/posts/${id}#comments`);
  expect(await texts()).toEqual([all[0], 'An answer', ...all.slice(1, 5)]);
  expectNoProblems(visit);

  expect((await page.goto(`/posts/${id}?comments=4`))!.status()).toBe(404);
  // What is deleted leaves the kept pages too; what remains moves up.
  const gone = await fetch(`${server.origin}/api/rest/comment-delete?comment_id=${written[10]!}`, { method: 'DELETE', headers: bo.headers });
  expect(gone.ok).toBe(true);
  await expect
    .poll(async () => {
      await page.goto(`/posts/${id}?comments=2`);
      return texts();
    })
    .toEqual(all.slice(5, 26).filter((text) => text !== 'Comment 11'));
  await visit.context.close();
  // A member gets a page of their own, from the beginning.
  const member = await open(ada, `/posts/${id}?comments=2`, id);
  expect((await member.texts())[0]).toBe('Comment 27');
  await member.context.close();
});

test('a link to a comment shows it, however far back it stands; its time is that link', async () => {
  const id = await writePost(server, bo, freshText('Long ago'));
  const { comment_id } = await comment(bo, id, 'The one');
  for (let number = 1; number <= 5; number += 1) await comment(bo, id, `Answer ${number}`, comment_id);
  for (let number = 1; number <= 6; number += 1) await comment(bo, id, `Later ${number}`);
  const newest = ['Later 6', 'Later 5', 'Later 4', 'Later 3', 'Later 2'];
  const answers = Array.from({ length: 5 }, (_, index) => `Answer ${index + 1}`);

  const visit = await open(ada, `/comments/${comment_id}`, id);
  const { page, post, texts } = visit;
  await page.waitForURL(`**/posts/${id}?comment=${comment_id}#comment-${comment_id}`);
  const there = page.locator(`#comment-${comment_id}:target`);
  await expect.poll(() => there.evaluate((one) => one.getBoundingClientRect().top < innerHeight)).toBe(true);
  expect(await texts()).toEqual([...newest, 'The one', ...answers.slice(0, 4)]);
  // What lies between, and the rest of its answers, come as everywhere.
  await post.getByRole('button', { name: 'View more comments (1)' }).click();
  await expect.poll(texts).toEqual([...newest, 'Later 1', 'The one', ...answers.slice(0, 4)]);
  await post.getByRole('button', { name: 'View more replies (1)' }).click();
  await expect.poll(texts).toEqual([...newest, 'Later 1', 'The one', ...answers]);
  const last = page.locator('.comment .comment').last();
  await last.locator('a.comment-when').click();
  await page.waitForURL(/comment=\d+#comment-\d+$/);
  expect(await page.locator('.comment:target > .comment-main > .comment-said .comment-body').innerText()).toBe('Answer 5');
  expectNoProblems(visit);
  await visit.context.close();

  const { context, page: plain } = await openWindow(browser, { origin: server.origin, javaScript: false, screen: 'phone' });
  const read = () => plain.locator('.comment-body').allInnerTexts();
  await plain.goto(`/posts/${id}?comments=2`);
  expect(await read()).toEqual(['Later 1', 'The one', ...answers.slice(0, 3)]);
  await plain.getByRole('link', { name: 'View 2 more replies' }).click();
  expect(await read()).toEqual(['The one', ...answers]);
  await plain.getByRole('link', { name: 'View all comments (12)' }).click();
  expect(await read()).toEqual(newest);
  await fetch(`${server.origin}/api/rest/comment-delete?comment_id=${comment_id}`, { method: 'DELETE', headers: bo.headers });
  await plain.goto(`/posts/${id}?comment=${comment_id}`);
  expect(new URL(plain.url()).search).toBe('');
  expect((await plain.goto(`/comments/${comment_id}`))!.status()).toBe(404);
  await context.close();
});
