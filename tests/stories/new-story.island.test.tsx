// @module-tag stores
import { beforeEach, expect, test } from 'vitest';
import {
  commands,
  fixture,
  intercept,
  page,
  problems,
  release,
  transfer,
  waitForToast,
} from '../support/islands/island.tsx';
import { mountTray, player, strip } from './story-islands.tsx';

const createCall = '/advancedactivity/stories/create';
const dialog = page.getByRole('dialog', { name: 'Add story' });
const file = dialog.css('.file-drop-input');
const caption = dialog.getByLabel('Caption');
const share = dialog.getByRole('button', { name: 'Share story' });
const own = strip.getByRole('link', { name: /^Your story ?, 1 item, new$/ });
const chosen = (name: string) => dialog.css(`img.story-preview[alt="${name}"]`);

beforeEach(async () => {
  await mountTray(await commands.newMember('Cy', 'Moss'));
});

test('an invalid file is refused with a reason', async () => {
  const picture = (name: string) => new File(['picture'], name, { type: 'image/png' });
  await transfer('drop', strip, picture('one.png'), picture('two.png'));
  await dialog.getByText('A story is one photo or one video.').waitFor();
  await file.setInputFiles(await fixture('truncated.mp4'));
  await caption.fill('Half of it');
  await share.click();
  await waitForToast('Error creating story');
  await dialog.getByText(/incomplete/).waitFor();
  expect(await caption.inputValue()).toBe('Half of it');
  await file.setInputFiles(new File(['words'], 'words.txt', { type: 'text/plain' }));
  await dialog.getByText('Please choose a photo, or a video as MP4, MOV or WebM.').waitFor();
  await dialog.getByRole('button', { name: 'Try again' }).waitFor();
});

test('a cancelled upload is sent again, and its story deleted', async () => {
  await strip.getByRole('button', { name: 'Add story' }).click();
  await file.setInputFiles(await fixture('square.jpg'));
  await intercept(createCall, { kind: 'hold' });
  await share.click();
  await dialog.getByRole('progressbar', { name: 'Upload' }).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await share.waitFor();
  await release(createCall);
  await share.click();
  await waitForToast('Story created!');
  await own.click();
  await player.getByRole('button', { name: 'Seen by 0 people' }).waitFor();
  await player.getByRole('button', { name: 'More' }).click();
  await player.getByRole('button', { name: 'Delete story' }).click();
  await page
    .getByRole('dialog', { name: 'Delete story' })
    .getByRole('button', { name: 'Delete story' })
    .click();
  await waitForToast('Story deleted successfully');
  await player.waitFor({ state: 'detached' });
  await expect.poll(() => strip.getByRole('link').count()).toBe(0);
  expect(problems).toEqual([]);
});

test('the chosen file is kept when the dialog is closed during the upload', async () => {
  const add = strip.getByRole('button', { name: 'Add story' });
  await add.click();
  await file.setInputFiles(await fixture('square.jpg'));
  await caption.fill('Not lost');
  // Nothing arrives.
  await intercept(createCall, { kind: 'hold' });
  await share.click();
  await dialog.getByRole('progressbar', { name: 'Upload' }).waitFor();
  await dialog.getByRole('button', { name: 'Close', exact: true }).first().click();
  await waitForToast('The upload was cancelled. Your story is kept.');
  await release(createCall);
  await add.click();
  await chosen('square.jpg').waitFor();
  await expect.poll(() => caption.inputValue()).toBe('Not lost');
});

test('a picture is removed, and another one pasted', async () => {
  const add = strip.getByRole('button', { name: 'Add story' });
  await add.click();
  await file.setInputFiles(await fixture('square.jpg'));
  await dialog.getByRole('button', { name: 'Remove square.jpg' }).click();
  await chosen('square.jpg').waitFor({ state: 'detached' });
  await transfer(
    'paste',
    caption,
    new File([await fixture('portrait.jpg')], 'pasted.jpg', { type: 'image/jpeg' }),
  );
  await chosen('pasted.jpg').waitFor();
  await share.click();
  await dialog.waitFor({ state: 'detached' });
  await own.waitFor();
  await add.click();
  await dialog.waitFor();
  await expect
    .poll(async () => [await chosen('pasted.jpg').count(), await caption.inputValue()])
    .toEqual([0, '']);
});

test('on a phone toasts leave the name of the dialog free', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await strip.getByRole('button', { name: 'Add story' }).click();
  await file.setInputFiles(await fixture('portrait.jpg'));
  // Only beside a whole picture the dialog leaves no room for toasts above it.
  await expect
    .poll(() =>
      chosen('portrait.jpg').evaluate((image) => (image as HTMLImageElement).naturalWidth),
    )
    .toBeGreaterThan(0);
  // An error does not replace the dialog's name.
  await intercept(createCall, { kind: 'abort' });
  await share.click();
  await waitForToast('Error creating story');
  await dialog.getByRole('button', { name: 'Try again' }).waitFor();
  const head = await dialog
    .css('.dialog-head')
    .evaluate((element) => element.getBoundingClientRect().bottom);
  const toast = await page
    .css('.toast')
    .first()
    .evaluate((element) => element.getBoundingClientRect().top);
  expect(toast).toBeGreaterThanOrEqual(head);
  await release(createCall);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.waitFor({ state: 'detached' });
});
