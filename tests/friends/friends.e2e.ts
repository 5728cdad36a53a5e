import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { act, freshText, writePost } from '../support/act.ts';
import { answered } from '../support/answered.ts';
import { expectAccessible, expectNoFaults } from '../support/axe.ts';
import { expectNoProblems, launchBrowser, openWindow } from '../support/browser.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { fillSignUp } from '../support/sign-up-form.ts';
import { openWindowAs, whenAwake } from '../support/signed-in.ts';
import { fitsWidth } from '../support/width.ts';

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const open = async (
  member: ApiMember,
  path: string,
  options: Partial<Parameters<typeof openWindowAs>[2]> = {},
) => {
  const visit = await openWindowAs(browser, member, { origin: server.origin, ...options });
  await visit.page.goto(path);
  if (options.javaScript !== false) await whenAwake(visit);
  return visit;
};
const badge = (page: Page) => page.locator('#friend-requests-new .badge');
const requestsPopup = (page: Page) =>
  page.getByRole('group', { name: 'Friend requests', exact: true });
/** Waits for the server after the optimistic update. */
const taken = (page: Page, step: string, press: () => Promise<void>) =>
  answered(page, `/user/${step}`, press);
const ask = (from: ApiMember, to: ApiMember) => act(server, from, '/user/add', { user_id: to.id });

test('two members: request, accept, read a post for friends, remove', async () => {
  const [ada, bo] = [await memberOf(server, 'Ada'), await memberOf(server, 'Bo')];
  const secret = freshText('For friends');
  await writePost(server, bo, secret, 'friends');
  const [hers, his] = [await open(ada, `/profile/${bo.id}`), await open(bo, '/home')];
  expect(new URL(hers.page.url()).pathname).toBe(`/profile/${bo.id}/posts`);
  await hers.page.getByText('No posts here yet...').waitFor();
  await taken(hers.page, 'add', () =>
    hers.page.getByRole('button', { name: 'Add friend Bo Tester' }).click(),
  );
  const sent = hers.page.getByRole('button', { name: 'Request sent to Bo Tester' });
  await sent.waitFor();
  // Withdrawn and sent again: the button and its focus stay in place.
  await sent.click();
  await taken(hers.page, 'cancel', () =>
    hers.page.getByRole('button', { name: 'Cancel request' }).click(),
  );
  const add = hers.page.getByRole('button', { name: 'Add friend Bo Tester' });
  await add.waitFor();
  await expect.poll(() => add.evaluate((button) => button === document.activeElement)).toBe(true);
  await taken(hers.page, 'add', () => add.click());
  await sent.waitFor();

  await his.page.reload();
  await whenAwake(his);
  expect(await badge(his.page).textContent()).toContain('1');
  await his.page.getByRole('button', { name: 'Friend requests' }).click();
  await requestsPopup(his.page)
    .getByRole('link', { name: /Ada Tester/ })
    .waitFor();
  await expect.poll(() => badge(his.page).count()).toBe(0);
  expect(
    Math.round((await requestsPopup(his.page).locator('.request-row').boundingBox())!.height),
  ).toBe(110);
  await requestsPopup(his.page)
    .getByRole('button', { name: 'Confirm the request of Ada Tester' })
    .click();
  await his.page.getByText('Friend request accepted!').first().waitFor();
  await requestsPopup(his.page).getByText('No friend requests.').waitFor();

  await hers.page.reload();
  await whenAwake(hers);
  await hers.page.getByText(secret).waitFor();
  await hers.page
    .getByRole('article')
    .filter({ hasText: 'Bo Tester is now friends with Ada Tester' })
    .waitFor();
  await hers.page.getByRole('link', { name: '1 friend' }).waitFor();
  const friends = hers.page.getByRole('button', { name: 'Friends with Bo Tester' });
  await friends.click();
  await hers.page.getByRole('button', { name: 'Remove friend' }).click();
  const dialog = hers.page.getByRole('dialog', { name: 'Remove friend' });
  // Checks that its styles are loaded: without them it would be in the corner of the screen.
  expect((await dialog.boundingBox())!.y).toBeGreaterThan(0);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await friends.click();
  await hers.page.getByRole('button', { name: 'Remove friend' }).first().click();
  await taken(hers.page, 'remove', () =>
    dialog.getByRole('button', { name: 'Remove friend' }).click(),
  );
  await add.waitFor();
  // The count follows the action, and is the server's after a reload.
  await hers.page.getByRole('link', { name: '0 friends' }).waitFor();
  await hers.page.reload();
  await hers.page.getByText('No posts here yet...').waitFor();
  await hers.page.getByRole('link', { name: '0 friends' }).waitFor();
  for (const visit of [hers, his]) {
    expectNoProblems(visit);
    await visit.context.close();
  }
});

test('a withdrawn request: something went wrong, and the row is removed', async () => {
  const [ada, bo] = [await memberOf(server, 'Ada'), await memberOf(server, 'Bo')];
  await ask(ada, bo);
  const visit = await open(bo, '/friends');
  await act(server, ada, '/user/cancel', { user_id: bo.id });
  await visit.page.getByRole('button', { name: 'Confirm the request of Ada Tester' }).click();
  await visit.page.getByText('Something went wrong!').first().waitFor();
  await visit.page.getByText('No friend requests.').waitFor();
  await visit.context.close();
});

test('a lost connection: something went wrong, and the row returns', async () => {
  const [ada, bo] = [await memberOf(server, 'Ada'), await memberOf(server, 'Bo')];
  await ask(ada, bo);
  const visit = await open(bo, '/friends');
  await visit.page.route('**/user/reject', (route) => route.abort());
  await visit.page.getByRole('button', { name: 'Reject the request of Ada Tester' }).click();
  await visit.page.getByText('Something went wrong!').first().waitFor();
  await visit.page
    .getByRole('region', { name: 'Friend requests' })
    .getByRole('link', { name: /Ada Tester/ })
    .waitFor();
  await visit.page.unroute('**/user/reject');
  await visit.page.getByRole('button', { name: 'Reject the request of Ada Tester' }).click();
  await visit.page.getByText('Friend request rejected!').first().waitFor();
  await visit.page.getByText('No friend requests.').waitFor();
  await visit.page.reload();
  await visit.page.getByText('No friend requests.').waitFor();
  await visit.context.close();
});

test('many requests: the popup loads more when scrolled, and can be answered by keyboard', async () => {
  const bo = await memberOf(server, 'Bo');
  const people = [];
  for (let turn = 0; turn < 23; turn += 1) people.push(await memberOf(server, `P${turn}`));
  for (const one of people) await ask(one, bo);
  const visit = await open(bo, '/home', { screen: 'phone' });
  expect(await badge(visit.page).textContent()).toContain('23');
  const button = visit.page.getByRole('button', { name: 'Friend requests' });
  await button.focus();
  await visit.page.keyboard.press('Enter');
  await requestsPopup(visit.page)
    .getByRole('link', { name: /P22 Tester/ })
    .waitFor();
  const seen = new Set<string>();
  await expect
    .poll(async () => {
      for (const name of await requestsPopup(visit.page)
        .locator('.user-link-name')
        .allTextContents())
        seen.add(name);
      // The request to answer is at the end; scrolling must not leave it again.
      if (seen.size === 23) return seen.size;
      // Scrolls as fast as rows render, and starts over at the end, so that a slow machine misses
      // none.
      await requestsPopup(visit.page)
        .locator('.header-popup-list')
        .evaluate((list) => {
          const isAtEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 1;
          list.scrollTo(0, isAtEnd ? 0 : list.scrollTop + 200);
          return new Promise<void>((resolve) =>
            requestAnimationFrame(() => requestAnimationFrame(() => resolve())),
          );
        });
      return seen.size;
    })
    .toBe(23);
  await requestsPopup(visit.page)
    .locator('.header-popup-list')
    .evaluate((list) => list.scrollTo(0, list.scrollHeight));
  await requestsPopup(visit.page)
    .getByRole('button', { name: 'Reject the request of P0 Tester' })
    .focus();
  await visit.page.keyboard.press('Enter');
  await expect
    .poll(() => requestsPopup(visit.page).getByRole('link', { name: 'P0 Tester' }).count())
    .toBe(0);
  await visit.page.getByText('Friend request rejected!').first().waitFor();
  await visit.page.keyboard.press('Escape');
  await expect.poll(() => requestsPopup(visit.page).isVisible()).toBe(false);
  await visit.page.goto('/friends');
  await visit.page.getByRole('link', { name: 'Page 2' }).waitFor();
  expect(await visit.page.locator('.people-heading .badge').first().textContent()).toBe('22');
  expect(await fitsWidth(visit.page)).toBe(true);
  expectNoProblems(visit);
  await visit.context.close();
});

test('without script the same works with forms and pages', async () => {
  const [ada, bo, eve] = [
    await memberOf(server, 'Ada'),
    await memberOf(server, 'Bo'),
    await memberOf(server, 'Eve'),
  ];
  await ask(eve, bo);
  const visit = await open(bo, `/profile/${ada.id}/posts`, { javaScript: false });
  const { page } = visit;
  await page.getByRole('button', { name: 'Add friend Ada Tester' }).click();
  await page.getByRole('button', { name: 'Request sent to Ada Tester' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/profile/${ada.id}/posts`);
  await page.getByRole('link', { name: 'Friend requests' }).click();
  await page.getByRole('button', { name: 'Confirm the request of Eve Tester' }).click();
  await page.getByText('No friend requests.').waitFor();
  await page.goto(`/profile/${bo.id}/friends`);
  await page.getByRole('link', { name: /Eve Tester/ }).waitFor();
  expectNoProblems(visit);
  await visit.context.close();
});

test('suggestions are requested or dismissed', async () => {
  const [ada, bo, common, other] = [
    await memberOf(server, 'Ada'),
    await memberOf(server, 'Bo'),
    await memberOf(server, 'Common'),
    await memberOf(server, 'Other'),
  ];
  for (const one of [ada, bo, other]) {
    await ask(one, common);
    await act(server, common, '/user/confirm', { user_id: one.id });
  }
  const visit = await open(ada, '/friends/suggestions', { screen: 'phone' });
  const card = (name: string) =>
    visit.page
      .getByRole('listitem')
      .filter({ has: visit.page.getByRole('link', { name: new RegExp(`${name} Tester`) }) });
  await card('Other').getByText('1 friend in common').waitFor();
  expect(await fitsWidth(visit.page)).toBe(true);
  await card('Other').getByRole('button', { name: 'Do not suggest' }).click();
  await expect.poll(() => card('Other').count()).toBe(0);
  await taken(visit.page, 'add', () =>
    card('Bo').getByRole('button', { name: 'Add friend Bo Tester' }).click(),
  );
  await card('Bo').getByRole('button', { name: 'Request sent to Bo Tester' }).waitFor();
  await visit.page.reload();
  await visit.page.getByText('Nobody to suggest yet.').waitFor();
  expectNoProblems(visit);
  await visit.context.close();
});

test('the first visit of an invited member: the inviter on the form and above the feed, and the newest members', async () => {
  const [ada, bo] = [await memberOf(server, 'Ada', 'קוויל'), await memberOf(server, 'Bo')];
  const answer = await fetch(`${server.origin}/api/rest/invite`, { headers: ada.headers });
  const { invite_link } = ((await answer.json()) as { body: { invite_link: string } }).body;
  const visit = await openWindow(browser, { origin: server.origin });
  const { page } = visit;
  await page.goto(invite_link);
  const inviter = page.locator('.inviter');
  expect(await inviter.locator('.avatar').count()).toBe(1);
  expect(await inviter.locator('bdi').textContent()).toBe(ada.displayname);
  await fillSignUp(page, {
    email: `invited.${process.pid}@hearth.example`,
    password: ada.password,
    path: invite_link,
  });
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.waitForURL('**/home');
  await whenAwake(visit);
  const rail = page.getByRole('complementary', { name: 'More' });
  await rail.getByRole('heading', { name: 'New here' }).waitFor();
  await rail.getByRole('link', { name: bo.displayname }).waitFor();
  const request = page.locator('.inviter-request');
  await request.getByRole('heading', { name: `${ada.displayname} invited you here` }).waitFor();
  await expectAccessible(page, 'the first feed');
  await taken(page, 'confirm', () =>
    request.getByRole('button', { name: 'Confirm the request of' }).click(),
  );
  await expect.poll(() => request.count()).toBe(0);
  await page.reload();
  await whenAwake(visit);
  expect(await request.count()).toBe(0);
  expectNoProblems(visit);
  await visit.context.close();
});

test('the pages are accessible in both themes (axe)', async () => {
  const [ada, bo] = [
    await memberOf(server, 'Ada'),
    await memberOf(server, 'Maximiliane-Theodora', 'Hohenberger-Zwickau'),
  ];
  await ask(bo, ada);
  const visit = await open(ada, '/friends');
  for (const path of [
    '/friends',
    '/friends/suggestions',
    `/profile/${bo.id}/posts`,
    `/profile/${bo.id}/info`,
    `/profile/${ada.id}/friends`,
  ]) {
    await visit.page.goto(path);
    await whenAwake(visit);
    if (path === '/friends') {
      await visit.page.getByRole('button', { name: 'Friend requests' }).click();
      await requestsPopup(visit.page)
        .getByRole('link', { name: /Maximiliane/ })
        .waitFor();
    }
    await expectNoFaults(visit.page, path, { inBothThemes: true });
  }
  await visit.context.close();
});

test("somebody's profile: report them, block them, and unblock them there", async () => {
  const [ada, bo] = [await memberOf(server, 'Ada'), await memberOf(server, 'Bo')];
  const text = freshText('On my wall');
  await writePost(server, bo, text);
  const visit = await open(ada, `/profile/${bo.id}`, { screen: 'phone' });
  const { page } = visit;
  const choose = async (entry: string) => {
    await page.getByRole('button', { name: `More about ${bo.displayname}` }).click();
    await page.getByRole('button', { name: entry, exact: true }).click();
  };
  await choose('Report');
  const dialog = page.getByRole('dialog', { name: `Report ${bo.displayname}` });
  // Only the report of a post requires a reason and a text.
  expect(await dialog.getByRole('radio').count()).toBe(0);
  await dialog.getByLabel('Description').waitFor();
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await page.getByText('Report successful!').first().waitFor();

  await choose('Block User');
  await page.getByRole('dialog').getByRole('button', { name: 'Block user' }).click();
  await page.getByRole('heading', { name: `You have blocked ${bo.displayname}` }).waitFor();
  await page.getByText('User blocked successfully').first().waitFor();
  expect(await page.getByText(text).count()).toBe(0);
  await expectAccessible(page, 'a blocked profile');
  await page.getByRole('button', { name: `Unblock ${bo.displayname}` }).click();
  await page.getByRole('button', { name: `Add friend ${bo.displayname}` }).waitFor();
  await page.getByText(text).waitFor();
  expectNoProblems(visit);
  await visit.context.close();
});
