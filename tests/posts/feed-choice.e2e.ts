// @module-tag stores
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { fillFeed, freshText, writePost } from '../support/act.ts';
import { expectAccessible } from '../support/axe.ts';
import { expectNoProblems, launchBrowser, type Visit } from '../support/browser.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { putPhotos } from '../support/photos.ts';
import { scrollBy, scrollUntil, waitUntilIdle } from '../support/scroll.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';
import { openWindowAs, waitForHydration } from '../support/signed-in.ts';

let server: SharedServer;
let browser: Browser;
let ada: ApiMember;
let bo: ApiMember;
let ids: number[];
const feedCall = '**/advancedactivity/feeds?*';

beforeAll(async () => {
  [server, browser] = await Promise.all([borrowServer(), launchBrowser()]);
  ada = await memberOf(server, 'Ada', 'Quill');
  bo = await memberOf(server, 'Bo', 'Reed');
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  await sql`
    insert into posts (author_id, subject_id, object_id, body, audience, published_at)
    select ${bo.id}, ${bo.id}, ${bo.id}, body, 'everyone', time::timestamptz
    from (
      values ('Before the snow', '2018-11-20 12:00Z'), ('Last of March', '2019-03-31 23:59:59Z'),
        ('Fool of April', '2019-04-01 00:00Z')
    ) t (body, time)`;
  await sql.end();
  ids = await fillFeed(server, bo, 90);
  await putPhotos(server, bo, ids[40]!, [{ width: 800, height: 600, alt: 'A jetty' }]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

async function openHome(path = '/home', before?: (visit: Visit) => Promise<void>): Promise<Visit> {
  const visit = await openWindowAs(browser, ada, { origin: server.origin });
  await before?.(visit);
  await visit.page.goto(path);
  await waitForHydration(visit);
  return visit;
}
const withClock = ({ page }: Visit) => page.clock.install();
const shownIds = (page: Page) =>
  page
    .locator('[data-post]')
    .evaluateAll((posts) => posts.map((one) => Number((one as HTMLElement).dataset.post)));
const texts = (page: Page) => page.locator('[data-post] .post-body').allInnerTexts();
const failure = (page: Page, what: string) => page.getByRole('main').getByText(what);

test('the date filter opens where the reader is, waits until the slider rests, clears the list and begins at its top', async () => {
  const visit = await openHome('/home', withClock);
  const { page } = visit;
  await scrollBy(page, 2_500);
  await waitUntilIdle(page);
  await page.getByRole('button', { name: 'Open Date Filter' }).click();
  const panel = page.getByRole('region', { name: 'Date filter' });
  await panel.waitFor();
  const box = (await panel.boundingBox())!;
  expect([box.y > 50, box.y + box.height < 900], 'in sight').toEqual([true, true]);
  await expect
    .poll(() => page.getByRole('button', { name: 'Close Date Filter' }).count())
    .toBeGreaterThan(0);
  await expectAccessible(page, 'open', { within: '.date-filter' });

  const asked: URLSearchParams[] = [];
  let letAnswersCome = () => {};
  const held = new Promise<void>((resolve) => (letAnswersCome = resolve));
  await page.route(feedCall, async (route) => {
    const query = new URL(route.request().url()).searchParams;
    // Not the one that looks for new posts once a minute, nor those for posts on the screen once
    // the stream has been away.
    if (query.has('feed_count_only') || query.has('action_id')) return route.continue();
    asked.push(query);
    await held;
    await route.continue();
  });
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await panel.getByRole('slider', { name: 'To' }).press('Home');
  for (let month = 0; month < 4; month += 1)
    await panel.getByRole('slider', { name: 'To' }).press('ArrowRight');
  await panel.getByText('November 2018 to March 2019').waitFor();
  await page.clock.runFor(740);
  expect(asked.map(String)).toEqual([]);
  await page.clock.runFor(20);
  await expect.poll(() => asked.length).toBe(1);
  expect(asked[0]!.get('timeline_start')).toBe('2018-11-01 00:00:00');
  expect(asked[0]!.get('timeline_end')).toBe('2019-03-31 23:59:59');
  await expect
    .poll(() => page.locator('[data-post]').count(), { message: 'the list is cleared' })
    .toBe(0);
  letAnswersCome();
  await page.clock.resume();
  await page.getByText('Last of March').waitFor();
  await expect.poll(() => texts(page)).toEqual(['Last of March', 'Before the snow']);
  await expect.poll(() => new URL(page.url()).search).toBe('?from=2018-11&to=2019-03');

  await page.getByRole('button', { name: 'Close Date Filter' }).first().click();
  await panel.waitFor({ state: 'hidden' });
  await page.getByText('Posts from November 2018 to March 2019').waitFor();
  await page.getByRole('link', { name: 'All dates' }).click();
  await page.locator(`[data-post="${ids.at(-1)}"]`).waitFor();
  await waitUntilIdle(page);
  expect(
    await page.evaluate(() => scrollY),
    'the place in the list before is forgotten',
  ).toBeLessThan(400);
  await page.goBack();
  await page.getByText('Last of March').waitFor();
  expectNoProblems(visit);
  await visit.context.close();
});

const choose = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: 'Filters' })
    .getByRole('link', { name, exact: true })
    .evaluate((link: HTMLAnchorElement) => link.click());

test('each filter shows its own posts, has an address and explains an empty list', async () => {
  const visit = await openHome();
  const { page } = visit;
  await choose(page, 'Photos');
  await page.getByRole('img', { name: 'A jetty' }).waitFor();
  await expect.poll(() => shownIds(page)).toEqual([ids[40]]);
  await expect.poll(() => new URL(page.url()).search).toBe('?filter=photo');
  for (const [name, text] of [
    ['Friends', 'Your friends have not posted anything yet.'],
    ['My posts', 'You have not posted anything yet.'],
    ['Videos', 'Nobody has posted a video yet.'],
    ['Links', 'Nobody has posted a link yet.'],
    ['Saved', /You have not saved any posts/],
  ] as const) {
    await choose(page, name);
    await page.getByText(text).waitFor();
    await page.getByText('No posts here yet...').waitFor();
    await expect
      .poll(() =>
        page.getByRole('navigation', { name: 'Filters' }).locator('[aria-current]').innerText(),
      )
      .toBe(name);
  }
  await expectAccessible(page, 'empty');
  expectNoProblems(visit);
  await visit.context.close();
});

test('Back finds each list before where it was left', async () => {
  const visit = await openHome();
  const { page } = visit;
  await scrollUntil(page, 500, async () => !(await shownIds(page)).includes(ids.at(-1)!));
  await waitUntilIdle(page);
  const before = await page.evaluate(() => scrollY);
  await choose(page, 'Photos');
  await page.getByRole('img', { name: 'A jetty' }).waitFor();
  // Below the header, which is 48 pixels high.
  const filters = page.getByRole('navigation', { name: 'Filters' });
  await expect.poll(async () => (await filters.boundingBox())!.y).toBeGreaterThanOrEqual(48);
  expect((await filters.boundingBox())!.y).toBeLessThan(400);
  await choose(page, 'Videos');
  await page.getByText('Nobody has posted a video yet.').waitFor();
  await page.goBack();
  await page.getByRole('img', { name: 'A jetty' }).waitFor();
  await page.goBack();
  await page.locator('[data-post]').nth(5).waitFor();
  await waitUntilIdle(page);
  expect(await page.evaluate(() => scrollY)).toBe(before);
  expectNoProblems(visit);
  await visit.context.close();
});

test('newer posts of others are offered, and move nothing until they are taken', async () => {
  const visit = await openHome('/home', withClock);
  const { page } = visit;
  await scrollBy(page, 1_500);
  await waitUntilIdle(page);
  const written = [
    await writePost(server, bo, freshText('While you were reading')),
    await writePost(server, bo, freshText('And this')),
  ];
  const before = await page.evaluate(() => scrollY);
  await page.clock.fastForward(61_000);
  const pill = page.getByRole('button', { name: '2 new posts' });
  await pill.waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(before);
  await expectAccessible(page, 'pill', { within: '.new-posts button' });
  await pill.click();
  await page.locator(`[data-post="${written[1]}"]`).waitFor();
  await page.waitForFunction(() => scrollY === 0);
  await expect
    .poll(async () => (await shownIds(page)).slice(0, 3))
    .toEqual([written[1], written[0], ids.at(-1)]);
  await expect.poll(() => pill.count()).toBe(0);
  expectNoProblems(visit);
  await visit.context.close();
});

test('offline, failing and slow states are shown with a way on', async () => {
  const visit = await openHome('/home', withClock);
  const { page, context } = visit;
  await context.setOffline(true);
  await scrollUntil(page, 'end', () =>
    failure(page, 'Unable to load more posts right now. Please check your connection.').isVisible(),
  );
  await expectAccessible(page, 'offline');
  // Once it is back, the feed goes on by itself.
  await context.setOffline(false);
  await page.locator(`[data-post="${ids.at(-21)}"]`).waitFor({ state: 'attached' });

  await page.route(feedCall, (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
  );
  await page
    .getByRole('link', { name: 'Videos', exact: true })
    .evaluate((link: HTMLAnchorElement) => link.click());
  await failure(page, 'Unable to load posts right now.').waitFor();
  await page.unroute(feedCall);
  let letAnswersCome = () => {};
  const held = new Promise<void>((resolve) => (letAnswersCome = resolve));
  await page.route(feedCall, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('.skeleton').first().waitFor({ state: 'attached' });
  await page.clock.fastForward(7_000);
  await page.getByText('Still loading. Your connection may be slow.').waitFor();
  letAnswersCome();
  await page.getByText('Nobody has posted a video yet.').waitFor();
  await visit.context.close();
});
