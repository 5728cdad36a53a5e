import type { Locator, Page } from 'playwright';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freshText } from '../support/act.ts';
import { answered, holdRequests } from '../support/answered.ts';
import { expectAccessible } from '../support/axe.ts';
import { expectNoProblems, type Visit } from '../support/browser.ts';
import { waitForHydration } from '../support/signed-in.ts';
import { ada, bo } from '../support/stage.ts';
import {
  dialogOf,
  openFromPost,
  pathOf,
  postId,
  shown,
  windowAs,
} from '../support/viewer-stage.ts';

const isLoaded = (photo: Locator) =>
  photo.evaluate(
    (image) => (image as HTMLImageElement).complete && (image as HTMLImageElement).naturalWidth > 0,
  );
const scaleOf = (within: Locator | Page) =>
  within
    .locator('[data-at="0"] .viewer-zoom')
    .evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).a);
const pathname = (page: Page) => new URL(page.url()).pathname;

const expectViewerAccessible = ({ page }: Visit) =>
  expectAccessible(page, 'viewer', { within: '.viewer-dialog', inBothThemes: true });

describe('on a desktop', () => {
  let visit: Visit;
  let page: Page;
  beforeAll(async () => {
    visit = await windowAs(bo);
    ({ page } = visit);
  });
  afterEach(async () => {
    await page.unrouteAll();
    expectNoProblems(visit);
  });

  test('a click opens the viewer, keys step through its items, and Back closes it', async () => {
    const dialog = await openFromPost(visit, 1);
    expect(pathname(page)).toBe(pathOf(1));
    await expect.poll(() => page.title()).toBe('Photo 2 of 3 by Ada Quill');
    await dialog.getByText('2 / 3').waitFor();
    await expect.poll(() => shown(dialog).getAttribute('alt')).toBe('A tall poplar');
    await dialog.getByRole('link', { name: 'Ada Quill' }).waitFor();
    await dialog.getByText('Down by the river').waitFor();
    await dialog.getByText('0 likes · 0 comments · 1 view').waitFor();

    await dialog.getByRole('link', { name: 'Next' }).click();
    await dialog.getByText('3 / 3').waitFor();
    await expect.poll(() => pathname(page)).toBe(pathOf(2));
    await expect.poll(() => dialog.getByRole('link', { name: 'Next' }).count()).toBe(0);
    await page.keyboard.press('ArrowLeft');
    await dialog.getByText('2 / 3').waitFor();
    await page.keyboard.press('ArrowLeft');
    await dialog.getByText('1 / 3').waitFor();
    await expect.poll(() => isLoaded(shown(dialog))).toBe(true);

    // However many items were viewed, one press on Back closes.
    await page.goBack();
    await dialog.waitFor({ state: 'detached' });
    expect(pathname(page)).toBe(`/posts/${postId}`);
    await page.goForward();
    await dialogOf(page).getByText('1 / 3').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(pathname(page)).toBe(`/posts/${postId}`);
  });

  test('a photo is zoomed by buttons, keys, pointer and wheel, and never leaves the stage', async () => {
    const dialog = await openFromPost(visit);
    await dialog.getByText('1 / 3').waitFor();
    await expect.poll(() => scaleOf(dialog)).toBe(1);
    await dialog.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(() => scaleOf(dialog)).toBe(1.5);
    await page.keyboard.press('+');
    await expect.poll(() => scaleOf(dialog)).toBe(2.25);
    await page.keyboard.press('-');
    await expect.poll(() => scaleOf(dialog)).toBe(1.5);
    await page.keyboard.press('0');
    await expect.poll(() => scaleOf(dialog)).toBe(1);
    await expect
      .poll(() => dialog.getByRole('button', { name: 'Reset zoom' }).isDisabled())
      .toBe(true);
    await page.mouse.dblclick(300, 450);
    await expect.poll(() => scaleOf(dialog)).toBe(2.5);
    // Dragged far to the right it stops at its left edge.
    await page.mouse.move(300, 450);
    await page.mouse.down();
    await page.mouse.move(3000, 450, { steps: 4 });
    await page.mouse.up();
    await expect
      .poll(() =>
        dialog
          .locator('[data-at="0"] .viewer-zoom')
          .evaluate((element) => Math.abs(element.getBoundingClientRect().left)),
      )
      .toBeLessThan(2);
    await dialog.getByText('1 / 3').waitFor();
    await dialog.getByRole('button', { name: 'Reset zoom' }).click();
    await expect.poll(() => scaleOf(dialog)).toBe(1);
    await page.mouse.move(300, 450);
    await page.mouse.wheel(0, -400);
    await expect.poll(() => scaleOf(dialog)).toBeGreaterThan(1.5);
    // The next picture is not zoomed.
    await page.keyboard.press('ArrowRight');
    await dialog.getByText('2 / 3').waitFor();
    await expect.poll(() => scaleOf(dialog)).toBe(1);
  });

  test('a set that fails to load can be loaded again', async () => {
    await page.goto(`/posts/${postId}`);
    await waitForHydration(visit);
    const letThrough = await holdRequests(page, '**/api/rest/media/viewer*', 'abort');
    await page.locator('.media-box').first().click();
    await dialogOf(page).getByText('Loading...').last().waitFor();
    letThrough();
    await page.getByText('This could not be loaded.').waitFor();
    await page.unroute('**/api/rest/media/viewer*');
    // The browser reports the aborted call.
    visit.problems.length = 0;
    await page.getByRole('button', { name: 'Try again' }).click();
    await dialogOf(page).getByText('1 / 3').waitFor();
  });

  test('closed, it restores the focus and the scroll position of the feed', async () => {
    await page.goto('/home');
    await waitForHydration(visit);
    const box = page.locator(`[data-post="${postId}"] .media-box`).first();
    await box.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    await box.click();
    await dialogOf(page).getByText('1 / 3').waitFor();
    await dialogOf(page).getByRole('link', { name: 'Close' }).click();
    await dialogOf(page).waitFor({ state: 'detached' });
    expect(pathname(page)).toBe('/home');
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
    await expect
      .poll(() => box.evaluate((element) => element === document.activeElement))
      .toBe(true);
  });

  test('a link opens the viewer, which closes to the post', async () => {
    await page.goto(pathOf(2));
    await waitForHydration(visit);
    await page.getByText('3 / 3').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.getByText('2 / 3').waitFor();
    await expect.poll(() => pathname(page)).toBe(pathOf(1));
    await page.reload();
    await page.getByText('2 / 3').waitFor();
    await waitForHydration(visit);
    await page.keyboard.press('Escape');
    await page.waitForURL(`**/posts/${postId}`);
  });

  test('Back and Forward before the scripts are loaded lead to the right screens', async () => {
    await openFromPost(visit);
    const reloadAsleep = async (drawn: Locator) => {
      const letScriptsCome = await holdRequests(page, '**/_astro/*.js');
      await page.reload({ waitUntil: 'commit' });
      await drawn.waitFor();
      return letScriptsCome;
    };
    // After a reload the dialog is a page; the browser treats the post before it as the same page
    // anyway.
    let letScriptsCome = await reloadAsleep(shown(page));
    await page.evaluate(() => history.back());
    await page.waitForURL(`**/posts/${postId}`, { waitUntil: 'commit' });
    letScriptsCome();
    await page.getByRole('article').getByText('Down by the river').waitFor();
    letScriptsCome = await reloadAsleep(page.getByRole('article').getByText('Down by the river'));
    await page.evaluate(() => history.forward());
    await page.waitForURL(`**${pathOf(0)}`, { waitUntil: 'commit' });
    letScriptsCome();
    await page.getByText('1 / 3').waitFor();
  });

  test('a photo with its panel is accessible in both themes (axe)', async () => {
    const dialog = await openFromPost(visit);
    await dialog.getByRole('textbox', { name: 'Write a comment' }).waitFor();
    await expectViewerAccessible(visit);
  });

  test('a photo has its own comments and reactions, which another member sees', async () => {
    const commentText = freshText('Which bridge is that');
    const dialog = await openFromPost(visit);
    const box = dialog.getByRole('textbox', { name: 'Write a comment' });
    await box.fill(commentText);
    // Both show at once, and another member sees what is saved.
    await answered(visit.page, '/comment-create', () =>
      dialog.getByRole('button', { name: 'Send' }).click(),
    );
    await dialog.locator('.comment').getByText(commentText).waitFor();
    await answered(visit.page, '/like', () =>
      dialog.getByRole('button', { name: 'Like', exact: true }).first().click(),
    );
    await dialog.getByText(/^1 like · 1 comment/).waitFor();

    const other = await windowAs(ada);
    await other.page.goto(pathOf(0));
    await other.page.getByText(commentText).waitFor();
    await other.page.getByText('1 like · 1 comment').waitFor();
    await other.page.goto(`/posts/${postId}`);
    expect(await other.page.getByText(commentText).count()).toBe(0);
    await other.context.close();
  });

  test('in fields the keys of the viewer are letters, and Escape closes the field first', async () => {
    const dialog = await openFromPost(visit, 1);
    const box = dialog.getByRole('textbox', { name: 'Write a comment' });
    await box.fill('A slender one');
    await box.press('ArrowLeft');
    await dialog.getByText('2 / 3').waitFor();
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.locator('.comment').getByText('A slender one').waitFor();
    await dialog.getByRole('button', { name: 'Reply' }).click();
    const answer = dialog.getByRole('textbox', { name: /Reply to/ });
    await expect
      .poll(() => answer.evaluate((field) => field === document.activeElement))
      .toBe(true);
    await page.keyboard.press('Escape');
    await answer.waitFor({ state: 'detached' });
    await dialog.getByText('2 / 3').waitFor();
  });

  test('a photo is shared from the viewer, as a card that leads to it and its owner', async () => {
    const dialog = await openFromPost(visit);
    const share = dialog.getByRole('button', { name: 'Share', exact: true });
    // The label beside its icon, as Like has it.
    expect((await share.boundingBox())!.height).toBe(44);
    await share.click();
    await page.getByRole('button', { name: 'Share to your feed' }).click();
    const sharing = page.getByRole('dialog', { name: 'Share photo' });
    await sharing.getByLabel('Say something about it').fill('See this');
    await sharing.getByRole('button', { name: 'Share now' }).click();
    await page.getByText('Post shared successfully!').first().waitFor();
    await page.goto(`/profile/${bo.id}/posts`);
    const card = page.getByRole('article').filter({ hasText: 'See this' });
    await card.getByText('shared a photo').waitFor();
    const owner = card.locator('.shared .post-line').getByRole('link', { name: ada.displayname });
    expect(await owner.evaluate((link) => getComputedStyle(link).textDecorationLine)).toBe('none');
    expect(await card.locator(`.shared a[href$="${pathOf(0)}"]`).count()).toBe(1);
  });
});

describe('on a phone', () => {
  let visit: Visit;
  let dialog: Locator;
  /** As fast as a hand, even on a slow machine: two late taps would be no double tap. */
  let timestamp = 0;
  let touch: (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    points: Array<[number, number]>,
  ) => Promise<unknown>;
  beforeAll(async () => {
    visit = await windowAs(bo, { screen: 'phone' });
    const client = await visit.context.newCDPSession(visit.page);
    touch = (type, points) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        timestamp: (timestamp += 0.02),
        touchPoints: points.map(([x, y], id) => ({ x, y, id })),
      });
  });
  afterEach(() => expectNoProblems(visit));

  const begin = () => (timestamp = Date.now() / 1_000);
  const swipe = async (from: [number, number], to: [number, number]) => {
    begin();
    await touch('touchStart', [from]);
    for (const part of [0.25, 0.5, 0.75, 1])
      await touch('touchMove', [
        [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part],
      ]);
    await touch('touchEnd', []);
  };
  const openDialog = async () => {
    dialog = await openFromPost(visit);
    await dialog.getByRole('textbox', { name: 'Write a comment' }).waitFor();
  };

  test('a photo above its panel is accessible in both themes (axe)', async () => {
    await openDialog();
    await expectViewerAccessible(visit);
  });

  test('swipes step through the items', async () => {
    await openDialog();
    await swipe([320, 400], [80, 410]);
    await dialog.getByText('2 / 3').waitFor();
    await swipe([80, 400], [320, 390]);
    await dialog.getByText('1 / 3').waitFor();
    // There is no item before the first.
    await swipe([80, 400], [320, 390]);
    await dialog.getByText('1 / 3').waitFor();
  });

  test('two fingers zoom, and a double tap ends it', async () => {
    await openDialog();
    begin();
    await touch('touchStart', [
      [150, 400],
      [240, 400],
    ]);
    for (const by of [10, 30, 60])
      await touch('touchMove', [
        [150 - by, 400],
        [240 + by, 400],
      ]);
    await touch('touchEnd', []);
    await expect.poll(() => scaleOf(dialog)).toBeGreaterThan(2);
    begin();
    for (const type of ['touchStart', 'touchEnd', 'touchStart', 'touchEnd'] as const)
      await touch(type, type === 'touchStart' ? [[200, 400]] : []);
    await expect.poll(() => scaleOf(dialog)).toBe(1);
  });

  test('a swipe up shows the panel, and one down closes the viewer', async () => {
    await openDialog();
    await swipe([200, 600], [200, 200]);
    await expect
      .poll(() =>
        dialog
          .getByRole('textbox', { name: 'Write a comment' })
          .evaluate((element) => element.getBoundingClientRect().bottom < innerHeight),
      )
      .toBe(true);
    await dialog.locator('.viewer').evaluate((element) => element.scrollTo(0, 0));
    await swipe([200, 200], [200, 600]);
    await dialog.waitFor({ state: 'detached' });
    expect(pathname(visit.page)).toBe(`/posts/${postId}`);
  });
});
