import { expect, test } from 'vitest';
import { loginPath } from '#lib/login-path.ts';
import { act } from '../support/act.ts';
import { expectNoProblems, openWindow } from '../support/browser.ts';
import { bo, browser, server } from '../support/stage.ts';
import { pathOf, photos, postId } from '../support/viewer-stage.ts';
import { fitsWidth } from '../support/width.ts';

test('a visitor without script sees a large picture, its comments and links to its neighbours', async () => {
  const about = { subject_type: 'album_photo', subject_id: photos[2]! };
  await act(server, bo, '/comment-create', { ...about, body: 'Valley' });
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
    await page.goto(pathOf(2));
    expect(await page.locator('.comment-body').allInnerTexts()).toEqual(['Valley']);
    expect(await fitsWidth(page)).toBe(true);
    await page.getByRole('link', { name: 'Close' }).click();
    await page.waitForURL(`**/posts/${postId}`);
    expectNoProblems(visit);
    await visit.context.close();
  }
});
