// @module-tag stores
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillFeed } from '../support/act.ts';
import { expectNoProblems, launchBrowser } from '../support/browser.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { scrollBy, scrollUntil, waitUntilIdle } from '../support/scroll.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';
import { openWindowAs, waitForHydration } from '../support/signed-in.ts';

let server: SharedServer;
let browser: Browser;
let ada: ApiMember;
let ids: number[];

beforeAll(async () => {
  [server, browser] = await Promise.all([borrowServer(), launchBrowser()]);
  ada = await memberOf(server, 'Ada', 'Quill');
  ids = await fillFeed(server, await memberOf(server, 'Bo', 'Reed'), 1_000);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

/** Each post near the window, and where it stands. */
const positions = (page: Page) =>
  page
    .locator('[data-post]')
    .evaluateAll((posts) =>
      posts.map(
        (one) =>
          [
            Number((one as HTMLElement).dataset.post),
            Math.round(one.getBoundingClientRect().top),
          ] as const,
      ),
    );
const nodes = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);

test('a thousand posts deep the page stays small, and Back from one of them restores every position', async () => {
  const visit = await openWindowAs(browser, ada, { origin: server.origin });
  const { page } = visit;
  await page.goto('/home');
  await waitForHydration(visit);
  const few = await nodes(page);
  let pages = 0;
  page.on(
    'request',
    (request) => (pages += Number(request.url().includes('/advancedactivity/feeds?maxid'))),
  );
  await scrollUntil(page, 'end', async () => (await positions(page)).some(([id]) => id === ids[0]));
  expect(pages).toBeLessThanOrEqual(51);
  expect((await positions(page)).length).toBeLessThan(30);
  // At the end only a few screens are rendered, as at the beginning.
  expect(await nodes(page)).toBeLessThan(few * 2);

  // Into the middle, where nothing was measured on the way down but what a reader's jumps passed
  // by.
  await scrollBy(page, -0.4 * (await page.evaluate(() => document.documentElement.scrollHeight)));
  await scrollBy(page, 123);
  await waitUntilIdle(page);
  const before = await positions(page);
  const [opened] = before.find(([, top]) => top > 100)!;
  expect([opened > ids[100]!, opened < ids[900]!]).toEqual([true, true]);
  const asked = pages;
  await page.locator(`[data-post="${opened}"] .post-when a`).click();
  await page.waitForURL(`**/posts/${opened}`);
  await page.goBack();
  await page.waitForURL('**/home');
  await waitForHydration(visit);
  await waitUntilIdle(page);
  expect(await positions(page)).toEqual(before);
  expect(pages, 'nothing is asked for again').toBe(asked);
  expect(await nodes(page)).toBeLessThan(few * 2);
  // And both ways lead on: no post is missing or there twice.
  const seen = new Set<number>();
  await scrollUntil(page, -700, async () => {
    for (const [id] of await positions(page)) seen.add(id);
    return seen.has(opened + 60);
  });
  for (let id = opened; id < opened + 60; id += 1) expect(seen.has(id), `post ${id}`).toBe(true);
  expectNoProblems(visit);
  await visit.context.close();
});
