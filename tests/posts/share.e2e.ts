// @module-tag races
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { freshText, writePost } from '../support/act.ts';
import { ada, bo, openAs, postCard, server, waitForToast } from '../support/stage.ts';

async function choose(page: Page, id: number, entry: string) {
  await postCard(page, id).getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: entry }).click();
}
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Share post' });

/** Opens the dialog that shares a new post of Bo's, with these words. */
async function openDialog(words: string) {
  const text = freshText('Lost cat');
  const id = await writePost(server, bo, text);
  const visit = await openAs(ada);
  const { page } = visit;
  await choose(page, id, 'Share to your feed');
  const dialog = dialogOf(page);
  await expect.poll(() => dialog.innerText()).toContain(text);
  const field = dialog.getByLabel('Say something about it');
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
  await field.fill(words);
  return { text, id, visit, page, dialog, field };
}

test('a post is shared with own words, on top of the feed', async () => {
  const { text, id, visit, page, dialog, field } = await openDialog('');
  await dialog.getByRole('button', { name: 'Emoji' }).click();
  await page.getByRole('gridcell', { name: 'grinning face', exact: true }).click();
  await expect.poll(() => field.inputValue()).toBe('😀');
  await field.fill('Seen it anywhere?');
  await dialog.getByText('17/1000').waitFor();
  await dialog.getByRole('button', { name: 'Share now' }).click();
  await waitForToast(page, 'Post shared successfully!');
  await dialog.waitFor({ state: 'hidden' });
  // With the original as a card, and counted under it.
  const share = page.getByRole('article').first();
  await share.getByText('Seen it anywhere?').waitFor();
  await share.getByText(text).waitFor();
  await postCard(page, id).getByText('1 share').waitFor();
  await visit.context.close();
});

test('without a connection the dialog keeps the words, under a message', async () => {
  const { visit, page, dialog, field } = await openDialog('Not seen');
  // Not even the toasts can come: the text is above the dialog.
  await visit.context.setOffline(true);
  await dialog.getByRole('button', { name: 'Share now' }).click();
  const plain = page
    .locator('.announcer:popover-open')
    .filter({ hasText: 'You are offline. Please try again when you are back.' });
  await plain.waitFor();
  expect((await plain.boundingBox())!.y).toBeLessThan(120);
  expect(await field.inputValue()).toBe('Not seen');
  // Once they can come, they have everything that belongs to them, also what was asked for in vain.
  await visit.context.setOffline(false);
  await page.route('**/activity/share', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Share now' }).click();
  await waitForToast(page, 'Error sharing post');
  expect((await page.locator('.toast').first().boundingBox())!.height).toBeLessThan(100);
  await visit.context.close();
});

test('shared again after the answer was lost it is one post', async () => {
  const { id, visit, page, dialog, field } = await openDialog('Here it is');
  await page.route('**/activity/share', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await dialog.getByRole('button', { name: 'Share now' }).click();
  await waitForToast(page, 'Error sharing post');
  await expect.poll(() => field.inputValue()).toBe('Here it is');
  await page.unroute('**/activity/share');
  await dialog.getByRole('button', { name: 'Share now' }).click();
  await waitForToast(page, 'Post shared successfully!');
  await page.reload();
  expect(await page.getByRole('article').filter({ hasText: 'Here it is' }).count()).toBe(1);
  await postCard(page, id).getByText('1 share').waitFor();
  await visit.context.close();
});
