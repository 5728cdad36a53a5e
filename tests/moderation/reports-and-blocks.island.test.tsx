import { beforeAll, expect, test } from 'vitest';
import {
  commands,
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

const reportCall = '/report/create';
let ada: ApiMember;
let bo: ApiMember;

beforeAll(async () => {
  ada = await commands.newMember('Ada', 'Quill');
  bo = await commands.newMember('Bo', 'Reed');
});

test('a report needs a reason and details, keeps them on failure, and confirms success', async () => {
  const id = await writePost(bo, freshText('Buy now'));
  await mountFeed(ada, id);
  await postCard(id).getByRole('button', { name: 'Post options' }).click();
  await page.getByRole('button', { name: 'Report Post' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report post' });
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await dialog.getByText('Reason is required').waitFor();
  await dialog.getByText('Details are required').waitFor();
  const first = dialog.getByRole('radio').first();
  await expect.poll(() => first.evaluate((one) => one === document.activeElement)).toBe(true);
  await dialog.getByLabel('Spam').click();
  await expect.poll(() => dialog.getByText('Reason is required').count()).toBe(0);
  await dialog.getByLabel('Details').fill('Sells things that nobody wants');
  await intercept(reportCall, { kind: 'abort' });
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await waitForToast('Error reporting post');
  expect(await dialog.getByLabel('Details').inputValue()).toBe('Sells things that nobody wants');
  await release(reportCall);
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await waitForToast('Post reported successfully');
  await dialog.waitFor({ state: 'hidden' });
  // The button that opened the dialog has the focus again.
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Post options');
  await postCard(id).waitFor();
});

test('a comment is reported, or its author blocked', async () => {
  const eve = await commands.newMember('Eve', 'Tester');
  const id = await writePost(bo, freshText('Talk about it'));
  for (const body of ['And more', 'Rude words']) await writeComment(eve, id, body);
  await mountFeed(ada, id);
  const comment = page.css('.comment').filter({ hasText: 'Rude words' });
  await comment.getByRole('button', { name: 'Comment options' }).click();
  await page.getByRole('button', { name: 'Report Comment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report comment' });
  await dialog.getByLabel('Description').fill('Not here, please');
  await intercept(reportCall, { kind: 'abort' });
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await waitForToast('Error reporting content, please try again');
  await release(reportCall);
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await waitForToast('Report successful!');
  await comment.getByRole('button', { name: 'Comment options' }).click();
  await page.getByRole('button', { name: 'Block User' }).click();
  await page.getByRole('button', { name: 'Block user', exact: true }).click();
  await waitForToast('User blocked successfully');
  await expect.poll(() => page.getByText('Eve Tester').count()).toBe(0);
  await mountFeed(ada, id);
  await page.getByText('Talk about it').waitFor();
  expect(await page.getByText('Eve Tester').count()).toBe(0);
});
