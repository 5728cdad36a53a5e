import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { act, freshText, writePost } from '../support/act.ts';
import { expectNoFaults } from '../support/axe.ts';
import { expectNoProblems } from '../support/browser.ts';
import { type ApiMember } from '../support/member.ts';
import { whenAwake } from '../support/signed-in.ts';
import { ada, bo, openAs, server } from '../support/stage.ts';

const fixture = (name: string) => join(import.meta.dirname, '../fixtures', name);

async function open(member: ApiMember, id: number, screen: 'desktop' | 'phone' = 'desktop') {
  const visit = await openAs(member, `/posts/${id}`, { screen });
  return { ...visit, box: visit.page.getByLabel('Write a comment') };
}
const chosen = (page: Page) => page.getByLabel('Describe your photo for people who cannot see it');
const isDrawn = (image: Locator) =>
  expect
    .poll(() => image.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 0))
    .toBe(true);

/** How many files wait in the browser's database. */
const keptFiles = (page: Page) =>
  page.evaluate(async () => {
    // Opened before there is one, it would be made without what belongs into it.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'keyval-store')) return 0;
    const answerOf = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) =>
        Object.assign(request, {
          onsuccess: () => resolve(request.result),
          onerror: () => reject(new Error('The browser has no database')),
        }),
      );
    const database = await answerOf(indexedDB.open('keyval-store'));
    const count = await answerOf(database.transaction('keyval').objectStore('keyval').count());
    database.close();
    return count;
  });

/** Files as the clipboard or a drag brings them. */
const transferOf = (page: Page, name: string) =>
  page.evaluateHandle(
    ([bytes, called]) => {
      const transfer = new DataTransfer();
      transfer.items.add(
        new File([Uint8Array.from(atob(bytes!), (one) => one.charCodeAt(0))], called!, {
          type: 'image/jpeg',
        }),
      );
      return transfer;
    },
    [readFileSync(fixture(name)).toString('base64'), name],
  );

test('a photo is chosen, described, sent, and looked at by the other; it goes with the comment', async () => {
  const id = await writePost(server, bo, freshText('Show me'));
  const visit = await open(ada, id);
  const { page, box } = visit;
  await page.getByLabel('Photo for your comment').setInputFiles(fixture('rotated-6.jpg'));
  await chosen(page).fill('A heron at dusk');
  await box.fill('Here it is');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Comment created successfully').first().waitFor();
  const photo = page.locator('a.comment-photo img[alt="A heron at dusk"]');
  await isDrawn(photo);
  await expect.poll(() => chosen(page).count()).toBe(0);
  await expectNoFaults(page, 'a photo in a comment', { within: '.thread', beyond: 'everything' });

  const other = await open(bo, id, 'phone');
  await isDrawn(other.page.locator('a.comment-photo img[alt="A heron at dusk"]'));
  await other.page.locator('a.comment-photo').click();
  await other.page.waitForURL(/\/comments\/\d+\/photo\/\d+$/);
  const viewer = other.page.getByRole('dialog', { name: 'Media viewer' });
  await viewer.locator('img.viewer-photo').waitFor();
  await viewer.getByText('0 likes').waitFor();
  await viewer.getByRole('link', { name: 'See the comment' }).waitFor();
  await other.page.goBack();
  await viewer.waitFor({ state: 'detached' });
  // Its own page, without anything underneath.
  await other.page.goto((await other.page.locator('a.comment-photo').getAttribute('href'))!);
  await other.page.locator('img.viewer-photo').waitFor();
  await other.page.getByRole('link', { name: 'Close' }).click();
  await other.page.waitForURL(new RegExp(`/posts/${id}\\?comment=\\d+#comment-`));
  expectNoProblems(other);
  await other.context.close();

  await page.getByRole('button', { name: 'Comment options' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete comment', exact: true }).click();
  await photo.waitFor({ state: 'detached' });
  expectNoProblems(visit);
  await visit.context.close();
});

test('it is pasted or dropped as well, replaced and removed; a reply has one, too, and needs no words', async () => {
  const id = await writePost(server, bo, freshText('Paste it'));
  await act(server, bo, '/advancedactivity/comment', { action_id: id, body: 'First' });
  const visit = await open(ada, id);
  const { page, box } = visit;
  const paste = async (field: Locator, name: string) => {
    const transfer = await transferOf(page, name);
    await field.evaluate(
      (element, clipboardData) =>
        element.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        ),
      transfer,
    );
  };
  await paste(box, 'square.jpg');
  await chosen(page).waitFor();
  await page.getByRole('button', { name: 'Remove photo' }).click();
  await chosen(page).waitFor({ state: 'detached' });
  await page
    .locator('form.comment-box')
    .first()
    .dispatchEvent('drop', { dataTransfer: await transferOf(page, 'square.jpg') });
  await chosen(page).waitFor();
  // Over a reload it is still there, once the browser's database has it.
  await expect.poll(() => keptFiles(page)).toBe(1);
  await page.reload();
  await whenAwake(visit);
  await chosen(page).waitFor();
  await page.getByRole('button', { name: 'Remove photo' }).click();

  await page.getByRole('button', { name: 'Reply' }).click();
  const reply = page.getByLabel('Reply to Bo Reed');
  await paste(reply, 'portrait.jpg');
  await page.getByRole('button', { name: 'Send reply' }).click();
  await page.getByText('Comment created successfully').first().waitFor();
  await isDrawn(page.locator('.comments .comments a.comment-photo picture img'));
  expectNoProblems(visit);
  await visit.context.close();
});

test('what fails keeps words and photo; a text named .jpg is refused with its reason', async () => {
  const id = await writePost(server, bo, freshText('It fails'));
  const visit = await open(ada, id);
  const { page, box } = visit;
  await page.getByLabel('Photo for your comment').setInputFiles(fixture('text-named.jpg'));
  await box.fill('Trust me');
  await page.getByRole('button', { name: 'Send' }).click();
  await page
    .getByText('Please choose pictures: JPEG, PNG, GIF, WebP, AVIF or HEIC.')
    .first()
    .waitFor();
  await expect.poll(() => box.inputValue()).toBe('Trust me');
  await chosen(page).waitFor();

  await page.getByLabel('Photo for your comment').setInputFiles(fixture('square.jpg'));
  await page.route('**/advancedactivity/comment', (route) => route.abort());
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Error creating comment').first().waitFor();
  await expect.poll(() => box.inputValue()).toBe('Trust me');
  await chosen(page).waitFor();
  await page.unroute('**/advancedactivity/comment');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Comment created successfully').first().waitFor();
  await expect.poll(() => page.locator('a.comment-photo').count()).toBe(1);
  await expect.poll(() => box.inputValue()).toBe('');

  // Called off on its way.
  await page.getByLabel('Photo for your comment').setInputFiles(fixture('square.jpg'));
  await page.route('**/advancedactivity/comment', () => new Promise(() => undefined));
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('The upload was cancelled. Your comment is kept.').first().waitFor();
  await chosen(page).waitFor();
  await visit.context.close();
});
