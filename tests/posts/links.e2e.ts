import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright';
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
        '<title>no</title><meta property="og:title" content="Ten ways to bake bread"><meta property="og:description" content="All of them need time."><meta property="og:site_name" content="The Oven">',
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

test('a link in a text becomes a card with what the page says, and only the server asks that page', async () => {
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

test('a page kept for visitors shows the card as soon as it is there', async () => {
  const uri = `${siteOrigin}/kept`;
  // The page is kept before the job can have run.
  const id = await write(freshText('Kept'), uri);
  const read = async () => (await fetch(`${server.origin}/posts/${id}`)).text();
  await read();
  await expect.poll(read).toContain('Ten ways to bake bread');
});

const playing = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1';

test('one press on a video of YouTube plays it in the viewer; before that nothing is asked of anybody', async () => {
  const text = freshText('Watch this');
  const id = await write(text, 'https://youtu.be/dQw4w9WgXcQ');
  for (const path of ['/home', `/posts/${id}`]) {
    const visit = await openHome(bo, path);
    const { page } = visit;
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
    await viewer.locator('iframe').contentFrame().getByText('The player').waitFor();
    await viewer.getByText('1 / 1').waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect(foreign).toEqual([playing]);
    foreign = [];
    expectNoProblems(visit);
    await visit.context.close();
  }
});

test('beside photos a foreign video is stepped to, shows its still and plays at a press', async () => {
  const id = await write(freshText('Both'), 'https://youtu.be/dQw4w9WgXcQ');
  await inDatabase(async (sql) => sql`update attachments set position = 5 where post_id = ${id}`);
  const [photo] = await putPhotos(server, ada, id, [{ width: 320, height: 320 }]);
  const visit = await openHome(bo, `/posts/${id}/photo/${photo}`);
  const { page } = visit;
  await page.getByText('1 / 2').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByText('2 / 2').waitFor();
  const play = page.locator('[data-at="0"]').getByRole('link', { name: /^Play / });
  await play.waitFor();
  expect([foreign, await page.locator('video').count()]).toEqual([[], 0]);
  await play.click();
  await page.locator('iframe').contentFrame().getByText('The player').waitFor();
  expect(foreign).toEqual([playing]);
  // Left and shown again, it is a still.
  await page.getByRole('link', { name: 'Previous' }).click();
  await page.getByRole('link', { name: 'Next' }).click();
  await play.waitFor();
  expect(await page.locator('iframe').count()).toBe(0);
  expectNoProblems(visit);
  await visit.context.close();
});

test('a tile of the Videos tab plays a foreign video with one press, with and without script', async () => {
  const text = freshText('On the tab');
  await write(text, 'https://youtu.be/dQw4w9WgXcQ');
  const member = await openHome(bo, `/profile/${ada.id}/videos`);
  await member.page.getByRole('link', { name: text }).click();
  await member.page
    .getByRole('dialog')
    .locator('iframe')
    .contentFrame()
    .getByText('The player')
    .waitFor();
  expect(foreign).toEqual([playing]);
  foreign = [];
  expectNoProblems(member);
  await member.context.close();

  const visit = await openWindow(browser, { origin: server.origin, javaScript: false });
  await watchForeign(visit.page);
  await visit.page.goto(`/profile/${ada.id}/videos`);
  await visit.page.getByRole('link', { name: text }).click();
  await visit.page.locator('iframe').contentFrame().getByText('The player').waitFor();
  expect(foreign).toEqual([playing]);
  expectNoProblems(visit);
  await visit.context.close();
});

test('without script a video plays with one press; a link from elsewhere shows its still only', async () => {
  const id = await write(freshText('No script'), 'https://vimeo.com/76979871');
  const visit = await openWindow(browser, { origin: server.origin, javaScript: false });
  const { context, page } = visit;
  await watchForeign(page);
  await page.goto(`/posts/${id}`);
  const play = page.getByRole('link', { name: 'Play Video on Vimeo' });
  await play.waitFor();
  expect([foreign, await page.locator('iframe').count()]).toEqual([[], 0]);
  await play.click();
  await page.locator('iframe').contentFrame().getByText('The player').waitFor();
  expect(foreign).toEqual(['https://player.vimeo.com/video/76979871?autoplay=1&dnt=1']);
  await page.getByText('1 / 1').waitFor();
  // As somebody else's page would send one here.
  foreign = [];
  await page.goto(page.url());
  await play.waitFor();
  expect([foreign, await page.locator('iframe').count()]).toEqual([[], 0]);
  expectNoProblems(visit);
  await context.close();
});

test('a hashtag leads to the posts that have it, and the way back is there', async () => {
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

test('who is tagged may be named in the text, anybody by their username, and the name leads to them; other words do not', async () => {
  await inDatabase(
    (sql) =>
      sql`
        insert into friendships (member_id, friend_id)
        values (${ada.id}, ${bo.id}), (${bo.id}, ${ada.id})`,
  );
  const cleo = await memberOf(server, 'Cleo', 'Vale');
  await inDatabase((sql) => sql`update members set username = 'vale.bakes' where id = ${cleo.id}`);
  const text = freshText('Baked by @Bo Reed and @Vale.Bakes, not by @Cleo Vale');
  const { response } = await act<{ response: { feed: { action_id: number } } }>(
    server,
    ada,
    '/advancedactivity/feeds/post',
    { body: text, auth_view: 'everyone', toValues: bo.id },
  );
  await act(server, bo, '/advancedactivity/comment', {
    action_id: response.feed.action_id,
    body: 'Thank you @vale.bakes!',
  });
  const visit = await openHome(ada);
  const body = postOf(visit.page, text).locator('.post-body');
  expect(await body.getByRole('link').allInnerTexts()).toEqual(['@Bo Reed', '@Vale.Bakes']);
  expect(await body.getByRole('link').first().getAttribute('href')).toBe(`/profile/${bo.id}`);
  expect(await body.getByRole('link').last().getAttribute('href')).toBe(`/profile/${cleo.id}`);
  expect(
    await postOf(visit.page, text)
      .getByRole('link', { name: '@vale.bakes', exact: true })
      .last()
      .getAttribute('href'),
  ).toBe(`/profile/${cleo.id}`);
  await visit.context.close();

  // Tagged members can be removed again.
  const tagged = await openWindowAs(browser, bo, { origin: server.origin });
  await tagged.page.goto(`/posts/${response.feed.action_id}`);
  await waitForHydration(tagged);
  expect(await tagged.page.getByText('tagged Bo Reed').count()).toBe(1);
  await tagged.page.getByRole('button', { name: 'Post options' }).click();
  await tagged.page.getByRole('button', { name: 'Remove Tag' }).click();
  await tagged.page
    .getByRole('region', { name: 'Notices' })
    .getByText('You are no longer tagged in this post')
    .waitFor();
  await expect.poll(() => tagged.page.getByText('tagged Bo Reed').count()).toBe(0);
  await tagged.context.close();
});

test('a long text opens and closes, also without script', async () => {
  const text = `${freshText('Long')} ${'and so on '.repeat(60)}the very end`;
  const id = await writePost(server, ada, text);
  for (const javaScript of [true, false]) {
    const { context, page } = await openWindow(browser, { origin: server.origin, javaScript });
    await page.goto(`/posts/${id}`);
    const body = page.locator('.post-body');
    expect(await body.innerText()).toMatch(/\.\.\. Show more$/);
    await body.getByText('Show more').click();
    expect(await body.innerText()).toContain('the very end');
    await body.getByText('Show less').click();
    expect(await body.innerText()).not.toContain('the very end');
    await context.close();
  }
});

test('a picture of a member that does not come leaves the initials', async () => {
  await writePost(server, bo, freshText('Who am I'));
  await inDatabase(
    (sql) => sql`update members set avatar = ${`${'0'.repeat(32)}.webp`} where id = ${bo.id}`,
  );
  const visit = await openHome(ada);
  const picture = visit.page.locator('.avatar img[data-initials=BR]').first();
  await expect
    .poll(() =>
      picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth === 0),
    )
    .toBe(true);
  expect(await picture.evaluate((image) => getComputedStyle(image, '::after').content)).toContain(
    'BR',
  );
  await visit.context.close();
});
