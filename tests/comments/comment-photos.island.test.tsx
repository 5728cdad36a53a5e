import { beforeAll, expect, test } from 'vitest';
import type { Locator } from 'vitest/browser';
import {
  commands,
  fixture,
  freshText,
  intercept,
  mountFeed,
  page,
  postCard,
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

const chosen = page.getByLabel('Describe your photo for people who cannot see it');
const send = page.getByRole('button', { name: 'Send', exact: true });

async function openBox(id: number): Promise<Locator> {
  await mountFeed(ada, id);
  await postCard(id).getByRole('button', { name: 'Comment', exact: true }).click();
  const box = page.getByLabel('Write a comment');
  await box.waitFor();
  return box;
}

/** A file as the clipboard or a drag gives it. */
async function transferOf(name: string): Promise<DataTransfer> {
  const transfer = new DataTransfer();
  transfer.items.add(await fixture(name));
  return transfer;
}
async function paste(field: Locator, name: string) {
  const clipboardData = await transferOf(name);
  const kind = { clipboardData, bubbles: true, cancelable: true };
  await field.evaluate((element) => element.dispatchEvent(new ClipboardEvent('paste', kind)));
}

test('a photo can be pasted, dropped and removed', async () => {
  const id = await writePost(bo, freshText('Paste it'));
  const box = await openBox(id);
  await paste(box, 'square.jpg');
  await chosen.waitFor();
  await page.getByRole('button', { name: 'Remove photo' }).click();
  await chosen.waitFor({ state: 'detached' });
  const dropped = { dataTransfer: await transferOf('square.jpg'), bubbles: true, cancelable: true };
  await page
    .css('form.comment-box')
    .first()
    .evaluate((form) => form.dispatchEvent(new DragEvent('drop', dropped)));
  await chosen.waitFor();
  await page.getByRole('button', { name: 'Remove photo' }).click();
  await chosen.waitFor({ state: 'detached' });
});

test('a reply can have a photo without text', async () => {
  const id = await writePost(bo, freshText('Answer it'));
  await writeComment(bo, id, 'First');
  await openBox(id);
  await page.getByRole('button', { name: 'Reply' }).click();
  await paste(page.getByLabel('Reply to Bo Reed'), 'portrait.jpg');
  await page.getByRole('button', { name: 'Send reply' }).click();
  await waitForToast('Comment created successfully');
  const photo = page.css('.comments .comments a.comment-photo picture img');
  await expect
    .poll(() => photo.evaluate((one) => (one as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
});

test('a text file named .jpg is refused with the reason, and the text stays', async () => {
  const id = await writePost(bo, freshText('It fails'));
  const box = await openBox(id);
  const input = page.getByLabel('Photo for your comment');
  await input.setInputFiles(await fixture('text-named.jpg'));
  await box.fill('Trust me');
  await send.click();
  await waitForToast('Please choose pictures: JPEG, PNG, GIF, WebP, AVIF or HEIC.');
  await expect.poll(() => box.inputValue()).toBe('Trust me');
  await chosen.waitFor();
});

test('a failure keeps text and photo', async () => {
  const id = await writePost(bo, freshText('It fails again'));
  const box = await openBox(id);
  await page.getByLabel('Photo for your comment').setInputFiles(await fixture('square.jpg'));
  await box.fill('Trust me');
  await intercept(commentCall, { kind: 'abort' });
  await send.click();
  await waitForToast('Error creating comment');
  await expect.poll(() => box.inputValue()).toBe('Trust me');
  await chosen.waitFor();
  await release(commentCall);
  await send.click();
  await waitForToast('Comment created successfully');
  await expect.poll(() => page.css('a.comment-photo').count()).toBe(1);
  await expect.poll(() => box.inputValue()).toBe('');
});

test('an upload cancelled by hand keeps the photo', async () => {
  const id = await writePost(bo, freshText('It is cancelled'));
  await openBox(id);
  await page.getByLabel('Photo for your comment').setInputFiles(await fixture('square.jpg'));
  await intercept(commentCall, { kind: 'hold' });
  await send.click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await waitForToast('The upload was cancelled. Your comment is kept.');
  await chosen.waitFor();
});
