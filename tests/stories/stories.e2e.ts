import AxeBuilder from '@axe-core/playwright';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { act } from '../support/act.ts';
import { expectNoProblems, launchBrowser, type ContextOptions } from '../support/browser.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { openWindowAs, whenAwake } from '../support/signed-in.ts';
import { fitsWidth } from '../support/width.ts';

let server: TestServer;
let browser: Browser;
let ada: ApiMember;
let bo: ApiMember;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ FFMPEG_PATH: 'off' }, { isTestBuild: true }), launchBrowser()]);
  [ada, bo] = [await memberOf(server, 'Ada', 'Quill'), await memberOf(server, 'Bo', 'Reed')];
  await befriend(ada, bo);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

async function befriend(one: ApiMember, other: ApiMember) {
  await act(server, one, '/user/add', { user_id: other.id });
  await act(server, other, '/user/confirm', { user_id: one.id });
}

const fixture = (name: string) => join(import.meta.dirname, '../fixtures', name);
const open = async (member: ApiMember, path: string, options: Partial<ContextOptions> = {}) => {
  const visit = await openWindowAs(browser, member, { origin: server.origin, ...options });
  await visit.page.goto(path);
  await whenAwake(visit);
  return visit;
};
const strip = (page: Page) => page.getByRole('region', { name: 'Stories' });
const storyOf = (page: Page, name: string) => strip(page).getByRole('link', { name: new RegExp(`^Story of ${name}`) });
const player = (page: Page) => page.getByRole('dialog', { name: 'Stories' });
const said = (within: Locator) => within.locator('[aria-live=polite]').first();
/** The bar of the shown story, from 0 to 1. */
const done = (within: Locator) => within.locator('.story-segment:not([data-is])').evaluate((bar) => Number(getComputedStyle(bar).getPropertyValue('--done')));

async function choose(page: Page, name: string): Promise<Locator> {
  await strip(page).getByRole('button', { name: 'Add story' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add story' });
  await dialog.locator('.file-drop-input').setInputFiles(fixture(name));
  return dialog;
}
async function tell(page: Page, name: string, caption: string) {
  const dialog = await choose(page, name);
  await dialog.getByLabel('Caption').fill(caption);
  await dialog.getByRole('button', { name: 'Share story' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Story created!').first().waitFor();
}

test('one member tells, the other sees it through, answers and reacts; after 24 hours it is nobody’s', async () => {
  const hers = await open(ada, '/home');
  await strip(hers.page).getByText('Share a photo or a video').waitFor();
  await tell(hers.page, 'portrait.jpg', 'First light');
  await strip(hers.page).getByRole('link', { name: /^Your story ?, 1 item, new$/ }).waitFor();
  await tell(hers.page, 'clip.webm', 'And then the waves');
  await strip(hers.page).getByRole('link', { name: /^Your story ?, 2 items, new$/ }).waitFor();

  const his = await open(bo, '/home');
  const { page } = his;
  expect(await storyOf(page, 'Ada').locator('.story-name').textContent()).toBe('Story of Ada Quill, 2 items, new');
  await storyOf(page, 'Ada').click();
  const shown = player(page);
  await shown.waitFor();
  await expect.poll(() => said(shown).textContent()).toBe('Story 1 of 2 by Ada Quill. First light');
  const first = new URL(page.url()).pathname;
  expect(first).toMatch(/^\/stories\/\d+$/);
  // The next one is fetched meanwhile. Videos are not heard before somebody wants it.
  await shown.locator('.story-coming video').waitFor({ state: 'attached' });
  await shown.getByRole('button', { name: 'Sound on' }).waitFor();
  await page.keyboard.press('m');
  await shown.getByRole('button', { name: 'Sound off' }).waitFor();
  // By itself: the photo after its five seconds, the video at its end, and from the last to the first.
  await expect.poll(() => said(shown).textContent(), { timeout: 30_000 }).toBe('Story 2 of 2 by Ada Quill. And then the waves');
  expect(new URL(page.url()).pathname).not.toBe(first);
  const film = shown.locator('.story-video');
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime > 0 && !video.paused)).toBe(true);
  await expect.poll(() => said(shown).textContent(), { timeout: 30_000 }).toBe('Story 1 of 2 by Ada Quill. First light');

  // It waits while somebody writes; what was written arrives as a message.
  await shown.getByRole('textbox', { name: 'Answer Ada Quill' }).fill('What a morning');
  const before = await done(shown);
  await page.keyboard.press('ArrowRight');
  expect(await said(shown).textContent()).toContain('Story 1 of 2');
  await shown.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Message sent!').first().waitFor();
  expect(before).toBeLessThan(1);
  await shown.getByRole('button', { name: 'Pause' }).click();
  await shown.getByRole('button', { name: 'Like', exact: true }).click();
  await shown.getByRole('button', { name: 'Like: your reaction' }).waitFor();
  const axe = await new AxeBuilder({ page }).include('.story-dialog').analyze();
  expect(axe.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);

  // Back closes; the ring has faded, also after a reload, and on another device.
  await page.goBack();
  await shown.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/home');
  await expect.poll(() => storyOf(page, 'Ada').locator('.story-name').textContent()).toBe('Story of Ada Quill, 2 items, seen');
  expect((await his.context.cookies()).find(({ name }) => name === 'story-seen')).toMatchObject({ value: expect.stringMatching(`^${bo.id}(\\.\\d+){2}$`) });
  const elsewhere = await open(bo, '/home', { screen: 'phone' });
  expect(await storyOf(elsewhere.page, 'Ada').locator('.story-name').textContent()).toBe('Story of Ada Quill, 2 items, seen');
  await elsewhere.context.close();

  // She learns who has seen it, and gets the message.
  await hers.page.goto(first);
  await whenAwake(hers);
  await hers.page.getByRole('button', { name: 'Seen by 1 person · 1 reaction' }).click();
  await hers.page.getByRole('dialog', { name: 'Seen by' }).getByText('Bo Reed').waitFor();
  await hers.page.goto('/messages');
  await hers.page.getByText('What a morning').first().waitFor();

  // A day later it is gone for both, by every address.
  const file = await (await fetch(`${server.origin}/api/rest/advancedactivity/story/view/${first.split('/').at(-1)}`, { headers: ada.headers })).json() as { body: { response: Array<{ image: string }> } };
  const image = new URL(file.body.response[0]!.image).pathname;
  const statusOf = async (path: string, who: ApiMember) => (await fetch(`${server.origin}${path}`, { headers: who.headers, redirect: 'manual' })).status;
  expect(await statusOf(image, ada)).toBe(200);
  await fetch(`${server.origin}/__test/clock?seconds=${24 * 60 * 60 + 60}`, { method: 'POST' });
  try {
    for (const who of [ada, bo]) expect(await statusOf(image, who)).toBe(404);
    for (const visit of [hers, his]) {
      expect((await visit.page.goto(first))!.status()).toBe(404);
      await visit.page.goto('/home');
      await strip(visit.page).waitFor();
      expect(await strip(visit.page).getByRole('link').count()).toBe(0);
    }
  } finally {
    await fetch(`${server.origin}/__test/clock?seconds=0`, { method: 'POST' });
  }
  // The browser says aloud that the page was not found.
  for (const visit of [hers, his]) expect(visit.problems.filter((problem) => !problem.includes('404'))).toEqual([]);
  await Promise.all([hers.context.close(), his.context.close()]);
});

test('what cannot become a story is refused with a reason, tried again, called off, and deleted', async () => {
  const cy = await memberOf(server, 'Cy', 'Moss');
  const visit = await open(cy, '/home');
  const { page } = visit;
  // Dragged onto the strip, and two of them.
  await strip(page).getByRole('button', { name: 'Add story' }).hover();
  await page.locator('astro-island:not([ssr]) .story-strip').waitFor();
  const two = await page.evaluateHandle(() => {
    const files = new DataTransfer();
    for (const name of ['one.png', 'two.png']) files.items.add(new File(['picture'], name, { type: 'image/png' }));
    return files;
  });
  await strip(page).dispatchEvent('drop', { dataTransfer: two });
  const dialog = page.getByRole('dialog', { name: 'Add story' });
  await dialog.getByText('A story takes one photo or one video.').waitFor();
  await dialog.locator('.file-drop-input').setInputFiles(fixture('truncated.mp4'));
  await dialog.getByLabel('Caption').fill('Half of it');
  await dialog.getByRole('button', { name: 'Share story' }).click();
  await page.getByText('Error creating story').first().waitFor();
  await dialog.getByText(/not complete/).waitFor();
  expect(await dialog.getByLabel('Caption').inputValue()).toBe('Half of it');
  await dialog.locator('.file-drop-input').setInputFiles({ name: 'words.txt', mimeType: 'text/plain', buffer: Buffer.from('words') });
  await dialog.getByText('Please choose a photo, or a video as MP4, MOV or WebM.').waitFor();
  await dialog.getByRole('button', { name: 'Try again' }).waitFor();
  await dialog.locator('.file-drop-input').setInputFiles(fixture('square.jpg'));

  // Called off on its way, it can be sent again.
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/advancedactivity/stories/create', async (route) => {
    await held;
    // Called off by the page already.
    await route.abort().catch(() => undefined);
  });
  await dialog.getByRole('button', { name: 'Share story' }).click();
  await dialog.getByRole('progressbar', { name: 'Upload' }).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Share story' }).waitFor();
  letGo();
  await page.unroute('**/advancedactivity/stories/create');
  await dialog.getByRole('button', { name: 'Share story' }).click();
  await page.getByText('Story created!').first().waitFor();
  const own = strip(page).getByRole('link', { name: /^Your story ?, 1 item, new$/ });
  await own.click();
  const shown = player(page);
  await shown.getByRole('button', { name: 'Seen by 0 people' }).waitFor();
  await shown.getByRole('button', { name: 'More' }).click();
  await shown.getByRole('button', { name: 'Delete story' }).click();
  await page.getByRole('dialog', { name: 'Delete story' }).getByRole('button', { name: 'Delete story' }).click();
  await page.getByText('Story deleted successfully').first().waitFor();
  await shown.waitFor({ state: 'detached' });
  await expect.poll(() => strip(page).getByRole('link').count()).toBe(0);
  expect(visit.problems.filter((problem) => !/415|ERR_FAILED/.test(problem))).toEqual([]);
  await visit.context.close();
});

test('a strip of many: keys and buttons move it, more comes at its end; the player goes from person to person, reports and holds', async () => {
  const dee = await memberOf(server, 'Dee', 'Fox');
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  await sql`
    with people as (
      insert into members (status, email, username, first_name, last_name, displayname, password_hash)
      select 'active', 'strip' || n || '@hearth.example', 'strip' || n, 'Strip', n::text, 'Strip ' || n, 'none' from generate_series(1, 300) n returning id),
    friends as (insert into friendships (member_id, friend_id) select ${dee.id}::bigint, id from people union all select id, ${dee.id}::bigint from people),
    files as (
      insert into media (owner_id, kind, content_hash, mime_type, byte_length, width, height, widths, placeholder)
      select id, 'photo', md5(id::text), 'image/webp', 1, 900, 1600, '{480}', '' from people returning id, owner_id)
    insert into stories (owner_id, media_id, audience) select owner_id, id, 'friends' from files order by id`;
  await sql.end();
  const visit = await open(dee, '/home');
  const { page } = visit;
  const links = strip(page).getByRole('link');
  expect(await links.count()).toBe(29);
  expect(await fitsWidth(page)).toBe(true);
  await strip(page).getByRole('button', { name: 'Further in the row' }).click();
  await strip(page).getByRole('button', { name: 'Earlier in the row' }).waitFor();
  await strip(page).getByRole('button', { name: 'Add story' }).focus();
  await page.keyboard.press('ArrowRight');
  expect(await links.first().evaluate((link) => link === document.activeElement)).toBe(true);
  await page.keyboard.press('End');
  await expect.poll(() => links.count()).toBeGreaterThan(29);
  const row = strip(page).locator('.story-row');
  await page.keyboard.press('Home');
  await expect.poll(() => row.evaluate((list) => list.scrollLeft)).toBe(0);
  await row.hover();
  await page.mouse.wheel(0, 300);
  await expect.poll(() => row.evaluate((list) => list.scrollLeft)).toBeGreaterThan(0);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  const axe = await new AxeBuilder({ page }).include('.story-strip').analyze();
  expect(axe.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);

  await strip(page).getByRole('link', { name: /^Story of Strip 300\b/ }).click();
  const shown = player(page);
  await shown.waitFor();
  await expect.poll(() => said(shown).textContent()).toContain('Story by Strip 300');
  await shown.getByRole('button', { name: 'Next person: Strip 299' }).click();
  await expect.poll(() => said(shown).textContent()).toContain('Story by Strip 299');
  // Without a connection it says so, and tries again.
  await page.route('**/advancedactivity/story/view/*', (route) => route.abort());
  await page.keyboard.press('Shift+ArrowLeft');
  await shown.getByText('This could not be loaded.').waitFor();
  await page.unroute('**/advancedactivity/story/view/*');
  await shown.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => said(shown).textContent()).toContain('Story by Strip 300');
  // Held, it stands still; let go, it goes on.
  const tap = shown.getByRole('button', { name: 'Next story' });
  await tap.hover();
  await page.mouse.down();
  await shown.locator('.story-card-held').waitFor();
  const at = await done(shown);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await done(shown)).toBe(at);
  await page.mouse.up();
  await shown.locator('.story-card-held').waitFor({ state: 'detached' });
  await expect.poll(() => done(shown)).not.toBe(at);
  // Nor does it go on while the tab is hidden.
  const hide = (isHidden: boolean) =>
    page.evaluate(async (hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
      document.dispatchEvent(new Event('visibilitychange'));
      for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
    }, isHidden);
  await hide(true);
  const hiddenAt = await done(shown);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await done(shown)).toBe(hiddenAt);
  await hide(false);
  await expect.poll(() => done(shown)).not.toBe(hiddenAt);
  await shown.getByRole('button', { name: 'More' }).click();
  await shown.getByRole('button', { name: 'Report story' }).click();
  const report = page.getByRole('dialog', { name: 'Report story' });
  await report.getByLabel('Details').fill('This is an advert');
  await report.getByRole('button', { name: 'Send report' }).click();
  await page.getByText('Report successful!').first().waitFor();
  await shown.getByRole('button', { name: 'More' }).click();
  await shown.getByRole('button', { name: 'Mute stories of Strip 300' }).click();
  await page.getByText('Stories of Strip 300 are muted').first().waitFor();
  await page.keyboard.press('Escape');
  await shown.waitFor({ state: 'detached' });
  await expect.poll(() => links.first().locator('.story-name').textContent()).toBe('Story of Strip 300, 1 item, muted');
  await visit.context.close();
  // The row scrolls on a phone, and the page does not.
  const phone = await open(dee, '/home', { screen: 'phone' });
  expect(await fitsWidth(phone.page)).toBe(true);
  await phone.context.close();
});

test('on a phone: a swipe leads to the next person, down closes; the profile shows what is active', async () => {
  const [eve, fay, gus] = [await memberOf(server, 'Eve', 'Lane'), await memberOf(server, 'Fay', 'Hill'), await memberOf(server, 'Gus', 'Park')];
  for (const friend of [fay, gus]) {
    await befriend(eve, friend);
    const teller = await open(friend, '/home');
    await tell(teller.page, 'portrait.jpg', `Hello from ${friend.displayname}`);
    expectNoProblems(teller);
    await teller.context.close();
  }
  const visit = await open(eve, '/home', { screen: 'phone', colorScheme: 'dark' });
  const { page } = visit;
  await storyOf(page, 'Gus').tap();
  const shown = player(page);
  await shown.waitFor();
  await expect.poll(() => said(shown).textContent()).toContain('Gus Park');
  // A press on the words is one on the story, which goes on and does not wait for an answer.
  const words = (await shown.locator('.story-caption').boundingBox())!;
  await page.touchscreen.tap(words.x + words.width / 2, words.y + words.height / 2);
  const pressedAt = await done(shown);
  await expect.poll(() => done(shown)).not.toBe(pressedAt);
  const client = await visit.context.newCDPSession(page);
  const swipe = async (from: [number, number], to: [number, number]) => {
    const points = (part: number) => [{ x: from[0] + (to[0] - from[0]) * part, y: from[1] + (to[1] - from[1]) * part }];
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points(0) });
    for (const part of [0.3, 0.6, 1]) await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: points(part) });
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await swipe([330, 400], [90, 410]);
  await expect.poll(() => said(shown).textContent()).toContain('Fay Hill');
  await swipe([200, 250], [205, 560]);
  await shown.waitFor({ state: 'detached' });
  await page.goto(`/profile/${gus.id}/stories`);
  await whenAwake(visit);
  await page.getByRole('list', { name: 'Stories of Gus Park' }).getByRole('link').tap();
  await expect.poll(() => said(shown).textContent()).toContain('Hello from Gus Park');
  await page.goBack();
  await shown.waitFor({ state: 'detached' });
  // Loaded anew it is a page: Back leads to the screen before it all the same, and Forward, there loaded anew, to the player.
  await page.goForward();
  await shown.waitFor();
  await page.reload();
  await page.getByRole('main').locator('.story-player').waitFor();
  await page.goBack();
  await page.getByRole('list', { name: 'Stories of Gus Park' }).waitFor();
  await page.goForward();
  await page.locator('.story-player').waitFor();
  await page.goto(`/profile/${eve.id}/stories`);
  await page.getByText('No stories at the moment. Each one is seen for 24 hours.').waitFor();
  expectNoProblems(visit);
  await visit.context.close();
});

async function send(member: ApiMember, method: string, path: string, body?: FormData): Promise<{ body: { response: Array<{ story_id: number }> } }> {
  return (await fetch(`${server.origin}/api/rest/advancedactivity${path}`, { method, headers: member.headers, ...(body ? { body } : {}) })).json() as never;
}
async function tellQuietly(member: ApiMember): Promise<number> {
  const form = new FormData();
  form.append('filedata', new File([readFileSync(fixture('square.jpg'))], 'square.jpg'));
  return (await send(member, 'POST', '/stories/create', form)).body.response[0]!.story_id;
}

test('an open screen follows: a story comes, is one more, is taken away; and it goes when its day is over', async () => {
  const [hal, ivy] = [await memberOf(server, 'Hal', 'Stone'), await memberOf(server, 'Ivy', 'Wells')];
  await befriend(hal, ivy);
  const visit = await openWindowAs(browser, ivy, { origin: server.origin });
  const { page } = visit;
  const stream = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/live');
  await page.goto('/home');
  await whenAwake(visit);
  await stream;
  const name = storyOf(page, 'Hal').locator('.story-name');
  const first = await tellQuietly(hal);
  await expect.poll(() => name.textContent()).toBe('Story of Hal Stone, 1 item, new');
  const second = await tellQuietly(hal);
  await expect.poll(() => name.textContent()).toBe('Story of Hal Stone, 2 items, new');
  await storyOf(page, 'Hal').click();
  const shown = player(page);
  await shown.getByRole('button', { name: 'Pause' }).click();
  // What is looked at goes on, or ends with the last of them.
  await expect.poll(() => said(shown).textContent()).toContain('of 2 by Hal Stone');
  await send(hal, 'DELETE', `/story/delete/${first}`);
  await expect.poll(() => said(shown).textContent()).toContain('Story by Hal Stone');
  await send(hal, 'DELETE', `/story/delete/${second}`);
  await shown.getByText('This story has ended.').waitFor();
  await shown.getByRole('button', { name: 'Close' }).click();
  await shown.waitFor({ state: 'detached' });
  await strip(page).getByText('Share a photo or a video').waitFor();
  await visit.context.close();

  // Asleep as served, it lets go as well.
  await tellQuietly(hal);
  const later = await openWindowAs(browser, ivy, { origin: server.origin });
  await later.page.clock.install();
  await later.page.goto('/home');
  await storyOf(later.page, 'Hal').waitFor();
  await later.page.clock.fastForward('23:59:00');
  expect(await storyOf(later.page, 'Hal').count()).toBe(1);
  await later.page.clock.fastForward('01:10');
  await storyOf(later.page, 'Hal').waitFor({ state: 'detached' });
  await later.context.close();
});
