// @module-tag rights
import type { Browser, Page, Request } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { act, writePost } from '../support/act.ts';
import { holdRequests } from '../support/answered.ts';
import { expectNoProblems, launchBrowser, type Visit } from '../support/browser.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
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

const badge = (one: Page, hasText: string) => one.locator('#notifications-new', { hasText });
const whenStreaming = ({ context }: Visit) =>
  context.waitForEvent('response', (answer) => new URL(answer.url()).pathname === '/live');

/** Opens home and, in a second tab of the member, the notifications. */
async function openTwoTabs(ada: ApiMember) {
  const visit = await openWindowAs(browser, ada, { origin: server.origin });
  const { page, context } = visit;
  let streams = 0;
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/live') streams += 1;
  });
  const streaming = whenStreaming(visit);
  await page.goto('/home');
  await waitForHydration(visit);
  expect((await streaming).status()).toBe(200);
  const second = await context.newPage();
  await second.goto('/notifications');
  await waitForHydration({ ...visit, page: second });
  return { visit, page, second, context, countStreams: () => streams };
}

test('counts update by themselves, in all tabs over one stream, also from another process', async () => {
  const [ada, bo] = [await memberOf(server, 'Ada'), await memberOf(server, 'Bo')];
  const id = await writePost(server, ada, 'Hello');
  const { visit, page, second, context, countStreams } = await openTwoTabs(ada);
  await act(server, bo, '/advancedactivity/like', { action_id: id });
  for (const one of [page, second])
    await badge(one, '2 unread notifications').waitFor({ state: 'attached' });
  await act(other, bo, '/user/add', { user_id: ada.id });
  for (const one of [page, second])
    await badge(one, '3 unread notifications').waitFor({ state: 'attached' });
  await second.getByRole('link', { name: 'Show new notifications' }).click();
  await second.getByRole('link', { name: 'Bo Tester sent you a friend request.' }).waitFor();
  await waitForHydration({ ...visit, page: second });
  await page
    .locator('#friend-requests-new', { hasText: '1 new request' })
    .waitFor({ state: 'attached' });
  expect(countStreams()).toBe(1);
  expectNoProblems(visit);
  await context.close();
});

test('when the tab with the stream closes, another one takes over, until the member signs out', async () => {
  const [ada, bo] = [await memberOf(server, 'Ada'), await memberOf(server, 'Bo')];
  const id = await writePost(server, ada, 'Hello');
  const { visit, page, second, context } = await openTwoTabs(ada);
  const taken = whenStreaming(visit);
  await page.close();
  await taken;
  await act(other, bo, '/advancedactivity/comment', { action_id: id, body: 'Good morning' });
  await badge(second, '2 unread notifications').waitFor({ state: 'attached' });

  // Either the server or the notified tab ends it first.
  let ended = 0;
  const count = (request: Request) =>
    void (new URL(request.url()).pathname === '/live' && (ended += 1));
  second.on('requestfinished', count).on('requestfailed', count);
  await act(server, ada, '/logout', {});
  await expect.poll(() => ended).toBe(1);
  await act(other, bo, '/advancedactivity/comment', { action_id: id, body: 'Good night' });
  expect(await badge(second, '2 unread notifications').count()).toBe(1);
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

describe('a post', () => {
  let ada: ApiMember;
  let bo: ApiMember;
  let visit: Visit;
  let page: Page;
  beforeAll(async () => {
    [ada, bo] = [await memberOf(server, 'Ada', 'Quill'), await memberOf(server, 'Bo', 'Reed')];
    visit = await openWindowAs(browser, ada, { origin: server.origin });
    ({ page } = visit);
  });
  afterEach(async () => {
    await page.unrouteAll();
    // A video has no file to play.
    visit.problems = visit.problems.filter((problem) => !problem.includes('404'));
    expectNoProblems(visit);
  });

  /** Writes a post of Ada's and opens the screen that shows it. */
  async function openWith(body: string, path: (id: number) => string) {
    const id = await writePost(server, ada, body);
    const watched = whenWatched(visit, id);
    await page.goto(path(id));
    await waitForHydration(visit);
    await watched;
    return { id, card: page.locator(`[data-post="${id}"]`) };
  }
  const comment = (id: number, body: string) =>
    act<{ comment_id: number }>(server, bo, '/advancedactivity/comment', { action_id: id, body });

  test('shows the reactions and comments of others in the feed', async () => {
    const { id, card } = await openWith('A lamp for the hall', () => '/home');
    await act(server, bo, '/advancedactivity/like', { action_id: id, reaction: 'love' });
    await card.locator('.post-counts').getByRole('button').waitFor();
    await comment(id, 'Where did you find it?');
    await card.getByText('Where did you find it?').waitFor();
    await card.getByText('1 comment', { exact: true }).waitFor();
  });

  test('shows its video once that is processed', async () => {
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
    const watched = whenWatched(visit, filmed);
    await page.goto('/home');
    await waitForHydration(visit);
    await watched;
    const film = page.locator(`[data-post="${filmed}"]`);
    await film.locator('.video-waiting').waitFor();
    await sql`update media set details = '{"durationSeconds": 3}' where id = ${video!.id}`;
    await film.locator('video').waitFor({ state: 'attached' });
    expect(await film.locator('.video-waiting').count()).toBe(0);
    await sql.end();
  });

  test('follows comments and reactions on its own screen, also those that are withdrawn', async () => {
    const { id } = await openWith('A lamp for the attic', (post) => `/posts/${post}`);
    await act(server, bo, '/advancedactivity/like', { action_id: id });
    await page.locator('.post-counts').getByRole('button').waitFor();
    const { comment_id } = await comment(id, 'Never mind');
    await page.getByText('Never mind').waitFor();
    await fetch(
      `${server.origin}/api/rest/comment-delete?subject_type=activity_action&subject_id=${id}&comment_id=${comment_id}`,
      { method: 'DELETE', headers: bo.headers },
    );
    await page.getByText('Never mind').waitFor({ state: 'detached' });
    await act(server, bo, '/advancedactivity/unlike', { action_id: id });
    await page.locator('.post-counts').getByRole('button').waitFor({ state: 'detached' });
  });

  test('shows a comment written between the rendering of the screen and its subscription', async () => {
    const id = await writePost(server, ada, 'A lamp for the stairs');
    const letThrough = await holdRequests(page, '**/live/watch');
    const asked = page.waitForRequest('**/live/watch');
    await page.goto(`/posts/${id}`);
    await waitForHydration(visit);
    await asked;
    await comment(id, 'In the meantime');
    const watched = whenWatched(visit, id);
    letThrough();
    await watched;
    await page.getByText('In the meantime').waitFor();
  });
});
