import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { act, freshText, writePost } from '../support/act.ts';
import { expectNoProblems, launchBrowser, openWindow } from '../support/browser.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { putPhotos } from '../support/photos.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { openWindowAs, waitForHydration } from '../support/signed-in.ts';

let server: TestServer;
let browser: Browser;
let site: Server;
let siteOrigin: string;
let ada: ApiMember;
let bo: ApiMember;

/** The web outside: a page worth linking to. */
function startSite(): Promise<Server> {
  return new Promise((done) => {
    const made = createServer((_, res) => {
      res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      res.end(
        '<title>no</title><meta property="og:title" content="Ten ways to bake bread"><meta ' +
          'property="og:description" content="All of them need time."><meta ' +
          'property="og:site_name" content="The Oven">',
      );
    }).listen(0, '127.0.0.1', () => done(made));
  });
}

beforeAll(async () => {
  [server, browser, site] = await Promise.all([
    startServer({}, { isTestBuild: true }),
    launchBrowser(),
    startSite(),
  ]);
  siteOrigin = `http://localhost:${(site.address() as AddressInfo).port}`;
  await fetch(`${server.origin}/__test/loopback?on=1`, { method: 'POST' });
  ada = await memberOf(server, 'Ada', 'Quill');
  bo = await memberOf(server, 'Bo', 'Reed');
});
afterAll(async () => {
  await browser.close();
  site.closeAllConnections();
  site.close();
  await server.stop();
});

async function inDatabase(work: (sql: ReturnType<typeof postgresAt>) => Promise<unknown>) {
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  await work(sql);
  await sql.end();
}

/** Everything that a window asked of anybody but us. */
let foreign: string[];
beforeEach(() => {
  foreign = [];
});
async function watchForeign(page: Page) {
  await page.route(
    (url) => url.origin !== server.origin && url.protocol.startsWith('http'),
    async (route) => {
      foreign.push(route.request().url());
      await route.fulfill({ contentType: 'text/html', body: '<p>The player</p>' });
    },
  );
}

async function openHome(member: ApiMember, path = '/home') {
  const visit = await openWindowAs(browser, member, { origin: server.origin });
  await watchForeign(visit.page);
  await visit.page.goto(path);
  await waitForHydration(visit);
  return visit;
}

const postOf = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });
const write = (body: string, uri: string, who = ada) =>
  act<{ response: { feed: { action_id: number } } }>(server, who, '/advancedactivity/feeds/post', {
    body,
    uri,
    auth_view: 'everyone',
  }).then(({ response }) => response.feed.action_id);

test('a link in a text becomes a card, and only the server asks that page', async () => {
  const visit = await openHome(ada);
  const { page } = visit;
  const text = freshText('Look here:');
  await page.getByLabel('What is on your mind?').fill(`${text} ${siteOrigin}/bread`);
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await page.getByText('Post Created').first().waitFor();
  const card = postOf(page, text).locator('a.attachment');
  await expect
    .poll(async () => {
      await page.reload();
      return card.innerText();
    })
    .toContain('Ten ways to bake bread');
  const shown = await card.innerText();
  expect(shown).toContain('The Oven');
  expect(shown).toContain('All of them need time.');
  expect(await card.getAttribute('href')).toBe(`${siteOrigin}/bread`);
  expect(await card.getAttribute('rel')).toBe('nofollow ugc noopener');
  expect(foreign).toEqual([]);
  expectNoProblems(visit);
  await visit.context.close();
});

test('a page cached for visitors shows the card of a link once there is one', async () => {
  // The page is cached before the job can have run.
  const id = await write(freshText('Kept'), `${siteOrigin}/kept`);
  const read = async () => (await fetch(`${server.origin}/posts/${id}`)).text();
  await read();
  await expect.poll(read).toContain('Ten ways to bake bread');
});

const playing = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1';

/** Waits until a frame plays, and expects that nobody else was asked. */
async function expectPlays(within: Page | Locator, ...asked: string[]) {
  await within.locator('iframe').contentFrame().getByText('The player').waitFor();
  expect(foreign).toEqual(asked);
  foreign = [];
}

test('one press plays a foreign video in the viewer, and nothing is requested before', async () => {
  const text = freshText('Watch this');
  const id = await write(text, 'https://youtu.be/dQw4w9WgXcQ');
  const visit = await openHome(bo);
  const { page } = visit;
  for (const path of ['/home', `/posts/${id}`]) {
    if (path !== '/home') await page.goto(path);
    const post = postOf(page, text);
    await post.scrollIntoViewIfNeeded();
    const play = post.getByRole('link', { name: /^Play / });
    await play.waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
    expect(foreign).toEqual([]);
    await waitForHydration(visit);
    await play.focus();
    await page.keyboard.press('Enter');
    const viewer = page.getByRole('dialog', { name: 'Media viewer' });
    await expectPlays(viewer, playing);
    await viewer.getByText('1 / 1').waitFor();
    expect(new URL(page.url()).search).toBe('');
  }
  await page.goto(`/profile/${ada.id}/videos`);
  await waitForHydration(visit);
  await page.getByRole('link', { name: text }).click();
  await expectPlays(page.getByRole('dialog'), playing);
  expectNoProblems(visit);
  await visit.context.close();
});

test('beside photos a foreign video is stepped to as a still, whenever it is shown', async () => {
  const both = await write(freshText('Both'), 'https://youtu.be/dQw4w9WgXcQ');
  await inDatabase((sql) => sql`update attachments set position = 5 where post_id = ${both}`);
  const [photo] = await putPhotos(server, ada, both, [{ width: 320, height: 320 }]);
  const visit = await openHome(bo, `/posts/${both}/photo/${photo}`);
  const { page } = visit;
  await page.getByText('1 / 2').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByText('2 / 2').waitFor();
  const play = page.locator('[data-at="0"]').getByRole('link', { name: /^Play / });
  await play.waitFor();
  expect([foreign, await page.locator('video').count()]).toEqual([[], 0]);
  await play.click();
  await expectPlays(page, playing);
  // Left and shown again, it is a still.
  await page.getByRole('link', { name: 'Previous' }).click();
  await page.getByRole('link', { name: 'Next' }).click();
  await play.waitFor();
  expect(await page.locator('iframe').count()).toBe(0);
  expectNoProblems(visit);
  await visit.context.close();
});

test('a hashtag leads to the posts that have it and back', async () => {
  const tag = `Tag${freshText('').trim()}`;
  await writePost(server, ada, `Bread #${tag}`);
  await writePost(server, bo, `More bread #${tag.toLowerCase()}`);
  const other = freshText('Something else');
  await writePost(server, bo, other);
  const visit = await openHome(ada);
  const { page } = visit;
  await page.getByRole('link', { name: `#${tag}`, exact: true }).click();
  await page.waitForURL(`**/home?hashtag=${tag}`);
  await waitForHydration(visit);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(`#${tag}`);
  expect(await page.getByRole('article').count()).toBe(2);
  expect(await page.getByText(other).count()).toBe(0);
  await page.getByRole('link', { name: 'All posts' }).click();
  await page.waitForURL('**/home');
  await page.getByText(other).waitFor();
  await visit.context.close();
});

test.each(['with', 'without'])('a long text opens and closes %s script', async (what) => {
  const text = `${freshText('Long')} ${'and so on '.repeat(60)}the very end`;
  const id = await writePost(server, ada, text);
  const javaScript = what === 'with';
  const { page, context } = await openWindow(browser, { origin: server.origin, javaScript });
  await page.goto(`/posts/${id}`);
  const body = page.locator('.post-body');
  expect(await body.innerText()).toMatch(/\.\.\. Show more$/);
  await body.getByText('Show more').click();
  expect(await body.innerText()).toContain('the very end');
  await body.getByText('Show less').click();
  expect(await body.innerText()).not.toContain('the very end');
  await context.close();
});
