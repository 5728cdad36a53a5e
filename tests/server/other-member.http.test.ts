// @module-tag rights
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFirstAdminLink } from '../../scripts/launch/first-admin.ts';
import { fillPlainSignUp, newAddress } from '../auth/plain-sign-up.ts';
import { act, freshText } from '../support/act.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { PlainPage } from '../support/plain-page.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';

/* A page that was served for one member, in a browser where another has signed in since. */

let server: SharedServer;
let ada: ApiMember;
let bo: ApiMember;

beforeAll(async () => {
  server = await borrowServer();
  [ada, bo] = [await memberOf(server, 'Ada'), await memberOf(server, 'Bo')];
});
afterAll(() => server.stop());

/** Opens a page as Ada; Bo has signed in when it is used. */
async function openedBefore(path: string): Promise<PlainPage> {
  const page = new PlainPage(server, ada);
  await page.open(path);
  signInBo(page);
  return page;
}

function signInBo(page: PlainPage): void {
  for (const [name, value] of new PlainPage(server, bo).cookies) page.cookies.set(name, value);
}

const feedOf = async (who: ApiMember) =>
  JSON.stringify(
    await (
      await fetch(`${server.origin}/api/rest/advancedactivity/feeds`, { headers: who.headers })
    ).json(),
  );

test('a form with typed text is refused without script, and the next member does not see the text', async () => {
  const page = await openedBefore('/home');
  const text = freshText('Words of Ada');
  page.fill('What is on your mind?', text);
  await page.press('Post');
  expect(page.status).toBe(409);
  expect(page.text).toContain('Somebody else has logged in here.');
  expect(page.html).not.toContain(text);
  expect(await feedOf(bo)).not.toContain(text);
});

test('the same form is sent while its member is still signed in', async () => {
  const page = new PlainPage(server, ada);
  await page.open('/home');
  const text = freshText('Words of Ada');
  page.fill('What is on your mind?', text);
  await page.press('Post');
  expect(await feedOf(ada)).toContain(text);
});

test.each([
  ['a button that makes a call', () => `/profile/${bo.id}`, 'Add friend Bo Tester'],
  ['a form that its screen takes itself', () => '/profile/settings/privacy', 'Save'],
  ['the sign-out', () => '/logout', 'Sign Out'],
])('%s is refused', async (_, path, button) => {
  const page = await openedBefore(path());
  await page.press(button);
  expect(page.status).toBe(409);
});

test("the first administrator's link makes nobody else one than its page was served for", async () => {
  const path = (await createFirstAdminLink(server.databaseUrl))!;
  const forMember = await openedBefore(path);
  await forMember.press('Become the administrator');
  const forVisitor = new PlainPage(server);
  await fillPlainSignUp(forVisitor, newAddress(), { path });
  signInBo(forVisitor);
  await forVisitor.press('Create my account');
  expect([forMember.status, forVisitor.status]).toEqual([409, 409]);
  // Neither used the link up.
  const own = new PlainPage(server, ada);
  await own.open(path);
  await own.press('Become the administrator');
  expect(own.path).toBe('/home');
});

const call = (headers: Record<string, string>) =>
  fetch(`${server.origin}/api/rest/advancedactivity/feeds/post`, {
    method: 'POST',
    headers: {
      oauth_consumer_key: 'hearth-web',
      oauth_consumer_secret: 'hearth-web',
      origin: server.origin,
      ...headers,
    },
    body: new URLSearchParams({ body: freshText('By a script'), auth_view: 'everyone' }),
  });

test('a call of the page is refused by its own code', async () => {
  const answer = await call({ cookie: bo.cookie, 'hearth-member': String(ada.id) });
  expect(answer.status).toBe(409);
  expect(await answer.json()).toMatchObject({ error_code: 'other_member' });
});

test('a call of the page without a session is answered as one of an ended session', async () => {
  const answer = await call({ 'hearth-member': String(ada.id) });
  expect(await answer.json()).toMatchObject({ error_code: 'invalid_token' });
});

test.each(['0', '', 'x', '1e9'])('the id "%s" of a page gives no rights', async (id) => {
  const answer = await call({ 'hearth-member': id });
  expect(answer.status).toBe(401);
});

test('the stream of events is refused to the page', async () => {
  const open = (id: number) =>
    fetch(`${server.origin}/live?member=${id}`, { headers: { cookie: bo.cookie } });
  expect((await open(ada.id)).status).toBe(409);
  const own = await open(bo.id);
  expect(own.status).toBe(200);
  await own.body!.cancel();
});

const withoutHint = (cookie: string) => cookie.replace(/;? ?hearth_member=\d+/, '');
const setCookies = async (path: string, cookie: string) => {
  const answer = await fetch(server.origin + path, { headers: { cookie }, redirect: 'manual' });
  return answer.headers.getSetCookie().join('\n');
};

test('a screen restores the cookie by which pages learn who is signed in', async () => {
  for (const hint of ['', `; hearth_member=${ada.id}`])
    expect(await setCookies('/home', withoutHint(bo.cookie) + hint)).toMatch(
      new RegExp(`^hearth_member=${bo.id};`),
    );
  expect(await setCookies('/home', bo.cookie)).toBe('');
});

test('a screen removes the cookies of a session that has ended', async () => {
  const cy = await memberOf(server, 'Cy');
  await act(server, cy, '/logout', {});
  expect(await setCookies('/home', cy.cookie)).toMatch(/^hearth_token=;[^]*hearth_member=;/);
});
