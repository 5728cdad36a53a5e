import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { fillPlainSignUp, linkIn, plainLogIn } from '../auth/plain-sign-up.ts';
import { startMailServer, type MailServer } from '../support/mail.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { PlainPage } from '../support/plain-page.ts';
import { startServer, type TestServer } from '../support/server.ts';

// Flows that start or end with a mail: an invitation, a message to the administrators, a new
// address. None needs script.

let mailbox: MailServer;
let server: TestServer;
let member: ApiMember;
beforeAll(async () => {
  mailbox = await startMailServer();
  server = await startServer({ SMTP_URL: mailbox.url, EMAIL_VERIFICATION: 'off' });
  member = await memberOf(server, 'Ivo');
});
afterAll(async () => {
  await server.stop();
  await mailbox.stop();
});

test('an invited person signs up by the link and appears in the list', async () => {
  const page = new PlainPage(server, member);
  const guest = `guest.${process.pid}@hearth.example`;
  await page.open('/invite');
  page.fill('E-mail addresses', `${guest}\nnot an address`);
  await page.press('Send invitations');
  expect(page.text).toContain('these are not e-mail addresses');
  const link = linkIn((await mailbox.mailTo(guest)).text, 'signup');

  const newcomer = new PlainPage(server);
  await newcomer.open(link);
  expect(newcomer.text).toContain('Ivo Tester invites you.');
  await fillPlainSignUp(newcomer, guest, { first: 'Gus', last: 'Guest', path: link });
  await newcomer.press('Sign up');
  expect(newcomer.path).toBe('/home');
  await newcomer.open('/friends');
  expect(newcomer.text).toContain('Ivo Tester');

  await page.open('/invite');
  expect(page.links('Gus Guest')).toHaveLength(1);
});

test('a message to the administrators arrives, and the typed text stays after an error', async () => {
  const admin = await memberOf(server, 'Ada');
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  await sql`update members set role = 'admin' where id = ${admin.id}`;
  await sql.end();
  const page = new PlainPage(server, member);
  await page.open('/contact');
  expect(page.value('E-mail address')).toBe(member.email);
  page.fill('E-mail address', 'nobody@nowhere');
  page.fill('Message', 'The fire is out.\n\nCan you help?');
  await page.press('Send');
  expect(page.text).toContain('Please enter an e-mail address');
  expect(page.value('Message')).toContain('Can you help?');
  page.fill('E-mail address', member.email);
  await page.press('Send');
  expect(page.text).toContain('Your message was sent. Thank you!');
  expect(
    (await mailbox.mailTo(admin.email, ({ subject }) => subject.startsWith('Message from'))).text,
  ).toContain('Can you help?');
});

test('a new email address counts once it is confirmed by the mail sent to it', async () => {
  const mover = await memberOf(server, 'Mo');
  const page = new PlainPage(server, mover);
  const address = `new.${mover.email}`;
  await page.open('/profile/settings');
  page.fill('E-mail address', address);
  await page.press('Save');
  expect(page.field('Your password').attribs['aria-invalid']).toBe('true');
  page.fill('Your password', mover.password);
  await page.press('Save');
  expect(page.texts('.settings-waiting').join()).toContain(address);
  const link = linkIn((await mailbox.mailTo(address)).text, 'confirm-email');
  await page.open(`${link}1`);
  await page.open(link);
  await page.press('Confirm my new address');
  expect(page.text).toContain('Your new e-mail address is now in use.');
  await plainLogIn(page, address, mover.password);
  expect(page.path).toBe('/home');
  await page.open(link);
  await page.press('Confirm my new address');
  expect(page.text).toContain('This link is no longer valid.');
});
