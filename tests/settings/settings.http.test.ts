// @module-tag rights
import { afterAll, beforeAll, expect, test } from 'vitest';
import { act } from '../support/act.ts';
import { memberOf, testPassword, type ApiMember } from '../support/member.ts';
import { PlainPage } from '../support/plain-page.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';

let server: SharedServer;
let member: ApiMember;
beforeAll(async () => {
  server = await borrowServer();
  member = await memberOf(server, 'Sera');
});
afterAll(() => server.stop());

const settings = '/profile/settings';

test('without script: privacy is changed, a member is unblocked, another device is signed out', async () => {
  const foe = await memberOf(server, 'Foe');
  await act(server, member, '/block/add', { user_id: foe.id });
  const page = new PlainPage(server, member);
  await page.open(`${settings}/privacy`);
  page.choose('Who sees your profile', 'Only me');
  page.check('Show me in search and suggestions', false);
  const activity = page.fields('Share in the feed when');
  page.check('I become friends with somebody', false);
  await page.press('Save');
  expect(page.text).toContain('Your settings were saved.');
  expect(page.isChecked('Show me in search and suggestions')).toBe(false);
  const boxes = page.fields('Share in the feed when');
  expect(boxes).toHaveLength(activity.length);
  const friends = page.field('I become friends with somebody');
  expect('checked' in friends.attribs).toBe(false);
  const others = boxes.filter((box) => box !== friends);
  expect(others).toHaveLength(boxes.length - 1);
  expect(others.filter(({ attribs }) => !('checked' in attribs))).toEqual([]);
  expect((await fetch(`${server.origin}/profile/${member.id}/posts`)).status).toBe(404);

  await page.open(`${settings}/blocked`);
  await page.press('Unblock Foe Tester');
  expect(page.text).toContain('You have not blocked anyone.');

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
  await page.open(`${settings}/devices`);
  await page.press('Sign out Safari on iPhone');
  expect(page.text).toContain('Signed out there.');
  const after = await fetch(`${server.origin}/api/rest/auth/session`, {
    headers: { ...member.headers, oauth_token: body.oauth_token, oauth_secret: body.oauth_secret },
  });
  expect(after.status).toBe(401);
});

test('an account is deleted with the password, and restored by logging in', async () => {
  const leaver = await memberOf(server, 'Leaver');
  const page = new PlainPage(server, leaver);
  const isThere = async () =>
    (await fetch(`${server.origin}/profile/${leaver.id}/posts`)).status === 200;
  const own = { title: 'Kite club', description: 'We fly kites.', category_id: 1 };
  await act(server, leaver, '/groups/create', own);
  await page.open(`${settings}/delete-account`);
  expect(page.text).toContain('Kite club (group) is archived');
  page.check('I want to delete');
  page.fill('Your password', 'wrong');
  await page.press('Delete account');
  expect(page.text).toContain('This password is wrong.');
  page.check('I want to delete');
  page.fill('Your password', leaver.password);
  await page.press('Delete account');
  expect(page.text).toContain('Your account is hidden and will be deleted');
  expect(await isThere()).toBe(false);
  const logIn = async () => {
    page.fill('E-mail address', leaver.email);
    page.fill('Password', leaver.password);
    await page.press('Log in');
  };
  await logIn();
  expect(page.text).toContain('This account will be deleted on');
  expect(page.isChecked('Keep my account')).toBe(true);
  await logIn();
  expect(page.path).toBe('/home');
  expect(await isThere()).toBe(true);
});
