import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { act, writePost } from '../support/act.ts';
import { expectAccessible } from '../support/axe.ts';
import { expectNoProblems, launchBrowser, openWindow, showAs } from '../support/browser.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { putPhotos } from '../support/photos.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';
import { fitsWidth } from '../support/width.ts';

let server: SharedServer;
let browser: Browser;
let ada: ApiMember;
let bo: ApiMember;

beforeAll(async () => {
  [server, browser] = await Promise.all([borrowServer(), launchBrowser()]);
  ada = await memberOf(server, 'Ada', 'Quill');
  bo = await memberOf(server, 'Bo', 'Reed');
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const write = (body: string) => writePost(server, ada, body);
const comment = (id: number, body: string) =>
  act(server, bo, '/advancedactivity/comment', { action_id: id, body });

test('a visitor copies the link by Share, on the post and its author’s wall; the page is accessible in both themes (axe)', async () => {
  const id = await write(`Pass it on ${'long '.repeat(120)}`);
  const [photo] = await putPhotos(server, ada, id, [{ width: 960, height: 640 }]);
  await comment(id, `A comment ${'long '.repeat(80)}`);
  const visit = await openWindow(browser, { origin: server.origin });
  await visit.page.goto(`/posts/${id}`);
  await expectAccessible(visit.page, 'a post', { inBothThemes: true });
  await showAs(visit.page, 'phone', 'light');
  expect(await fitsWidth(visit.page)).toBe(true);
  // Without script of its own, so the same for visitors who have none.
  await visit.page.goto(`/posts/${id}/photo/${photo}`);
  await visit.page.locator('.viewer-photo').evaluate((image: HTMLImageElement) => image.decode());
  expect(await fitsWidth(visit.page)).toBe(true);
  await showAs(visit.page, 'desktop', 'light');
  expect(await fitsWidth(visit.page)).toBe(true);
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
  expectNoProblems(visit);
  await visit.context.close();
});
