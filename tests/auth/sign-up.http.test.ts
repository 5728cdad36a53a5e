// @module-tag rights
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMailServer, type MailServer } from '../support/mail.ts';
import { PlainPage } from '../support/plain-page.ts';
import { startServer, type TestServer } from '../support/server.ts';
import {
  confirmedMember,
  fillPlainSignUp,
  linkIn,
  newAddress,
  plainLogIn,
} from './plain-sign-up.ts';

// As browsers without script do it.

let server: TestServer;
let mailbox: MailServer;
beforeAll(async () => {
  mailbox = await startMailServer();
  server = await startServer({ SMTP_URL: mailbox.url });
});
afterAll(async () => {
  await server.stop();
  await mailbox.stop();
});

test('a newcomer signs up, follows the link of the mail, logs in to the requested page, and signs out', async () => {
  const page = new PlainPage(server);
  const email = newAddress();
  await fillPlainSignUp(page, email);
  expect(page.html).toContain('<title>Sign up · Hearth</title>');
  await page.press('Sign up');
  expect(page.path).toMatch(/^\/signup\/verify\?email=/);
  expect(page.texts('main').join()).toContain(email);

  await page.open(linkIn((await mailbox.mailTo(email)).text, 'signup/verify'));
  await page.press('Confirm my address');
  expect(page.text).toContain('Verification successful, redirecting to login...');
  // Browsers follow it after the time to read the message.
  expect(page.html).toMatch(/<meta http-equiv="refresh" content="[2-9];\s*url=\/login"/);

  await page.open('/home?from=test');
  expect(page.path).toBe('/login?next=%2Fhome%3Ffrom%3Dtest');
  await plainLogIn(page, email);
  expect(page.path).toBe('/home?from=test');
  expect([...page.cookies.keys()].sort()).toEqual([
    'hearth_device',
    'hearth_member',
    'hearth_secret',
    'hearth_token',
  ]);
  await page.open('/login?next=//evil.example');
  expect(page.url.origin).toBe(server.origin);

  await page.open('/logout');
  await page.press('Sign Out');
  expect(page.url.pathname).toBe('/');
  expect([...page.cookies.keys()]).not.toContain('hearth_token');
  await page.open('/home');
  expect(page.path).toContain('/login?next=');
});

test('typed values stay, passwords excepted, and the first error has the focus and a description', async () => {
  const page = new PlainPage(server);
  const email = newAddress();
  await fillPlainSignUp(page, email, { last: 'Reed "the <b>brave</b>" 🦉' });
  page.fill('Password', 'password');
  page.fill('Password again', 'password!');
  await page.press('Sign up');
  expect(page.status).toBe(400);
  expect(page.text).toContain('The passwords do not match.');
  expect(page.value('Last name')).toBe('Reed "the <b>brave</b>" 🦉');
  expect(page.value('E-mail address')).toBe(email);
  expect(page.value('Password')).toBe('');
  expect(page.isChecked('I agree')).toBe(true);
  const wrong = page.field('Password again');
  expect(page.focused).toBe(wrong);
  expect(wrong.attribs['aria-invalid']).toBe('true');
  expect(page.description('Password again')).toBe('The passwords do not match.');

  await page.open('/login');
  await plainLogIn(page, email, 'not the password');
  expect(page.text).toContain('The e-mail address or password is wrong.');
  expect(page.value('E-mail address')).toBe(email);
  expect(page.value('Password')).toBe('');
});

test('a forgotten password is replaced by the link of a mail, once', async () => {
  const email = await confirmedMember(server, mailbox);
  const page = new PlainPage(server);
  await page.open('/login');
  await page.follow('Forgot your password?');
  page.fill('E-mail address', email);
  await page.press('Send me a link');
  expect(page.text).toContain('If there is an account with this address');
  const { text } = await mailbox.mailTo(email, ({ subject }) => subject.startsWith('Choose'));
  const link = linkIn(text, 'reset-password');
  for (let look = 0; look < 2; look += 1) await page.open(link);
  expect(page.html).not.toContain(new URL(link, server.origin).pathname.split('/')[2]);
  page.fill('New password', 'another lantern');
  page.fill('New password again', 'another lantern');
  await page.press('Change password');
  expect(page.path).toBe('/login?changed');
  await plainLogIn(page, email, 'another lantern');
  expect(page.path).toBe('/home');
  await page.open(link);
  expect(page.text).toContain('This link is no longer valid');
  expect(page.html).not.toContain('New password');
});

test('a wrong link shows an error', async () => {
  const page = new PlainPage(server);
  await page.open(`/signup/verify/email/a%40b.example/token/${'f'.repeat(32)}/verify/x`);
  await page.press('Confirm my address');
  expect(page.text).toContain('This link is no longer valid. Please ask for a new one.');
  await page.open('/reset-password/abc/12');
  expect(page.text).toContain('This link is no longer valid');
  await page.open('/reset-password/abc/none');
  expect(page.status).toBe(404);
});

test('the link stays on the page, and no copy of it is kept', async () => {
  for (const path of [
    '/reset-password/abc/12',
    '/signup/verify/email/a%40b.example/token/x/verify/y',
  ]) {
    const { status, headers } = await fetch(server.origin + path);
    expect(status).toBe(200);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('private, no-store');
  }
});

test('the log-in page gives the reason, also after a session has ended, and leads a visitor back', async () => {
  const page = new PlainPage(server);
  await page.open('/home?hashtag=tea');
  expect(page.text).toContain('Log in to see the posts with this hashtag.');
  await page.open('/login?next=/posts/7&why=share');
  expect(page.value('Link of the post')).toBe(`${server.origin}/posts/7`);
  expect(page.html).toContain('Copy link');
  expect(page.buttons('Copy link'), 'what needs script').toEqual([]);
  page.cookies.set('hearth_token', '0'.repeat(32)).set('hearth_secret', '0'.repeat(64));
  await page.open('/friends');
  expect(page.path).toBe('/login?next=%2Ffriends&why=ended');
  expect(page.text).toContain('Your session has ended.');
});
