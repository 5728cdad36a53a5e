// @module-tag races
// @module-tag stores
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { freshText } from '../support/act.ts';
import { holdRequests } from '../support/answered.ts';
import { expectAccessible } from '../support/axe.ts';
import { expectNoProblems, launchBrowser, type Visit } from '../support/browser.ts';
import { filesBelow } from '../support/files.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';
import { openWindowAs, waitForHydration } from '../support/signed-in.ts';
import { startTunnel } from '../support/tunnel.ts';

let server: SharedServer;
let browser: Browser;
let ada: ApiMember;
let bo: ApiMember;
const folder = mkdtempSync(join(tmpdir(), 'hearth-files-'));
const fixture = (name: string) => join(import.meta.dirname, '../fixtures', name);

beforeAll(async () => {
  [server, browser] = await Promise.all([borrowServer(), launchBrowser()]);
  ada = await memberOf(server, 'Ada', 'Quill');
  bo = await memberOf(server, 'Bo', 'Reed');
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page) => page.getByLabel('What is on your mind?');
const composer = (page: Page) => page.getByRole('region', { name: 'Create a post' });
const dialog = (page: Page) => page.getByRole('dialog');
const toasted = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Notices' }).getByText(text).first().waitFor();
const firstPost = (page: Page) => page.getByRole('article').first();

async function openHome(
  member: ApiMember,
  screen: 'desktop' | 'phone' = 'desktop',
  origin = server.origin,
) {
  const visit = await openWindowAs(browser, member, { origin, screen });
  await visit.page.goto('/home');
  await waitForHydration(visit);
  return visit;
}

/**
 * As a file manager or a screenshot gives it to the page: dropped on a place, or pasted into it.
 */
async function give(target: Locator, how: 'drop' | 'paste', ...names: string[]): Promise<void> {
  const files = names.map((name) => ({
    name,
    type: name.endsWith('.png') ? 'image/png' : 'image/jpeg',
    bytes: readFileSync(fixture(name)).toString('base64'),
  }));
  await target.evaluate(
    (target, given) => {
      const carried = new DataTransfer();
      for (const { name, type, bytes } of given.files)
        carried.items.add(
          new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], name, {
            type,
          }),
        );
      const kind = { bubbles: true, cancelable: true };
      if (given.how === 'paste')
        target.dispatchEvent(new ClipboardEvent('paste', { ...kind, clipboardData: carried }));
      else
        for (const step of ['dragenter', 'dragover', 'drop'])
          target.dispatchEvent(new DragEvent(step, { ...kind, dataTransfer: carried }));
    },
    { files, how },
  );
}

test('photos come by button, drag and paste, are ordered, described, dropped, and posted so', async () => {
  const visit = await openHome(ada);
  const { page } = visit;
  await button(page, 'Add Photo').click();
  await button(page, 'Done').click();
  await toasted(page, 'No photo(s) selected!');
  await dialog(page).getByRole('alert').getByText('No photo(s) selected!').waitFor();
  const input = dialog(page).locator('input[type=file]');
  expect([await input.getAttribute('accept'), await input.getAttribute('multiple')]).toEqual([
    'image/*,.heic,.heif',
    '',
  ]);
  await input.setInputFiles(['landscape.jpg', 'rotated-6.jpg', 'alpha.png'].map(fixture));
  await give(dialog(page).locator('.file-drop'), 'drop', 'square.jpg');
  await give(page.locator('body'), 'paste', 'portrait.jpg');
  const rows = dialog(page)
    .getByRole('list', { name: 'Photos in their order' })
    .getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(5);
  const order = () =>
    rows
      .locator('img')
      .evaluateAll((pictures) =>
        pictures.map(
          (one) =>
            `${(one as HTMLImageElement).naturalWidth}x${(one as HTMLImageElement).naturalHeight}`,
        ),
      );
  const read = async () => {
    await expect.poll(async () => (await order()).every((size) => size !== '0x0')).toBe(true);
    return order();
  };
  const [landscape, rotated, alpha, square, portrait] = await read();

  await dialog(page).getByLabel('Describe photo 3').fill('A see-through circle');
  await button(page, 'Move photo 3 earlier').click();
  await button(page, 'Move photo 2 earlier').click();
  await expect
    .poll(
      () => button(page, 'Move photo 1 later').evaluate((one) => one === document.activeElement),
      { message: 'the focus stays with the photo' },
    )
    .toBe(true);
  await button(page, 'Remove photo 4').click();
  await expect.poll(read).toEqual([alpha, landscape, rotated, portrait]);
  expect(square).toBeTruthy();
  await rows.nth(3).locator('.photo-grip').dragTo(rows.nth(1));
  await expect.poll(read).toEqual([alpha, portrait, landscape, rotated]);
  await dialog(page).getByLabel('Describe photo 4').fill('Turned as the camera was held');
  await expectAccessible(page, 'photos', { within: 'dialog[open]' });
  await button(page, 'Done').click();

  // A file dropped outside of the targets does not replace the screen.
  const isRefused = await page.evaluate(() => {
    const carried = new DataTransfer();
    carried.items.add(new File(['x'], 'lost.jpg', { type: 'image/jpeg' }));
    return !document
      .querySelector('.feed-filters')!
      .dispatchEvent(
        new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: carried }),
      );
  });
  expect(isRefused).toBe(true);

  // Another one straight onto the box; a video does not go with photos.
  await give(composer(page), 'drop', 'panorama.jpg');
  const thumbs = composer(page)
    .getByRole('list', { name: 'Photos of the post' })
    .getByRole('listitem');
  await expect.poll(() => thumbs.count()).toBe(5);
  await button(page, 'Add Videos').click();
  await dialog(page)
    .getByText(/A post can have photos or a video, not both/)
    .waitFor();
  await page.keyboard.press('Escape');

  const text = freshText('Five of them');
  await field(page).fill(text);
  await page.reload();
  await waitForHydration(visit);
  await expect
    .poll(() => thumbs.locator('img').count(), { message: 'the files are kept with the words' })
    .toBe(5);
  const letThrough = await holdRequests(page, '**/advancedactivity/feeds/post');
  await button(page, 'Post').click();
  await toasted(page, 'Creating post...');
  letThrough();
  await toasted(page, 'Post Created');
  const shown = (where: Locator) =>
    where
      .locator('.media-box picture img')
      .evaluateAll((pictures) => pictures.map((one) => (one as HTMLImageElement).alt));
  const names = [
    'A see-through circle',
    'Photo 2 of 5',
    'Photo 3 of 5',
    'Turned as the camera was held',
    'Photo 5 of 5',
  ];
  await firstPost(page).getByText(text).waitFor();
  await expect.poll(() => shown(firstPost(page))).toEqual(names);
  await expect.poll(() => composer(page).locator('.draft-photos').count()).toBe(0);
  // A description can be added later.
  await firstPost(page).getByRole('button', { name: 'Post options' }).click();
  await button(page, 'Edit Post').click();
  await dialog(page).getByLabel('Description of photo 2').fill('A tall gate');
  await button(page, 'Save').click();
  await toasted(page, 'Post updated successfully');
  names[1] = 'A tall gate';
  await expect.poll(() => shown(firstPost(page))).toEqual(names);
  expectNoProblems(visit);
  await visit.context.close();

  const other = await openHome(bo, 'phone');
  const post = other.page.getByRole('article').filter({ hasText: text });
  expect(await shown(post)).toEqual(names);
  await post.scrollIntoViewIfNeeded();
  // 600 by 400 as it was made, upright what lay on its side.
  await expect
    .poll(() =>
      post
        .locator('.media-box picture img')
        .evaluateAll((pictures) =>
          pictures.map(
            (one) =>
              (one as HTMLImageElement).complete && (one as HTMLImageElement).naturalWidth > 0,
          ),
        ),
    )
    .toEqual(Array(5).fill(true));
  const [, , , upright] = await post
    .locator('.media-box picture img')
    .evaluateAll((pictures) =>
      pictures.map((one) => Number(one.getAttribute('height')) / Number(one.getAttribute('width'))),
    );
  const [width, height] = rotated!.split('x').map(Number);
  expect(upright).toBeCloseTo(height! / width!, 1);
  await other.context.close();
});

describe('on a phone', () => {
  let visit: Visit;
  let page: Page;
  let input: Locator;
  beforeAll(async () => {
    visit = await openHome(ada, 'phone');
    ({ page } = visit);
    input = dialog(page).locator('input[type=file]');
    // One line until it is used.
    await field(page).focus();
  });

  test('a file that is no photo or too large is refused by name', async () => {
    const huge = join(folder, 'huge.jpg');
    writeFileSync(huge, '');
    truncateSync(huge, 2 * 1024 ** 3);
    await button(page, 'Add Photo').click();
    await input.setInputFiles([huge, fixture('script.svg'), fixture('clip.mp4')]);
    await toasted(page, 'huge.jpg is larger than 15 MB.');
    await toasted(
      page,
      'script.svg is not a photo. JPEG, PNG, GIF, WebP, AVIF and HEIC can be added.',
    );
    await toasted(page, /clip\.mp4 is not a photo/);
    await page.keyboard.press('Escape');
  });

  test('HEIC, GIF and 40 megapixels of phones are posted', async () => {
    await button(page, 'Add Photo').click();
    await input.setInputFiles(['phone.heic', 'animated.gif', 'forty-megapixel.jpg'].map(fixture));
    const rows = dialog(page)
      .getByRole('list', { name: 'Photos in their order' })
      .getByRole('listitem');
    await expect.poll(() => rows.count()).toBe(3);
    await rows.nth(0).getByText('phone.heic').waitFor();
    await expectAccessible(page, 'photos on a phone', { within: 'dialog[open]' });
    await button(page, 'Done').click();
    await button(page, 'Post').click();
    await toasted(page, 'Post Created');
    await expect.poll(() => firstPost(page).locator('.media-box').count()).toBe(3);
  });

  test('a file that only the server recognises is refused by name, and the rest goes through', async () => {
    await button(page, 'Add Photo').click();
    await input.setInputFiles([fixture('square.jpg'), fixture('text-named.jpg')]);
    await button(page, 'Done').click();
    const text = freshText('Nearly a photo');
    await field(page).fill(text);
    await button(page, 'Post').click();
    await toasted(
      page,
      'text-named.jpg: Please choose pictures: JPEG, PNG, GIF, WebP, AVIF or HEIC. Your draft is kept.',
    );
    await expect.poll(() => field(page).inputValue()).toBe(text);
    await composer(page).getByRole('button', { name: 'Remove text-named.jpg' }).click();
    await button(page, 'Post').click();
    await firstPost(page).getByText(text).waitFor();
    await expect.poll(() => firstPost(page).locator('.media-box').count()).toBe(1);
  });
});

test('an upload cut half-way leaves the draft and nothing else, and then makes one post', async () => {
  const tunnel = await startTunnel(server.origin);
  const visit = await openHome(ada, 'desktop', tunnel.origin);
  const { page, context } = visit;
  const text = freshText('Cut off in a tunnel');
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  const made = async () =>
    Number((await sql`select count(*) from posts where body = ${text}`)[0]!.count);
  // Variants of earlier photos are there as well.
  const underWay = () =>
    filesBelow(join(server.dataDir, 'uploads')).filter((path) => path.includes('received-'));
  await button(page, 'Add Photo').click();
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles(['landscape.jpg', 'panorama.jpg', 'portrait.jpg'].map(fixture));
  await button(page, 'Done').click();
  await field(page).fill(text);
  tunnel.cutAfter(300_000);
  await button(page, 'Post').click();
  await toasted(page, /cannot be reached.*Your draft is kept\./);
  tunnel.cutAfter(Infinity);
  await expect.poll(underWay).toEqual([]);
  expect(await made()).toBe(0);

  // Called off by hand it is the same.
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  const speed = (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await speed(40_000);
  await button(page, 'Post').click();
  await composer(page)
    .getByText(/^Uploading [1-9]\d?%$/)
    .waitFor();
  await composer(page).getByRole('button', { name: 'Cancel' }).click();
  await toasted(page, 'The upload was cancelled. Your draft is kept.');
  await speed(-1);
  await expect.poll(underWay).toEqual([]);
  expect(await made()).toBe(0);

  // The next day, in a fresh page: words and files are there.
  await page.reload();
  await waitForHydration(visit);
  await expect.poll(() => field(page).inputValue()).toBe(text);
  const thumbs = composer(page)
    .getByRole('list', { name: 'Photos of the post' })
    .getByRole('listitem');
  await expect.poll(() => thumbs.locator('img').count()).toBe(3);
  // Now all of it arrives and only the answer gets lost: sent once more it is still one post.
  await page.route('**/advancedactivity/feeds/post', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await button(page, 'Post').click();
  await toasted(page, /cannot be reached.*Your draft is kept\./);
  await page.unroute('**/advancedactivity/feeds/post');
  await expect.poll(made).toBe(1);
  await button(page, 'Post').click();
  await toasted(page, 'Post Created');
  await expect.poll(() => firstPost(page).locator('.media-box').count()).toBe(3);
  expect(await made()).toBe(1);
  await sql.end();
  await context.close();
  tunnel.stop();
});
