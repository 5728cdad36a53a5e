// @module-tag stores
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { freshText, writePost } from '../support/act.ts';
import { expectNoFaults } from '../support/axe.ts';
import { keptFiles } from '../support/browser-stores.ts';
import { expectNoProblems } from '../support/browser.ts';
import { type ApiMember } from '../support/member.ts';
import { waitForHydration } from '../support/signed-in.ts';
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

test('the photo of a comment survives a reload and is sent with its description', async () => {
  const id = await writePost(server, bo, freshText('Show me'));
  const visit = await open(ada, id);
  const { page, box } = visit;
  await page.getByLabel('Photo for your comment').setInputFiles(fixture('rotated-6.jpg'));
  // Once the browser's database has it.
  await expect.poll(() => keptFiles(page)).toBe(1);
  await page.reload();
  await waitForHydration(visit);
  await chosen(page).fill('A heron at dusk');
  await box.fill('Here it is');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Comment created successfully').first().waitFor();
  const photo = page.locator('a.comment-photo img[alt="A heron at dusk"]');
  await isDrawn(photo);
  await expect.poll(() => chosen(page).count()).toBe(0);
  await expectNoFaults(page, 'a photo in a comment', { within: '.thread', beyond: 'everything' });

  await page.getByRole('button', { name: 'Comment options' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete comment', exact: true }).click();
  await photo.waitFor({ state: 'detached' });
  expectNoProblems(visit);
  await visit.context.close();
});

test('another member opens the photo of a comment, also on its own page', async () => {
  const id = await writePost(server, bo, freshText('Look at this'));
  const body = new FormData();
  body.append('action_id', String(id));
  body.append('photo', new File([readFileSync(fixture('rotated-6.jpg'))], 'heron.jpg'));
  body.append('alt', 'A heron at dusk');
  const path = '/api/rest/advancedactivity/comment';
  const sent = await fetch(server.origin + path, { method: 'POST', headers: ada.headers, body });
  expect(sent.status).toBe(200);
  const visit = await open(bo, id, 'phone');
  const { page } = visit;
  await isDrawn(page.locator('a.comment-photo img[alt="A heron at dusk"]'));
  await page.locator('a.comment-photo').click();
  await page.waitForURL(/\/comments\/\d+\/photo\/\d+$/);
  const viewer = page.getByRole('dialog', { name: 'Media viewer' });
  await viewer.locator('img.viewer-photo').waitFor();
  await viewer.getByText('0 likes').waitFor();
  await viewer.getByRole('link', { name: 'See the comment' }).waitFor();
  await page.goBack();
  await viewer.waitFor({ state: 'detached' });
  // The photo's own page, without a screen underneath.
  await page.goto((await page.locator('a.comment-photo').getAttribute('href'))!);
  await page.locator('img.viewer-photo').waitFor();
  await page.getByRole('link', { name: 'Close' }).click();
  await page.waitForURL(new RegExp(`/posts/${id}\\?comment=\\d+#comment-`));
  expectNoProblems(visit);
  await visit.context.close();
});
