import { afterEach, beforeAll, expect, test } from 'vitest';
import { act, writePost } from '../support/act.ts';
import { expectAccessible } from '../support/axe.ts';
import { expectNoProblems, openWindow, showAs, type Visit } from '../support/browser.ts';
import { putPhotos } from '../support/photos.ts';
import { ada, bo, browser, server } from '../support/stage.ts';
import { fitsWidth } from '../support/width.ts';

let id: number;
let visit: Visit;
beforeAll(async () => {
  id = await writePost(server, ada, `Pass it on ${'long '.repeat(120)}`);
  visit = await openWindow(browser, { origin: server.origin });
});
afterEach(() => expectNoProblems(visit));

test('a post is accessible to visitors in both themes (axe)', async () => {
  await act(server, bo, '/advancedactivity/comment', {
    action_id: id,
    body: `A comment ${'long '.repeat(80)}`,
  });
  await visit.page.goto(`/posts/${id}`);
  await expectAccessible(visit.page, 'a post', { inBothThemes: true });
});

test('a post and its photo fit the width of both sizes', async () => {
  const [photo] = await putPhotos(server, ada, id, [{ width: 960, height: 640 }]);
  await visit.page.goto(`/posts/${id}`);
  await showAs(visit.page, 'phone', 'light');
  expect(await fitsWidth(visit.page)).toBe(true);
  // Without script of its own, so the same for visitors who have none.
  await visit.page.goto(`/posts/${id}/photo/${photo}`);
  await visit.page.locator('.viewer-photo').evaluate((image: HTMLImageElement) => image.decode());
  expect(await fitsWidth(visit.page)).toBe(true);
  await showAs(visit.page, 'desktop', 'light');
  expect(await fitsWidth(visit.page)).toBe(true);
});

test('a visitor copies the link by Share, on the post and its author’s wall', async () => {
  await visit.context.grantPermissions(['clipboard-read', 'clipboard-write'], {
    origin: server.origin,
  });
  for (const path of [`/posts/${id}`, `/profile/${ada.id}/posts`]) {
    await visit.page.goto(path);
    await visit.page.evaluate(() => navigator.clipboard.writeText(''));
    const card = visit.page.getByRole('article').filter({ hasText: 'Pass it on' });
    await card.getByRole('link', { name: 'Share' }).click();
    await card.getByRole('link', { name: 'Link copied' }).waitFor();
    expect(await visit.page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${server.origin}/posts/${id}`,
    );
    expect(visit.page.url()).toBe(server.origin + path);
  }
});
