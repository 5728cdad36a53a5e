// @module-tag rights
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshText, writePost } from '../support/act.ts';
import { answered } from '../support/answered.ts';
import { expectAccessible } from '../support/axe.ts';
import { expectNoProblems, launchBrowser, openWindow } from '../support/browser.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';
import { fillSignUp } from '../support/sign-up-form.ts';
import { openWindowAs, waitForHydration } from '../support/signed-in.ts';

let server: SharedServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([borrowServer(), launchBrowser()]);
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
  if (options.javaScript !== false) await waitForHydration(visit);
  return visit;
};
const badge = (page: Page) => page.locator('#friend-requests-new .badge');
const requestsPopup = (page: Page) =>
  page.getByRole('group', { name: 'Friend requests', exact: true });
/** Waits for the server after the optimistic update. */
const taken = (page: Page, step: string, press: () => Promise<void>) =>
  answered(page, `/user/${step}`, press);

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
  await waitForHydration(his);
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
  await waitForHydration(hers);
  await hers.page.getByText(secret).waitFor();
  await hers.page
    .getByRole('article')
    .filter({ hasText: 'Bo Tester is now friends with Ada Tester' })
    .waitFor();
  await hers.page.getByRole('main').getByRole('link', { name: '1 friend' }).waitFor();
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
  await hers.page.getByRole('main').getByRole('link', { name: '0 friends' }).waitFor();
  await hers.page.reload();
  await hers.page.getByText('No posts here yet...').waitFor();
  await hers.page.getByRole('main').getByRole('link', { name: '0 friends' }).waitFor();
  for (const visit of [hers, his]) {
    expectNoProblems(visit);
    await visit.context.close();
  }
});

test('the first visit of an invited member: the inviter on the form and above the feed, and the newest members', async () => {
  const [ada, bo] = [await memberOf(server, 'Ada', 'קוויל'), await memberOf(server, 'Boris')];
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
  await waitForHydration(visit);
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
  await waitForHydration(visit);
  expect(await request.count()).toBe(0);
  expectNoProblems(visit);
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
