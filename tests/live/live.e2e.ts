// @module-tag rights
import type { Browser, Page, Request } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { act, writePost } from '../support/act.ts';
import { expectNoProblems, launchBrowser, type Visit } from '../support/browser.ts';
import { memberOf } from '../support/member.ts';
import { noRedis, startRedis } from '../support/redis.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { openWindowAs, waitForHydration } from '../support/signed-in.ts';

let server: TestServer;
/** A second process on the same database. */
let other: TestServer;
let browser: Browser;
/** With Redis, events between the two processes go through it. */
let redis: Awaited<ReturnType<typeof startRedis>> | undefined;
beforeAll(async () => {
  redis = noRedis ? undefined : await startRedis();
  const shared: Record<string, string> = redis ? { REDIS_URL: redis.url } : {};
  [server, browser] = await Promise.all([startServer(shared), launchBrowser()]);
  other = await startServer({
    ...shared,
    DATABASE_URL: server.databaseUrl,
    DATA_DIR: server.dataDir,
  });
});
afterAll(async () => {
  await browser.close();
  await other.stop();
  await server.stop();
  await redis?.stop();
});

test('counts update by themselves, in all tabs over one stream, also from another process; not after signing out', async () => {
  const [ada, bo] = [await memberOf(server, 'Ada'), await memberOf(server, 'Bo')];
  const id = await writePost(server, ada, 'Hello');
  const visit = await openWindowAs(browser, ada, { origin: server.origin });
  const { page, context } = visit;
  let streams = 0;
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/live') streams += 1;
  });
  const first = context.waitForEvent(
    'response',
    (answer) => new URL(answer.url()).pathname === '/live',
  );
  await page.goto('/home');
  await waitForHydration(visit);
  expect((await first).status()).toBe(200);
  const second = await context.newPage();
  await second.goto('/notifications');
  await waitForHydration({ ...visit, page: second });
  const badge = (one: Page, hasText: string) => one.locator('#notifications-new', { hasText });
  await act(server, bo, '/advancedactivity/like', { action_id: id });
  for (const one of [page, second])
    await badge(one, '2 unread notifications').waitFor({ state: 'attached' });
  await act(other, bo, '/user/add', { user_id: ada.id });
  for (const one of [page, second])
    await badge(one, '3 unread notifications').waitFor({ state: 'attached' });
  await second.getByRole('link', { name: 'Show what is new' }).click();
  await second.getByRole('link', { name: 'Bo Tester has asked to be your friend.' }).waitFor();
  await waitForHydration({ ...visit, page: second });
  await page
    .locator('#friend-requests-new', { hasText: '1 new request' })
    .waitFor({ state: 'attached' });
  expect(streams).toBe(1);

  // The tab with the stream closes; the other one takes over.
  const taken = context.waitForEvent(
    'response',
    (answer) => new URL(answer.url()).pathname === '/live',
  );
  await page.close();
  await taken;
  await act(other, bo, '/advancedactivity/comment', { action_id: id, body: 'Good morning' });
  await badge(second, '4 unread notifications').waitFor({ state: 'attached' });

  // Either the server or the notified tab ends it first.
  let ended = 0;
  const count = (request: Request) =>
    void (new URL(request.url()).pathname === '/live' && (ended += 1));
  second.on('requestfinished', count).on('requestfailed', count);
  await act(server, ada, '/logout', {});
  await expect.poll(() => ended).toBe(1);
  await act(other, bo, '/advancedactivity/comment', { action_id: id, body: 'Good night' });
  expect(await badge(second, '4 unread notifications').count()).toBe(1);
  expectNoProblems(visit);
  await context.close();
});

/** Waits until the server knows the visible subjects. */
const whenWatched = ({ context }: Visit, id: number) =>
  context.waitForEvent(
    'response',
    (answer) =>
      answer.url().endsWith('/live/watch') &&
      answer.ok() &&
      new URLSearchParams(answer.request().postData() ?? '')
        .get('subjects')!
        .includes(`activity_action ${id}`),
  );

test('reactions and comments of others appear in the feed and on the post’s own screen; a processed video becomes ready', async () => {
  const [ada, bo] = [await memberOf(server, 'Ada', 'Quill'), await memberOf(server, 'Bo', 'Reed')];
  const id = await writePost(server, ada, 'A lamp for the hall');
  const filmed = await writePost(server, ada, 'A film');
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  const [video] = await sql<{ id: number }[]>`
    with film as (
      insert into media (
        owner_id, kind, content_hash, mime_type, byte_length, width, height, variant_widths,
        placeholder, details
      )
      values (
        ${ada.id}, 'video', 'none', 'video/mp4', 1, 640, 360, '{}', '',
        ${sql.json({ state: 'processing' })}
      )
      returning id
    ),
      attached as (
        insert into attachments (post_id, position, type, media_id, body, video_type)
        select ${filmed}, 0, 'video', id, '', 3
        from film
      ),
      counted as (update posts set attachment_count = 1 where id = ${filmed})
    select id
    from film`;
  const visit = await openWindowAs(browser, ada, { origin: server.origin });
  const { page, context } = visit;
  const watched = whenWatched(visit, id);
  await page.goto('/home');
  await waitForHydration(visit);
  await watched;
  const card = page.locator(`[data-post="${id}"]`);
  await act(server, bo, '/advancedactivity/like', { action_id: id, reaction: 'love' });
  await card.locator('.post-counts').getByRole('button').waitFor();
  await act(server, bo, '/advancedactivity/comment', {
    action_id: id,
    body: 'Where did you find it?',
  });
  await card.getByText('Where did you find it?').waitFor();
  await card.getByText('1 comment', { exact: true }).waitFor();

  const film = page.locator(`[data-post="${filmed}"]`);
  await film.locator('.video-waiting').waitFor();
  await sql`update media set details = '{"durationSeconds": 3}' where id = ${video!.id}`;
  await film.locator('video').waitFor({ state: 'attached' });
  expect(await film.locator('.video-waiting').count()).toBe(0);
  await sql.end();

  // Changes between rendering the screen and subscribing arrive too.
  let letThrough = () => {};
  const held = new Promise<void>((open) => (letThrough = open));
  await context.route('**/live/watch', async (route) => {
    await held;
    await route.continue();
  });
  const asked = context.waitForEvent('request', (request) => request.url().endsWith('/live/watch'));
  await page.goto(`/posts/${id}`);
  await waitForHydration(visit);
  await asked;
  await act(server, bo, '/advancedactivity/comment', { action_id: id, body: 'In the meantime' });
  const again = whenWatched(visit, id);
  letThrough();
  await again;
  await page.getByText('In the meantime').waitFor();
  await context.unroute('**/live/watch');
  const { comment_id } = await act<{ comment_id: number }>(
    server,
    bo,
    '/advancedactivity/comment',
    { action_id: id, body: 'Never mind' },
  );
  await page.getByText('Never mind').waitFor();
  await fetch(
    `${server.origin}/api/rest/comment-delete?subject_type=activity_action&subject_id=${id}&comment_id=${comment_id}`,
    { method: 'DELETE', headers: bo.headers },
  );
  await page.getByText('Never mind').waitFor({ state: 'detached' });
  await act(server, bo, '/advancedactivity/unlike', { action_id: id });
  await page.locator('.post-counts').getByRole('button').waitFor({ state: 'detached' });
  // The video has no file to play.
  visit.problems = visit.problems.filter((problem) => !problem.includes('404'));
  expectNoProblems(visit);
  await context.close();
});
