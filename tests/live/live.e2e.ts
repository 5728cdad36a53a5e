import type { Browser, Page, Request } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { act, writePost } from '../support/act.ts';
import { expectNoProblems, launchBrowser, openWindow } from '../support/browser.ts';
import { memberOf } from '../support/member.ts';
import { noRedis, startRedis } from '../support/redis.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { openWindowAs, whenAwake } from '../support/signed-in.ts';

let server: TestServer;
/** A second process on the same database. */
let other: TestServer;
let browser: Browser;
/** Where there is one, what passes between the two goes through it. */
let redis: Awaited<ReturnType<typeof startRedis>> | undefined;
beforeAll(async () => {
  redis = noRedis ? undefined : await startRedis();
  const shared: Record<string, string> = redis ? { REDIS_URL: redis.url } : {};
  [server, browser] = await Promise.all([startServer(shared), launchBrowser()]);
  other = await startServer({ ...shared, DATABASE_URL: server.databaseUrl, DATA_DIR: server.dataDir });
});
afterAll(async () => {
  await browser.close();
  await other.stop();
  await server.stop();
  await redis?.stop();
});

test('numbers arrive by themselves, in all tabs over one stream, also from another process; not after signing out', async () => {
  const [ada, bo] = [await memberOf(server, 'Ada'), await memberOf(server, 'Bo')];
  const id = await writePost(server, ada, 'Hello');
  const visit = await openWindowAs(browser, ada, { origin: server.origin });
  const { page, context } = visit;
  let streams = 0;
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/live') streams += 1;
  });
  const first = context.waitForEvent('response', (answer) => new URL(answer.url()).pathname === '/live');
  await page.goto('/home');
  await whenAwake(visit);
  expect((await first).status()).toBe(200);
  const second = await context.newPage();
  await second.goto('/notifications');
  await whenAwake({ ...visit, page: second });
  const badge = (one: Page, hasText: string) => one.locator('#notifications-new', { hasText });
  await act(server, bo, '/advancedactivity/like', { action_id: id });
  for (const one of [page, second]) await badge(one, '2 unread notifications').waitFor({ state: 'attached' });
  await act(other, bo, '/user/add', { user_id: ada.id });
  for (const one of [page, second]) await badge(one, '3 unread notifications').waitFor({ state: 'attached' });
  await page.locator('#friend-requests-new', { hasText: '1 new request' }).waitFor({ state: 'attached' });
  expect(streams).toBe(1);

  // The tab that holds the stream goes; the other one takes over.
  const taken = context.waitForEvent('response', (answer) => new URL(answer.url()).pathname === '/live');
  await page.close();
  await taken;
  await act(other, bo, '/advancedactivity/comment', { action_id: id, body: 'Good morning' });
  await badge(second, '4 unread notifications').waitFor({ state: 'attached' });

  // Whoever is quicker ends it, the server or the tab that was told so.
  let ended = 0;
  const count = (request: Request) => void (new URL(request.url()).pathname === '/live' && (ended += 1));
  second.on('requestfinished', count).on('requestfailed', count);
  await act(server, ada, '/logout', {});
  await expect.poll(() => ended, { timeout: 20_000 }).toBe(1);
  await act(other, bo, '/advancedactivity/comment', { action_id: id, body: 'Good night' });
  expect(await badge(second, '4 unread notifications').count()).toBe(1);
  expectNoProblems(visit);
  await context.close();
});

test('visitors open no stream', async () => {
  const visit = await openWindow(browser, { origin: server.origin });
  const asked: string[] = [];
  visit.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await visit.page.goto('/', { waitUntil: 'networkidle' });
  expect(asked).not.toContain('/live');
  await visit.context.close();
});
