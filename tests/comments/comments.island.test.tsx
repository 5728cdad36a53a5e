// @module-tag races
// @module-tag rights
import { beforeAll, expect, test } from 'vitest';
import {
  answered,
  commands,
  freshText,
  intercept,
  mountFeed,
  page,
  postCard,
  refusal,
  release,
  waitForToast,
  writeComment,
  writePost,
  type ApiMember,
} from '../support/islands/island.tsx';

const commentCall = '/advancedactivity/comment';
let ada: ApiMember;
let bo: ApiMember;

beforeAll(async () => {
  ada = await commands.newMember('Ada', 'Quill');
  bo = await commands.newMember('Bo', 'Reed');
});

/** Mounts Ada's feed with this post of Bo's and its comments open. */
async function openThread(id: number) {
  await mountFeed(ada, id);
  const post = postCard(id);
  const box = post.getByLabel('Write a comment');
  const button = post.getByRole('button', { name: 'Comment', expanded: false });
  await button.click();
  await box.waitFor();
  const texts = () => post.css('.comment-body').allInnerTexts();
  return { post, box, texts };
}

test('Comment opens and closes the box', async () => {
  const id = await writePost(bo, freshText('Say something'));
  await writeComment(bo, id, 'Me first');
  const { post, box } = await openThread(id);
  await post.getByRole('button', { name: 'Comment', expanded: true }).click();
  await box.waitFor({ state: 'detached' });
  await post.getByRole('button', { name: 'Comment', exact: true }).click();
  await box.waitFor();
});

test('a new comment is shown on top', async () => {
  const id = await writePost(bo, freshText('Say more'));
  await writeComment(bo, id, 'Me first');
  const { post, box, texts } = await openThread(id);
  await box.fill('How lovely! 🙂');
  await post.getByText(`${'How lovely! 🙂'.length}/1000`).waitFor();
  await post.getByRole('button', { name: 'Send' }).click();
  await waitForToast('Comment created successfully');
  await expect.poll(texts).toEqual(['How lovely! 🙂', 'Me first']);
  await expect.poll(() => box.inputValue()).toBe('');
  await post.getByText('2 comments').waitFor();
});

test('the server refuses an empty comment', async () => {
  const id = await writePost(bo, freshText('Empty'));
  const { post } = await openThread(id);
  await post.getByRole('button', { name: 'Send' }).click();
  await waitForToast('Error creating comment');
});

test('pressing Send twice sends one comment', async () => {
  const id = await writePost(bo, freshText('Twice'));
  const { post, box, texts } = await openThread(id);
  await box.fill('Once');
  await intercept(commentCall, { kind: 'hold' });
  // Both send, as in messages, and the box says so.
  await post.getByText('Enter sends, Shift+Enter: new line').waitFor();
  await box.press('Shift+Enter');
  await box.press('Enter');
  await box.press('Control+Enter');
  await release(commentCall);
  await waitForToast('Comment created successfully');
  await expect.poll(texts).toEqual(['Once']);
  const sent = (await commands.sentCalls()).filter(({ path }) => path === commentCall);
  expect(sent.filter(({ body }) => body.includes('body=Once'))).toHaveLength(1);
});

test('a member edits and deletes only their own comment', async () => {
  const id = await writePost(bo, freshText('Mend it'));
  const foreign = await writeComment(bo, id, 'Not yours');
  const mine = await writeComment(ada, id, 'With a tipo');
  const { post, texts } = await openThread(id);
  await post.getByRole('button', { name: /more comment/ }).click();
  const [own, other] = [page.css(`#comment-${mine}`), page.css(`#comment-${foreign}`)];
  await other.getByRole('button', { name: 'Comment options' }).click();
  await page.getByRole('button', { name: 'Report Comment' }).waitFor();
  expect(await page.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Delete', exact: true }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await own.getByRole('button', { name: 'Comment options' }).click();
  await own.getByRole('button', { name: 'Edit' }).click();
  await own.getByLabel('Edit your comment').fill('With a typo');
  await own.getByRole('button', { name: 'Save' }).click();
  await expect.poll(texts).toEqual(['With a typo', 'Not yours']);
  await own.getByText('edited').waitFor();
  await own.getByRole('button', { name: 'Comment options' }).click();
  await own.getByRole('button', { name: 'Delete' }).click();
  await answered('/comment-delete', () =>
    page.getByRole('button', { name: 'Delete comment' }).click(),
  );
  await expect.poll(texts).toEqual(['Not yours']);
  await page.getByText('1 comment').waitFor();
});

test('every change shows before the server answers and is reverted if it refuses', async () => {
  const id = await writePost(bo, freshText('Slow server'));
  const mine = await writeComment(ada, id, 'Stay');
  const { post, box, texts } = await openThread(id);
  const own = page.css(`#comment-${mine}`);
  const hold = (path: string) => intercept(path, { ...refusal('Not today.'), isHeld: true });

  await hold(commentCall);
  await box.fill('At once');
  await post.getByRole('button', { name: 'Send', exact: true }).click();
  await post.getByText('Sending…').waitFor();
  await expect.poll(texts).toEqual(['At once', 'Stay']);
  await post.getByText('2 comments').waitFor();
  await expect.poll(() => box.inputValue()).toBe('');
  await release(commentCall);
  await waitForToast('Error creating comment');
  await expect.poll(texts).toEqual(['Stay']);
  await expect.poll(() => box.inputValue()).toBe('At once');
  await post.getByText('1 comment', { exact: true }).waitFor();

  await hold('/advancedcomments/reply-edit');
  await own.getByRole('button', { name: 'Comment options' }).click();
  await own.getByRole('button', { name: 'Edit' }).click();
  await own.getByLabel('Edit your comment').fill('Changed');
  await own.getByRole('button', { name: 'Save' }).click();
  await expect.poll(texts).toEqual(['Changed']);
  await release('/advancedcomments/reply-edit');
  await waitForToast('Not today.');
  await expect.poll(texts).toEqual(['Stay']);
  await expect.poll(() => own.getByLabel('Edit your comment').inputValue()).toBe('Changed');
  await own.getByRole('button', { name: 'Cancel' }).click();

  await hold('/comment-delete');
  await own.getByRole('button', { name: 'Comment options' }).click();
  await own.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete comment' }).click();
  await expect.poll(texts).toEqual([]);
  await release('/comment-delete');
  await expect.poll(texts).toEqual(['Stay']);
});

test('emoji: with the mouse at the caret, by search with the keyboard alone, latest used first', async () => {
  const id = await writePost(bo, freshText('Smile'));
  const { post, box } = await openThread(id);
  const loaded = () =>
    performance.getEntriesByType('resource').filter(({ name }) => name.includes('/EmojiPicker.tsx'))
      .length;
  const focused = () => document.activeElement?.getAttribute('aria-label');
  performance.clearResourceTimings();
  await box.fill('Good morning');
  await box.evaluate((field) => (field as HTMLTextAreaElement).setSelectionRange(4, 4));
  expect(loaded()).toBe(0);
  await post.getByRole('button', { name: 'Emoji' }).click();
  await page.getByRole('gridcell', { name: 'grinning face', exact: true }).click();
  await expect.poll(() => box.inputValue()).toBe('Good😀 morning');
  await expect
    .poll(() => [
      document.activeElement?.tagName,
      (document.activeElement as HTMLTextAreaElement).selectionStart,
    ])
    .toEqual(['TEXTAREA', 6]);
  expect(loaded()).toBe(1);

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
  await page.getByText('No emoji with that name.').waitFor();
  // The first Escape empties the search, as in every search field.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByLabel('Search emoji').waitFor({ state: 'detached' });
  // The limit is a thousand characters.
  await box.fill('x'.repeat(999));
  await post.getByRole('button', { name: 'Emoji' }).click();
  await page.getByRole('gridcell', { name: 'pizza' }).click();
  expect(await box.inputValue()).toBe('x'.repeat(999));
});
