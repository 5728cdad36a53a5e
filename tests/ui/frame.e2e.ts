import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, expectNoFaults } from '../support/axe.ts';
import { expectNoProblems, launchBrowser, openWindow } from '../support/browser.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { PlainPage } from '../support/plain-page.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { openWindowAs, waitForHydration } from '../support/signed-in.ts';

let server: TestServer;
let browser: Browser;
let ada: ApiMember;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ SITE_NAME: 'Millbrook' }), launchBrowser()]);
  ada = await memberOf(server, 'Ada', 'Quill');
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const openSilent = (screen: 'phone' | 'desktop') =>
  openWindowAs(browser, ada, { origin: server.origin, screen, javaScript: false });

/** The settings popup opens without script, shows only what works then, and closes. */
async function expectSettingsPopup(page: Page): Promise<void> {
  const popup = page.getByRole('group', { name: 'Settings' });
  expect(await popup.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Settings' }).click();
  await popup.getByText('Ada Quill').waitFor();
  expect(
    await popup.getByRole('group', { name: 'Theme' }).isVisible(),
    'what only script can serve',
  ).toBe(false);
  expect(await popup.getByRole('button', { name: 'Sign Out' }).isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  await popup.waitFor({ state: 'hidden' });
}

const tabs = ['Posts', 'Info', 'Videos', 'Friends', 'Albums'];

test('without script the settings popup and the drawer of a phone open', async () => {
  const { page, context } = await openSilent('phone');
  await page.goto('/home');
  await page.getByRole('button', { name: 'Add Photo' }).waitFor({ state: 'hidden' });
  await expectSettingsPopup(page);
  const drawer = page.locator('#drawer');
  expect(await drawer.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Menu' }).click();
  expect(
    await drawer.getByRole('link', { name: 'My News Feed' }).getAttribute('aria-current'),
  ).toBe('page');
  expect(await page.getByRole('navigation', { name: 'Tabs' }).isVisible()).toBe(true);
  await context.close();
});

test('without script the settings popup and the menus of the header open', async () => {
  const { page, context } = await openSilent('desktop');
  await page.goto('/home');
  await expectSettingsPopup(page);
  const top = page.getByRole('navigation', { name: 'Top' });
  await top.getByRole('button', { name: 'My Profile' }).click();
  expect(
    await top.getByRole('list', { name: 'My Profile' }).getByRole('link').allInnerTexts(),
  ).toEqual(tabs);
  await top.getByRole('link', { name: 'Info' }).click();
  await page.waitForURL(`**/profile/${ada.id}/info`);
  await top.getByRole('button', { name: 'My Profile' }).press('Enter');
  await expect.poll(() => top.locator('[aria-current=page]').innerText()).toBe('Info');
  await context.close();
});

test('the drawer of a tablet has every menu', async () => {
  const { page, context } = await openSilent('desktop');
  await page.setViewportSize({ width: 820, height: 1180 });
  await page.goto('/home');
  expect(await page.getByRole('navigation', { name: 'Top' }).isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  const hrefOf = (name: string) =>
    drawer.getByRole('link', { name, exact: true }).getAttribute('href');
  expect(await hrefOf('Hi Ada Quill!')).toBe(`/profile/${ada.id}/posts`);
  expect(await hrefOf('View Recent Updates')).toBe('/home');
  expect(await hrefOf('Edit My Profile')).toBe('/profile/edit');
  expect(await hrefOf('Invite Your Friends')).toBe('/invite');
  await drawer.getByText('My Profile', { exact: true }).click();
  expect(await hrefOf('Albums')).toBe(`/profile/${ada.id}/albums`);
  expect(await hrefOf('Portals')).toBe('/portals');
  await context.close();
});

test('the skip link and the menus of the header are used by keyboard', async () => {
  const visit = await openWindowAs(browser, ada, { origin: server.origin });
  const { page } = visit;
  await page.goto('/home');
  await waitForHydration(visit);
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  await page.keyboard.press('Tab');
  await expect.poll(focused).toBe('Skip to the content');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  const top = page.getByRole('navigation', { name: 'Top' });
  await top.getByRole('button', { name: 'My Profile' }).press('ArrowDown');
  await expect.poll(focused).toBe('Posts');
  await page.keyboard.press('ArrowUp');
  await expect.poll(focused).toBe('Albums');
  await page.keyboard.press('Escape');
  await expect.poll(focused).toBe('My Profile');
  await top.getByRole('button', { name: 'More' }).click();
  await page.getByRole('list', { name: 'More' }).getByRole('link', { name: 'Invite' }).waitFor();
  await expectAccessible(page, 'an open menu of the header', { inBothThemes: true });
  expectNoProblems(visit);
  await visit.context.close();
});

test('after a link was followed the heading of the screen has the focus', async () => {
  const visit = await openWindowAs(browser, ada, { origin: server.origin });
  const { page } = visit;
  await page.goto('/contact');
  await page.getByRole('link', { name: 'Portals' }).click();
  await page.getByRole('heading', { level: 1, name: 'Portals' }).waitFor();
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
  await expectNoFaults(page, 'portals', { inBothThemes: true });
  expectNoProblems(visit);
  await visit.context.close();
});

test('the banner for inviting people is dismissed for good', async () => {
  const member = await memberOf(server, 'Cleo');
  const visit = await openWindowAs(browser, member, { origin: server.origin });
  const { page } = visit;
  const banner = page.getByRole('region', { name: 'Invite your friends' });
  await page.goto('/friends?query=x');
  expect(await banner.getByRole('link').getAttribute('href')).toBe('/invite');
  // If its text takes two lines, its background covers both.
  await page.setViewportSize({ width: 320, height: 640 });
  expect((await banner.boundingBox())!.height).toBeGreaterThan(44);
  expect(await banner.evaluate((element) => getComputedStyle(element).backgroundColor)).not.toBe(
    'rgba(0, 0, 0, 0)',
  );
  await waitForHydration(visit);
  const answer = page.waitForResponse('**/invite/dismiss-banner');
  await banner.getByRole('button', { name: 'Dismiss' }).click();
  await banner.waitFor({ state: 'hidden' });
  expect(page.url()).toBe(`${server.origin}/friends?query=x`);
  await answer;
  await visit.context.close();
  // Stored for every device.
  const other = new PlainPage(server, member);
  await other.open('/home');
  expect(other.text).not.toContain('is better with friends.');
  expect(other.buttons('Dismiss')).toEqual([]);
});

test('on a phone a popup of the header opens below it and its banner', async () => {
  const member = await memberOf(server, 'Cleo', 'Moss');
  const visit = await openWindowAs(browser, member, { origin: server.origin, screen: 'phone' });
  const { page } = visit;
  await page.goto('/friends');
  await page.getByRole('region', { name: 'Invite your friends' }).waitFor();
  await waitForHydration(visit);
  await page.getByRole('button', { name: 'Messages' }).click();
  const popup = page.locator('.header-popup:popover-open');
  await popup.waitFor();
  const header = (await page.locator('.topbar').boundingBox())!;
  expect((await popup.boundingBox())!.y).toBeGreaterThanOrEqual(header.y + header.height);
  await visit.context.close();
});

test('a chosen theme applies from first paint, until the system theme is chosen again', async () => {
  const visit = await openWindowAs(browser, ada, { origin: server.origin, colorScheme: 'light' });
  const { page } = visit;
  const ground = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('radio', { name }).check({ force: true });
    await page.keyboard.press('Escape');
  };
  await page.goto('/home');
  const light = await ground();
  await choose('Dark');
  const dark = await ground();
  expect(dark).not.toBe(light);
  // Scripts may not have run at first paint: the choice must apply without them.
  await page.route(/\/_astro\//, (route) =>
    route.request().resourceType() === 'script' ? route.abort() : route.continue(),
  );
  await page.goto('/home', { waitUntil: 'commit' });
  // Nothing is painted before the styles are loaded.
  await page.waitForFunction(
    () =>
      document.body &&
      getComputedStyle(document.documentElement).backgroundColor !== 'rgba(0, 0, 0, 0)',
  );
  expect(await ground()).toBe(dark);
  await page.unrouteAll();
  await page.goto('/home');
  await choose('System');
  await expect.poll(ground).toBe(light);
  await visit.context.close();
});

test('a followed link fades to the next screen, unless motion is reduced', async () => {
  const visit = await openWindow(browser, { origin: server.origin });
  const { page } = visit;
  await page.addInitScript(() =>
    addEventListener('pagereveal', ({ viewTransition }) => {
      document.documentElement.dataset.fades = String(viewTransition !== null);
    }),
  );
  const follow = async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Log in' }).first().click();
    await page.waitForURL('**/login');
    // Known when the first frame is drawn.
    const fades = await page.waitForFunction(() => document.documentElement.dataset.fades);
    return fades.jsonValue();
  };
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await follow()).toBe('false');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  // Again, because a busy browser leaves the transition out.
  await expect.poll(follow).toBe('true');
  expectNoProblems(visit);
  await visit.context.close();
});

test('a toast is shown and announced, respects the CSP, and disappears after 5 seconds', async () => {
  const visit = await openWindowAs(browser, ada, { origin: server.origin });
  const { page } = visit;
  await page.clock.install();
  await page.goto('/home');
  await waitForHydration(visit);
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  const notice = page.getByRole('region', { name: 'Notices' }).getByText('Post cannot be empty');
  await notice.waitFor();
  const { x, y } = (await notice.boundingBox())!;
  expect(x).toBeGreaterThan(720);
  const header = (await page.getByRole('banner').boundingBox())!;
  expect(y).toBeGreaterThan(header.y + header.height);
  expect(y).toBeLessThan(200);
  await page.clock.runFor(1_000);
  await page.getByRole('status').getByText('Post cannot be empty').waitFor({ state: 'attached' });
  await page.clock.runFor(3_500);
  expect(await notice.isVisible()).toBe(true);
  await page.clock.runFor(2_000);
  await notice.waitFor({ state: 'detached' });
  expectNoProblems(visit);
  await visit.context.close();
});
