// @module-tag stores
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillFeed, freshText, writePost } from '../support/act.ts';
import { answered, holdRequests } from '../support/answered.ts';
import { expectNoProblems, launchBrowser } from '../support/browser.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { scrollBy, scrollUntil, waitUntilIdle, wheelBy } from '../support/scroll.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';
import { openWindowAs, waitForHydration } from '../support/signed-in.ts';

let server: SharedServer;
let browser: Browser;
let ada: ApiMember;
let bo: ApiMember;
let ids: number[];

beforeAll(async () => {
  [server, browser] = await Promise.all([borrowServer(), launchBrowser()]);
  ada = await memberOf(server, 'Ada', 'Quill');
  bo = await memberOf(server, 'Bo', 'Reed');
  ids = await fillFeed(server, bo, 90);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

async function openHome(
  member: ApiMember,
  options: Partial<Parameters<typeof openWindowAs>[2]> = {},
) {
  const visit = await openWindowAs(browser, member, { origin: server.origin, ...options });
  await visit.page.goto('/home');
  await waitForHydration(visit);
  return visit;
}

const post = (page: Page, id: number) => page.locator(`[data-post="${id}"]`);
const shownIds = (page: Page) =>
  page
    .locator('[data-post]')
    .evaluateAll((posts) => posts.map((one) => Number((one as HTMLElement).dataset.post)));
/** The post at the upper edge of the window, and how far it is above it. */
const atTop = (page: Page) =>
  page.evaluate(() => {
    const found = [...document.querySelectorAll<HTMLElement>('[data-post]')].find(
      (one) => one.getBoundingClientRect().bottom > 80,
    );
    return {
      id: Number(found?.dataset.post),
      top: Math.round(found?.getBoundingClientRect().top ?? 0),
      scrolled: Math.round(scrollY),
    };
  });
test('scrolling shows every post once, newest first, 20 at a time after the first 8, and nothing jumps meanwhile', async () => {
  const visit = await openWindowAs(browser, ada, { origin: server.origin });
  const { page } = visit;
  // Only the posts: while a slow machine receives the page, its frame may still grow.
  await page.addInitScript(() => {
    interface Shift extends PerformanceEntry {
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    }
    const moved: string[] = [];
    Object.assign(globalThis, { moved });
    new PerformanceObserver((list) => {
      for (const { node, previousRect, currentRect } of (list.getEntries() as Shift[]).flatMap(
        ({ sources }) => sources,
      )) {
        const part = node instanceof Element ? node : node?.parentElement;
        if (part?.closest('[role=feed]') && Math.abs(currentRect.y - previousRect.y) >= 1)
          moved.push(part.outerHTML.slice(0, 200));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/home');
  await waitForHydration(visit);
  await page.mouse.move(700, 500);
  const asked: string[] = [];
  page.on(
    'request',
    (request) =>
      request.url().includes('/advancedactivity/feeds?') &&
      asked.push(new URL(request.url()).search),
  );
  const seen: number[] = [];
  const hasSeenAll = async () => {
    for (const id of await shownIds(page)) if (!seen.includes(id)) seen.push(id);
    return seen.includes(ids[0]!);
  };
  await scrollUntil(page, 600, hasSeenAll, wheelBy);
  expect(seen).toEqual([...ids].reverse());
  expect(asked.slice(0, 5)).toEqual(
    [83, 63, 43, 23, 3].map((above) => `?maxid=${ids[above - 1]! - 1}&limit=20`),
  );
  // Only the first numbers can follow, and there are none.
  expect(asked.length).toBeLessThan(7);
  // Screen readers get the position in the feed.
  await expect
    .poll(() =>
      post(page, ids[0]!).evaluate((one) => [
        one.getAttribute('aria-posinset'),
        one.getAttribute('aria-setsize'),
      ]),
    )
    .toEqual(['90', '90']);
  // Only what is near the window is in the page.
  await expect.poll(async () => (await shownIds(page)).length).toBeLessThan(30);
  await scrollUntil(page, -900, async () => (await atTop(page)).scrolled === 0, wheelBy);
  await expect.poll(async () => (await shownIds(page))[0]).toBe(ids.at(-1));
  expect(await page.evaluate(() => (globalThis as unknown as { moved: string[] }).moved)).toEqual(
    [],
  );
  expectNoProblems(visit);
  await visit.context.close();
});

test('a feed scrolled before hydration stays there', async () => {
  const visit = await openWindowAs(browser, ada, { origin: server.origin });
  const { page } = visit;
  const letScriptsCome = await holdRequests(page, '**/_astro/*.js');
  await page.goto('/home', { waitUntil: 'commit' });
  await post(page, ids.at(-7)!).waitFor();
  // The page arrives whole; nothing is painted before its styles.
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].every(
      ({ sheet }) => sheet,
    ),
  );
  await page.evaluate(() => scrollTo(0, 900));
  const before = await atTop(page);
  letScriptsCome();
  await waitForHydration(visit);
  await waitUntilIdle(page);
  expect(await atTop(page)).toEqual(before);
  expectNoProblems(visit);
  await visit.context.close();
});

test('the button up appears after 200 pixels, in the corner of the window, and leads up', async () => {
  const visit = await openHome(ada);
  const { page } = visit;
  const up = page.getByRole('button', { name: 'Back to top' });
  await expect.poll(() => up.count()).toBe(0);
  await scrollBy(page, 200);
  expect(await up.count()).toBe(0);
  await scrollBy(page, 1);
  await up.waitFor();
  await page.evaluate(() => scrollTo(0, 2500));
  // Wherever the reader is.
  await expect
    .poll(() =>
      up.evaluate((one) => [
        getComputedStyle(one).position,
        one.getBoundingClientRect().bottom <= innerHeight,
      ]),
    )
    .toEqual(['fixed', true]);
  await up.click();
  await page.waitForFunction(() => scrollY === 0);
  expectNoProblems(visit);
  await visit.context.close();
});

test('a new visit of the feed begins at its top', async () => {
  const visit = await openHome(ada);
  const { page } = visit;
  await scrollBy(page, 900);
  await Promise.all([
    page.waitForEvent('load'),
    page
      .getByRole('link', { name: 'View Recent Updates' })
      .evaluate((link: HTMLAnchorElement) => link.click()),
  ]);
  await waitForHydration(visit);
  expect((await atTop(page)).scrolled).toBe(0);
  await visit.context.close();
});

// Browsers under automation keep no pages, so this is the way of a browser that had to load the
// page again.
test('back from a post, the feed is where it was', async () => {
  const visit = await openHome(ada);
  const { page } = visit;
  // Well past the first page, and not on a round number.
  await scrollUntil(page, 700, async () => (await atTop(page)).id < ids.at(-30)!);
  await scrollBy(page, 137);
  await waitUntilIdle(page);
  const before = await atTop(page);
  await post(page, before.id)
    .locator('.post-when a')
    .evaluate((link: HTMLAnchorElement) => link.click());
  await page.waitForURL(`**/posts/${before.id}`);
  await page.goBack();
  await page.waitForURL('**/home');
  await waitForHydration(visit);
  await waitUntilIdle(page);
  expect(await atTop(page)).toEqual(before);
  // And it goes on from there.
  await scrollUntil(page, 700, async () => (await atTop(page)).id < ids.at(-60)!);
  await visit.context.close();
});

test('back in the feed, what was done on the way shows', async () => {
  const id = await writePost(server, bo, freshText('Come and go'));
  const visit = await openHome(ada);
  const { page } = visit;
  const text = freshText('Mine');
  await page.getByLabel('What is on your mind?').fill(text);
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await page.getByText('Post Created').first().waitFor();
  await post(page, id).locator('.post-when a').click();
  await page.waitForURL(`**/posts/${id}`);
  await waitForHydration(visit);
  await answered(page, '/like', () =>
    page.getByRole('button', { name: 'Like', exact: true }).first().click(),
  );
  await page.getByLabel('Write a comment').fill('On the way');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Comment created successfully').first().waitFor();
  await page.goBack();
  await page.waitForURL('**/home');
  await post(page, id).getByText('1 person reacted to this').waitFor();
  await post(page, id).getByText('1 comment').waitFor();
  await post(page, id).getByText('On the way').waitFor();
  expect(await page.getByRole('article').filter({ hasText: text }).count()).toBe(1);
  expectNoProblems(visit);
  await visit.context.close();
});

test('a page that does not load shows that and can be requested again', async () => {
  const visit = await openHome(ada);
  const { page } = visit;
  await page.route('**/advancedactivity/feeds?*', (route) => route.abort());
  const failure = page.getByText(
    'Unable to load more posts right now. Please check your connection.',
  );
  await scrollUntil(page, 'end', () => failure.isVisible());
  await page.unroute('**/advancedactivity/feeds?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  const last = await atTop(page);
  await post(page, ids.at(-9)!).waitFor({ state: 'attached' });
  // It waits for the reader instead of running on to the end.
  await waitUntilIdle(page);
  expect(Math.abs((await atTop(page)).scrolled - last.scrolled)).toBeLessThan(600);
  expect(await post(page, ids.at(-29)!).count()).toBe(0);
  expect(await failure.count()).toBe(0);
  await visit.context.close();
});
