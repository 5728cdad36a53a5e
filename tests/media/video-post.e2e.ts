import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  expectNoProblems,
  launchBrowser,
  openWindow,
  waitForPictures,
  type Visit,
} from '../support/browser.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { PlainPage } from '../support/plain-page.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { openWindowAs, waitForHydration } from '../support/signed-in.ts';

let server: TestServer;
let browser: Browser;
let ada: ApiMember;

const folder = mkdtempSync(join(tmpdir(), 'hearth-videos-'));
const huge = join(folder, 'huge.mp4');

beforeAll(async () => {
  writeFileSync(huge, '');
  truncateSync(huge, 2 * 1024 ** 3);
  // Without ffmpeg the browser makes the poster.
  [server, browser] = await Promise.all([startServer({ FFMPEG_PATH: 'off' }), launchBrowser()]);
  ada = await memberOf(server, 'Ada', 'Quill');
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const fixture = (name: string) => join(import.meta.dirname, '../fixtures', name);
const player = (page: Page) => page.getByRole('article').first().locator('video');
const post = (page: Page) => page.getByRole('button', { name: 'Post', exact: true }).click();

async function choose(page: Page, name: string) {
  await page.getByRole('button', { name: 'Add Videos' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Videos' });
  await dialog.locator('input[type=file]').setInputFiles(fixture(name));
  await dialog.getByText(name).first().waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
}

test('a video is posted with its poster and plays, for members and for visitors without script', async () => {
  const visit = await openWindowAs(browser, ada, { origin: server.origin });
  const { page } = visit;
  await page.goto('/home');
  await waitForHydration(visit);
  await choose(page, 'clip.webm');
  await page.getByLabel('What is on your mind?').fill('The first swim of the year');
  await post(page);
  await page.getByText('Post Created').first().waitFor();
  await player(page).waitFor();
  const poster = (await player(page).getAttribute('poster'))!;
  expect(poster).toMatch(/^\/media\/\d+\/original\.webp$/);
  // Muted: browsers require it without a user gesture.
  await player(page).evaluate(async (video: HTMLVideoElement) => {
    video.muted = true;
    await video.play();
  });
  await page.waitForFunction(
    () =>
      document.querySelector('[data-post] video') instanceof HTMLVideoElement &&
      document.querySelector<HTMLVideoElement>('[data-post] video')!.currentTime > 0,
  );
  // Requested in ranges, so that the player can seek.
  await player(page).evaluate((video: HTMLVideoElement) => (video.currentTime = 3));
  await page.waitForFunction(
    () => document.querySelector<HTMLVideoElement>('[data-post] video')!.currentTime >= 3,
  );
  // The lightbox shows it with its text; after closing, the scroll position is kept and nothing
  // plays underneath.
  await player(page).evaluate((video: HTMLVideoElement) => {
    video.currentTime = 0;
    return video.play();
  });
  // A press on its picture opens it; the player's own controls still work.
  const [wide, high] = await player(page).evaluate(({ offsetWidth, offsetHeight }: HTMLElement) => [
    offsetWidth,
    offsetHeight,
  ]);
  await player(page).click({ position: { x: wide! / 2, y: high! / 2 }, force: true });
  const viewer = page.getByRole('dialog', { name: 'Media viewer' });
  const large = viewer.locator('video.viewer-video');
  await large.waitFor();
  await expect.poll(() => large.evaluate((video: HTMLVideoElement) => video.autoplay)).toBe(true);
  await viewer.getByText('1 / 1').waitFor();
  expect(await player(page).evaluate((video: HTMLVideoElement) => video.paused)).toBe(true);
  await page.goBack();
  await viewer.waitFor({ state: 'detached' });
  expectNoProblems(visit);
  const address = await page.locator('[data-post] a[href^="/posts/"]').first().getAttribute('href');
  await visit.context.close();

  const reader = await openWindow(browser, { origin: server.origin, javaScript: false });
  await reader.page.goto(address!);
  expect(await player(reader.page).getAttribute('poster')).toBe(poster);
  expect((await reader.page.request.get(poster)).headers()['content-type']).toBe('image/webp');
  await reader.page.getByRole('link', { name: 'Open in the viewer' }).click();
  await reader.page.waitForURL(/\/posts\/\d+\/video\/\d+\?play=1$/);
  await reader.page.locator('video.viewer-video').waitFor();
  expectNoProblems(reader);
  await reader.context.close();

  // Autoplay only if chosen, without sound, and only while visible.
  const chooser = await openWindowAs(browser, ada, { origin: server.origin });
  await chooser.page.emulateMedia({ reducedMotion: 'no-preference' });
  await chooser.page.goto('/profile/settings/appearance');
  await chooser.page.getByRole('radio', { name: 'Automatically' }).check();
  await chooser.page.getByRole('button', { name: 'Save' }).click();
  await chooser.page.getByText('Your settings were saved.').waitFor();
  expect(await chooser.page.getByRole('radio', { name: 'Automatically' }).isChecked()).toBe(true);
  await chooser.page.goto('/home');
  await player(chooser.page).scrollIntoViewIfNeeded();
  await chooser.page.waitForFunction(() => {
    const video = document.querySelector<HTMLVideoElement>('[data-post] video');
    return video !== null && video.currentTime > 0 && video.muted;
  });
  await chooser.page.emulateMedia({ reducedMotion: 'reduce' });
  await chooser.page.reload();
  await waitForHydration(chooser);
  expect(await player(chooser.page).evaluate((video: HTMLVideoElement) => video.paused)).toBe(true);
  expectNoProblems(chooser);
  await chooser.context.close();
});

test('a video too large or cut short is refused, and the draft stays', async () => {
  const visit = await openWindowAs(browser, ada, { origin: server.origin });
  const { page } = visit;
  await page.goto('/home');
  await waitForHydration(visit);
  expectNoProblems(visit);
  await page.getByRole('button', { name: 'Add Videos' }).click();
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await page.getByRole('alert').getByText('No video selected!').waitFor();
  // Refused before any byte is sent.
  await page.locator('dialog input[type=file]').setInputFiles(huge);
  await page.getByText('huge.mp4 is larger than 200 MB.').first().waitFor();
  await page.keyboard.press('Escape');
  await choose(page, 'truncated.mp4');
  await page.getByLabel('What is on your mind?').fill('Only the words stay');
  await post(page);
  await page
    .getByText('This video is incomplete. Please upload it again. Your draft is kept.')
    .first()
    .waitFor();
  expect(await page.getByLabel('What is on your mind?').inputValue()).toBe('Only the words stay');
  await choose(page, 'clip.mp4');
  await post(page);
  await page.getByText('Post Created').first().waitFor();
  const posted = page.getByRole('article').filter({ hasText: 'Only the words stay' });
  const file = (await posted.locator('video').getAttribute('src'))!;
  const part = await page.request.get(file, { headers: { range: 'bytes=0-99' } });
  expect([part.status(), part.headers()['content-type'], (await part.body()).length]).toEqual([
    206,
    'video/mp4',
    100,
  ]);
  await visit.context.close();
});

describe('on the tab of videos', () => {
  let visit: Visit;
  let page: Page;
  beforeAll(async () => {
    visit = await openWindowAs(browser, ada, { origin: server.origin });
    ({ page } = visit);
  });
  afterEach(() => expectNoProblems(visit));

  /** Posts a video with these words, and opens the tab. */
  async function openTab(words: string, title = '') {
    const body = new FormData();
    for (const [name, value] of Object.entries({ post_attach: '1', body: words, title }))
      body.append(name, value);
    body.append('filedata', new File([readFileSync(fixture('clip.mp4'))], 'clip.mp4'));
    body.append('photo', new File([readFileSync(fixture('landscape.jpg'))], 'poster.jpg'));
    const path = '/api/rest/advancedvideos/create';
    const made = await fetch(server.origin + path, { method: 'POST', headers: ada.headers, body });
    expect(made.status).toBe(200);
    await page.goto(`/profile/${ada.id}/videos`);
    await waitForHydration(visit);
  }

  test('a video is renamed in the viewer', async () => {
    await openTab('Out of the water');
    const tile = page.getByRole('listitem').filter({ hasText: 'Out of the water' });
    await tile.getByRole('link').click();
    const viewer = page.getByRole('dialog', { name: 'Media viewer' });
    await viewer.getByRole('button', { name: 'More about this video' }).click();
    await page.getByRole('button', { name: 'Edit video' }).click();
    const words = page.getByRole('dialog', { name: 'Edit video' });
    await words.getByLabel('Title').fill('First swim');
    await words.getByRole('button', { name: 'Save' }).click();
    await words.waitFor({ state: 'detached' });
    await viewer.getByText('First swim').first().waitFor();
    await page.reload();
    await page.getByText('First swim').first().waitFor();
  });

  test('a video is deleted, and the words of its post stay', async () => {
    await openTab('The words alone stay', 'Last swim');
    await waitForPictures(visit);
    await page.getByRole('button', { name: 'More about Last swim' }).click();
    await page.getByRole('button', { name: 'Delete video' }).click();
    const sure = page.getByRole('dialog', { name: 'Delete this video?' });
    await Promise.all([
      page.waitForEvent('load'),
      sure.getByRole('button', { name: 'Delete video' }).click(),
    ]);
    await page.getByText('Video deleted').first().waitFor();
    expect(await page.getByRole('link', { name: /Last swim/ }).count()).toBe(0);
    const home = new PlainPage(server, ada);
    await home.open('/home');
    expect(home.texts('article').some((text) => text.includes('The words alone stay'))).toBe(true);
  });
});
