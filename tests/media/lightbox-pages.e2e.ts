import { expect, test } from 'vitest';
import { loginPath } from '#lib/login-path.ts';
import { act } from '../support/act.ts';
import { expectNoProblems, openWindow } from '../support/browser.ts';
import { openWindowAs } from '../support/signed-in.ts';
import { bo, browser, server } from '../support/stage.ts';
import { pathOf, photos, postId } from '../support/viewer-stage.ts';
import { fitsWidth } from '../support/width.ts';

test('a visitor without script sees a large picture and links to its neighbours', async () => {
  for (const screen of ['phone', 'desktop'] as const) {
    const visit = await openWindow(browser, { origin: server.origin, screen, javaScript: false });
    const { page } = visit;
    await page.goto(`/posts/${postId}`);
    await page.locator('.media-box').first().click();
    await page.waitForURL(`**${pathOf(0)}`);
    expect(await page.title()).toContain('Photo 1 of 3 by Ada Quill');
    await expect
      .poll(() =>
        page.locator('.viewer-photo').evaluate((image) => (image as HTMLImageElement).naturalWidth),
      )
      .toBeGreaterThan(0);
    await page.getByRole('link', { name: 'Next' }).click();
    await page.waitForURL(`**${pathOf(1)}`);
    expect(await page.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(
      loginPath(pathOf(1), 'comment'),
    );
    expect(await page.locator('script[src], astro-island').count()).toBe(0);
    await page.getByRole('link', { name: 'Close' }).click();
    await page.waitForURL(`**/posts/${postId}`);
    expectNoProblems(visit);
    await visit.context.close();
  }
});

test('without script the comments of a photo are paged, and a link to one leads to it', async () => {
  const about = { subject_type: 'album_photo', subject_id: photos[2]! };
  const commentIds: number[] = [];
  for (let number = 1; number <= 7; number += 1)
    commentIds.push(
      (
        await act<{ comment_id: number }>(server, bo, '/comment-create', {
          ...about,
          body: `Valley ${number}`,
        })
      ).comment_id,
    );
  const visit = await openWindow(browser, {
    origin: server.origin,
    screen: 'phone',
    javaScript: false,
  });
  const { page } = visit;
  const texts = () => page.locator('.comment-body').allInnerTexts();
  await page.goto(pathOf(2));
  expect(await texts()).toEqual([7, 6, 5, 4, 3].map((number) => `Valley ${number}`));
  await page.getByRole('link', { name: 'View more comments (2)' }).click();
  await page.waitForURL(`**${pathOf(2)}?comments=2#comments`);
  expect(await texts()).toEqual(['Valley 2', 'Valley 1']);
  await page.getByRole('link', { name: 'View newer comments' }).click();
  await page.waitForURL(`**${pathOf(2)}#comments`);
  await page.goto(`${pathOf(2)}?comment=${commentIds[0]}`);
  expect(await texts()).toEqual(['Valley 1']);
  await page.getByRole('link', { name: 'View all comments (7)' }).waitFor();
  expect((await page.goto(`${pathOf(2)}?comments=3`))!.status()).toBe(404);
  expect(await fitsWidth(page)).toBe(true);
  await visit.context.close();
});

test('a member shares a photo without script', async () => {
  const { page, context } = await openWindowAs(browser, bo, {
    origin: server.origin,
    javaScript: false,
  });
  await page.goto(pathOf(1));
  await page.getByRole('button', { name: 'Share' }).click();
  await page.locator('.menu-entry').filter({ hasText: 'Share' }).click();
  await page.waitForURL(`**/share/album_photo/${photos[1]}`);
  await page.getByLabel('Say something about it').fill('What a valley');
  await page.getByRole('button', { name: 'Share' }).last().click();
  await page.getByText('Post shared successfully!').waitFor();
  const shared = page.getByRole('article').filter({ hasText: 'What a valley' });
  await shared.getByRole('link', { name: 'Ada Quill' }).first().waitFor();
  await context.close();
});
