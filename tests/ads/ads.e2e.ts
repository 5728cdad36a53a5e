import { chromium, type Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { findChromium } from '../../scripts/launch/chromium.ts';
import { act } from '../support/act.ts';
import { expectNoProblems, type Visit } from '../support/browser.ts';
import { chromiumArgs } from '../support/chromium-args.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { openWindowAs } from '../support/signed-in.ts';
import { ada, browser, openAs, server } from '../support/stage.ts';
import { startTunnel } from '../support/tunnel.ts';

let sql: ReturnType<typeof postgresAt>;
let ad: number;
/** Each journey has a reader of its own: an ad counts once an hour for each. */
let reader: ApiMember;
let readers = 0;
let before: Awaited<ReturnType<typeof numbers>>;
let visit: Visit | undefined;

beforeAll(async () => {
  sql = postgresAt(server.databaseUrl, { max: 1 });
  const [bought] = await sql<{ id: number }[]>`
    insert into ad_packages (title, model, amount, is_approved)
    values ('Views', 'views', 1000, true)
    returning id`;
  const { response } = await act<{ response: { ad_id: number } }>(
    server,
    ada,
    '/communityads/index/create',
    {
      campaign_name: 'Autumn',
      cads_title: 'Boats for rent',
      cads_body: 'By the hour.',
      cads_url: 'https://boats.example/rent',
      sponsored_by: 'Boat house',
      package_id: bought!.id,
    },
  );
  ad = response.ad_id;
});
afterAll(() => sql?.end());
beforeEach(async () => {
  reader = await memberOf(server, `Reader${(readers += 1)}`, 'Marsh');
  before = await numbers();
});
afterEach(() => visit?.context.close());

async function numbers() {
  const [row] = await sql<Record<'served' | 'seen' | 'clicks' | 'ignored', number>[]>`
    select coalesce(sum(served), 0)::int as served, coalesce(sum(seen), 0)::int as seen,
      coalesce(sum(clicks), 0)::int as clicks, coalesce(sum(ignored), 0)::int as ignored
    from ad_daily_stats`;
  return row!;
}
/** Numbers that came since the journey began: served, seen, clicks, ignored clicks. */
async function counted() {
  const after = await numbers();
  return (['served', 'seen', 'clicks', 'ignored'] as const).map(
    (name) => after[name] - before[name],
  );
}
const card = (page: Page) => page.locator(`[data-ad="${ad}"]:visible`).first();
const untilSeen = (page: Page) =>
  page.waitForResponse((response) => response.url().includes(`/communityads/seen/${ad}`));

test('an ad counts as seen once the window that shows it has the focus for a second', async () => {
  let posts = 0;
  visit = await openAs(reader, '/home', {
    before: async ({ page }) => {
      page.on('request', (request) => void (posts += Number(request.url().includes('/seen/'))));
      await page.addInitScript(() => {
        document.hasFocus = () => 'focused' in window;
      });
    },
  });
  const { page } = visit;
  await card(page).waitFor();
  await page.waitForFunction(() => performance.now() > 2_500);
  expect(posts).toBe(0);
  await expect.poll(counted).toEqual([1, 0, 0, 0]);
  const seen = untilSeen(page);
  await page.evaluate(() => void ((window as { focused?: boolean }).focused = true));
  expect((await seen).status()).toBe(200);
  await expect.poll(counted).toEqual([1, 1, 0, 0]);
  expect(posts).toBe(1);
  expectNoProblems(visit);
});

test('a screen that was fetched ahead counts once it is seen, and coming back counts nothing', async () => {
  const { cookie } = reader;
  const ahead = await fetch(`${server.origin}/home`, {
    headers: { cookie, 'sec-purpose': 'prefetch;prerender' },
  });
  const [, token] = /data-token="([^"]+)"/.exec(await ahead.text())!;
  visit = await openAs(reader, '/friends');
  const { page } = visit;
  expect(await counted()).toEqual([0, 0, 0, 0]);
  await act(server, reader, `/communityads/seen/${ad}`, { token: token! });
  await expect.poll(counted).toEqual([1, 1, 0, 0]);
  for (const step of [() => page.goto('/home'), () => page.goBack(), () => page.goForward()]) {
    const seen = page.url().endsWith('/friends') ? untilSeen(page) : undefined;
    await step();
    await seen;
  }
  expect(await counted()).toEqual([1, 1, 0, 0]);
});

/** So that another delivery and another view would count. */
const makeMarksOld = () => sql`
  update ad_marks
  set counted_at = counted_at - interval '2 hours', seen_at = seen_at - interval '2 hours'
  where member_id = ${reader.id}`;
/** Longer than an ad must be in sight. */
const lookFor = async (page: Page, milliseconds = 2_500) => {
  const from = await page.evaluate(() => performance.now());
  await page.waitForFunction(
    ([start, length]) => performance.now() > start! + length!,
    [from, milliseconds],
  );
};

test('the copy of the feed that is read offline counts nothing', { tags: ['stores'] }, async () => {
  const tunnel = await startTunnel(server.origin);
  onTestFinished(() => tunnel.stop());
  visit = await openAs(reader, '/home', { hasWorker: true, origin: tunnel.origin });
  const { page, context } = visit;
  await untilSeen(page);
  await expect
    .poll(() => page.evaluate(async () => Boolean(await caches.match('/home'))))
    .toBe(true);
  await expect.poll(counted).toEqual([1, 1, 0, 0]);
  await makeMarksOld();
  tunnel.close();
  await context.setOffline(true);
  const asked: string[] = [];
  context.on('request', (request) => asked.push(request.url()));
  await page.goto('/home');
  await page.getByText('You are offline. This is the feed of').waitFor();
  await card(page).waitFor();
  await lookFor(page);
  expect(asked.filter((url) => url.includes('/seen/'))).toEqual([]);
  expect(await counted()).toEqual([1, 1, 0, 0]);
});

test('Back from the memory of the browser counts nothing', async () => {
  // The whole browser: the headless shell has no such memory.
  const own = await chromium.launch({
    executablePath: findChromium()!,
    args: chromiumArgs,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  onTestFinished(() => own.close());
  const { page, context } = await openWindowAs(own, reader, { origin: server.origin });
  await page.goto('/home');
  await untilSeen(page);
  await expect.poll(counted).toEqual([1, 1, 0, 0]);
  await makeMarksOld();
  await page.evaluate(() => void ((window as { isTheSame?: boolean }).isTheSame = true));
  const asked: string[] = [];
  context.on('request', (request) => asked.push(request.url()));
  await page.goto('/friends');
  await page.goBack({ waitUntil: 'commit' });
  await card(page).waitFor();
  expect(await page.evaluate(() => 'isTheSame' in window)).toBe(true);
  await lookFor(page);
  expect(asked.filter((url) => url.includes('/seen/'))).toEqual([]);
  expect(await counted()).toEqual([1, 1, 0, 0]);
});

test('a pointer that rests on the link of an ad for two seconds fetches nothing and bills nothing', async () => {
  const asked: string[] = [];
  visit = await openAs(reader);
  const { page, context } = visit;
  const tools = await context.newCDPSession(page);
  await tools.send('Preload.enable');
  tools.on('Preload.prerenderStatusUpdated', ({ key }) => asked.push(key.url));
  const link = card(page).locator('.ad-link');
  await link.hover();
  const from = await page.evaluate(() => performance.now());
  await page.waitForFunction((start) => performance.now() > start + 2_000, from);
  // Any other link is fetched ahead.
  await page.locator('a[href="/friends"]:visible').first().hover();
  await expect.poll(() => asked.some((url) => url.endsWith('/friends'))).toBe(true);
  expect(asked.filter((url) => url.includes('communityads'))).toEqual([]);
  const answer = await fetch(new URL((await link.getAttribute('href'))!, server.origin), {
    headers: { cookie: reader.cookie, 'sec-purpose': 'prefetch' },
    redirect: 'manual',
  });
  expect(answer.status).toBe(204);
  expect((await counted()).slice(2)).toEqual([0, 0]);
});

test('the preview of an ad follows what is typed', async () => {
  visit = await openAs(reader, '/advertise/create');
  const { page } = visit;
  await page.getByLabel('Title', { exact: true }).fill('Canoes');
  await page.getByLabel('Text', { exact: true }).fill('For two.');
  const preview = page.locator('#ad-preview');
  await preview.getByText('Canoes').waitFor();
  await preview.getByText('For two.').waitFor();
  await page.getByLabel('Photo', { exact: true }).setInputFiles('tests/fixtures/landscape.jpg');
  await preview.locator('img').waitFor();
  await page.getByRole('button', { name: 'No photo' }).click();
  await preview.locator('img').waitFor({ state: 'detached' });
});

test('an ad beside the feed remains visible while somebody scrolls', async () => {
  visit = await openAs(reader, '/home', { screen: 'desktop' });
  const { page } = visit;
  await card(page).waitFor();
  await page.evaluate(() => {
    // A feed that is longer than the columns.
    document.querySelector<HTMLElement>('main')!.style.minBlockSize = '4000px';
    window.scrollTo(0, 2_500);
  });
  const isVisible = () =>
    card(page).evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= window.innerHeight;
    });
  await expect.poll(isVisible).toBe(true);
});

test('a long name of a payer leaves the columns as wide as they are', async () => {
  visit = await openAs(reader, '/home', { screen: 'desktop' });
  const shown = card(visit.page);
  const width = () =>
    shown.evaluate((element) => element.parentElement!.parentElement!.scrollWidth);
  const served = await width();
  await shown
    .locator('.ad-head bdi')
    .evaluate((element) => void (element.textContent = 'Harbour Tool Shed '.repeat(5)));
  expect(await width()).toBe(served);
});

test.each([
  ['with script', true],
  ['without script', false],
])('an ad is hidden and shown again %s', async (_, javaScript) => {
  visit = await openWindowAs(browser, reader, { origin: server.origin, javaScript });
  const { page } = visit;
  await page.goto('/home');
  await card(page).getByText('Why this ad').click();
  await card(page).getByText('It is shown to everyone.').waitFor();
  await card(page).getByRole('link', { name: 'Hide this ad' }).click();
  await page.getByRole('button', { name: 'Hide it' }).click();
  await page.getByRole('heading', { name: 'This ad is hidden' }).waitFor();
  await page.goto('/home');
  expect(await page.locator(`[data-ad="${ad}"]`).count()).toBe(0);
  await page.goto(`/communityads/${ad}/hide`);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('heading', { name: 'Hide this ad?' }).waitFor();
  await page.goto('/home');
  await card(page).waitFor();
});

test.each(['phone', 'desktop'] as const)(
  'nothing moves on a %s when ads are shown, nor when there are none',
  async (screen) => {
    for (const state of ['active', 'paused']) {
      await act(server, ada, '/communityads/index/adstatus', { id: ad, status: state });
      visit = await openAs(reader, '/home', { screen });
      const shift = await visit.page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            let sum = 0;
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries())
                sum += (entry as { value?: number }).value ?? 0;
            }).observe({ type: 'layout-shift', buffered: true });
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
          }),
      );
      expect(shift, state).toBe(0);
      await visit.context.close();
    }
    await act(server, ada, '/communityads/index/adstatus', { id: ad, status: 'active' });
  },
);

test('the script of ads is at most a kilobyte long', async () => {
  const scripts: Promise<string>[] = [];
  visit = await openAs(reader, '/home', {
    before: async ({ page }) =>
      void page.on('response', (response) => {
        if (response.url().endsWith('.js')) scripts.push(response.text());
      }),
  });
  const inline = await visit.page.locator('script:not([src])').allTextContents();
  const [script] = [...inline, ...(await Promise.all(scripts))].filter((text) =>
    text.includes('/communityads/seen/'),
  );
  expect(script!.length).toBeLessThanOrEqual(1_000);
});
