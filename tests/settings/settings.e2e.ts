import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { act } from '../support/act.ts';
import { expectAccessible } from '../support/axe.ts';
import { expectNoProblems, launchBrowser } from '../support/browser.ts';
import { memberOf, testPassword, type ApiMember } from '../support/member.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';
import { openWindowAs } from '../support/signed-in.ts';

let server: SharedServer;
let browser: Browser;
let member: ApiMember;
beforeAll(async () => {
  [server, browser] = await Promise.all([borrowServer(), launchBrowser()]);
  member = await memberOf(server, 'Sera');
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const settings = '/profile/settings';
const screens = [
  settings,
  ...[
    'privacy',
    'notifications',
    'advancednotifications',
    'subscriptions',
    'appearance',
    'change-password',
    'devices',
    'blocked',
    'export',
    'delete-account',
  ].map((name) => `${settings}/${name}`),
  '/profile/edit',
];

test.each(['light', 'dark'] as const)(
  'every screen is accessible, in the %s theme (axe)',
  async (colorScheme) => {
    const visit = await openWindowAs(browser, member, {
      origin: server.origin,
      screen: colorScheme === 'dark' ? 'phone' : 'desktop',
      colorScheme,
    });
    for (const path of screens) {
      await visit.page.goto(path);
      await expectAccessible(visit.page, path);
    }
    expectNoProblems(visit);
    await visit.context.close();
  },
);

test('without script: privacy is changed, a member is unblocked, another device is signed out', async () => {
  const foe = await memberOf(server, 'Foe');
  await act(server, member, '/block/add', { user_id: foe.id });
  const visit = await openWindowAs(browser, member, { origin: server.origin, javaScript: false });
  const { page } = visit;
  await page.goto(`${settings}/privacy`);
  await page.getByLabel('Who sees your profile').selectOption('Only me');
  await page.getByLabel('Show me in search and suggestions').uncheck();
  const activity = page.getByRole('group', { name: 'The feed tells others when' });
  await activity.getByLabel('I become friends with somebody').uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your settings were saved.').waitFor();
  expect(await page.getByLabel('Show me in search and suggestions').isChecked()).toBe(false);
  const boxes = await activity.getByRole('checkbox').all();
  const [friends, ...others] = await Promise.all(boxes.map((box) => box.isChecked()));
  expect(friends).toBe(false);
  expect(others).not.toContain(false);
  expect((await fetch(`${server.origin}/profile/${member.id}/posts`)).status).toBe(404);

  await page.goto(`${settings}/blocked`);
  await page.getByRole('button', { name: 'Unblock Foe Tester' }).click();
  await page.getByText('You have blocked nobody.').waitFor();

  const other = await fetch(`${server.origin}/api/rest/login`, {
    method: 'POST',
    headers: {
      ...member.headers,
      oauth_token: '',
      oauth_secret: '',
      'user-agent': 'Mozilla/5.0 (iPhone) Safari/1',
    },
    body: new URLSearchParams({ email: member.email, password: testPassword }),
  });
  const { body } = (await other.json()) as { body: { oauth_token: string; oauth_secret: string } };
  await page.goto(`${settings}/devices`);
  await page.getByRole('button', { name: 'Sign out Safari on iPhone' }).click();
  await page.getByText('Signed out there.').waitFor();
  const after = await fetch(`${server.origin}/api/rest/auth/session`, {
    headers: { ...member.headers, oauth_token: body.oauth_token, oauth_secret: body.oauth_secret },
  });
  expect(after.status).toBe(401);
  await visit.context.close();
});

test('theme and reduced motion are set, and applied before the next screen is rendered', async () => {
  const visit = await openWindowAs(browser, member, { origin: server.origin });
  const { page } = visit;
  await page.goto(`${settings}/appearance`);
  const main = page.locator('main');
  await main.getByLabel('Dark', { exact: true }).check();
  await main.getByLabel(/Less motion/).check();
  await page.goto(settings);
  expect(await page.evaluate(() => ({ ...document.documentElement.dataset }))).toMatchObject({
    theme: 'dark',
    motion: 'reduce',
  });
  await page.goto(`${settings}/appearance`);
  expect([
    await main.getByLabel('Dark', { exact: true }).isChecked(),
    await main.getByLabel(/Less motion/).isChecked(),
  ]).toEqual([true, true]);
  expectNoProblems(visit);
  await visit.context.close();
});

test('an account is deleted with the password, and restored by logging in', async () => {
  const leaver = await memberOf(server, 'Leaver');
  const visit = await openWindowAs(browser, leaver, { origin: server.origin, screen: 'phone' });
  const { page } = visit;
  const isThere = async () =>
    (await fetch(`${server.origin}/profile/${leaver.id}/posts`)).status === 200;
  await page.goto(`${settings}/delete-account`);
  await page.getByLabel('I want to delete').check();
  await page.getByLabel('Your password').fill('wrong');
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.getByText('This is not your password.').waitFor();
  await expect
    .poll(() =>
      page.getByLabel('Your password').evaluate((field) => field === document.activeElement),
    )
    .toBe(true);
  await page.getByLabel('I want to delete').check();
  await page.getByLabel('Your password').fill(leaver.password);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.getByText('Your account was deleted.').waitFor();
  expect(await isThere()).toBe(false);
  const logIn = async () => {
    await page.getByLabel('E-mail address').fill(leaver.email);
    await page.getByLabel('Password', { exact: true }).fill(leaver.password);
    await page.getByRole('button', { name: 'Log in' }).click();
  };
  await logIn();
  await page.getByText('This account will be deleted on').waitFor();
  expect(await page.getByLabel('Keep my account').isChecked()).toBe(true);
  await logIn();
  await page.waitForURL('**/home');
  expect(await isThere()).toBe(true);
  await visit.context.close();
});
