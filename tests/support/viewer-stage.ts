import type { Locator, Page } from 'playwright';
import { beforeAll } from 'vitest';
import { writePost } from './act.ts';
import type { ContextOptions, Visit } from './browser.ts';
import type { ApiMember } from './member.ts';
import { putPhotos } from './photos.ts';
import { openWindowAs } from './signed-in.ts';
import { ada, browser, server } from './stage.ts';

/** Ada's post with three photos, created before the first test of a file that imports it. */
export let postId: number;
export let photos: number[];

beforeAll(async () => {
  postId = await writePost(server, ada, 'Down by the river');
  photos = await putPhotos(server, ada, postId, [
    { width: 960, height: 640, alt: 'The old bridge' },
    { width: 640, height: 960, alt: 'A tall poplar' },
    { width: 1600, height: 400, alt: 'The whole valley' },
  ]);
});

export const pathOf = (index: number) => `/posts/${postId}/photo/${photos[index]}`;
export const windowAs = (member: ApiMember, options: Partial<ContextOptions> = {}) =>
  openWindowAs(browser, member, { ...options, origin: server.origin });
export const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Media viewer' });
export const shown = (within: Page | Locator) => within.locator('[data-at="0"] .viewer-photo');

/** Presses a photo of the post; returns the opened viewer. */
export async function openFromPost(visit: Visit, index = 0): Promise<Locator> {
  await visit.page.goto(`/posts/${postId}`);
  await visit.page.locator('.media-box').nth(index).click();
  const dialog = dialogOf(visit.page);
  await dialog.locator('.viewer-count').waitFor();
  return dialog;
}
