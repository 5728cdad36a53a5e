import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { expectAccessible } from '../support/axe.ts';
import { expectNoProblems, launchBrowser, openWindow } from '../support/browser.ts';
import { startMailServer, type MailServer } from '../support/mail.ts';
import { memberOf, testPassword, type ApiMember } from '../support/member.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { openWindowAs } from '../support/signed-in.ts';

// Flows that start or end with a mail: an invitation, a message to the administrators, a new
// address. None needs script.

let mailbox: MailServer;
let server: TestServer;
let browser: Browser;
let member: ApiMember;
beforeAll(async () => {
  mailbox = await startMailServer();
  [server, browser] = await Promise.all([
    startServer({ SMTP_URL: mailbox.url, EMAIL_VERIFICATION: 'off' }),
    launchBrowser(),
  ]);
  member = await memberOf(server, 'Ivo');
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  await mailbox.stop();
});

const linkIn = (text: string, path: string) => new RegExp(`http\\S+/${path}\\S*`).exec(text)![0];

test('an invited person signs up by the link and appears in the list', async () => {
  const visit = await openWindowAs(browser, member, {
    origin: server.origin,
    screen: 'phone',
    javaScript: false,
  });
  const { page } = visit;
  const guest = `guest.${process.pid}@hearth.example`;
  await page.goto('/invite');
  await page.getByLabel('E-mail addresses').fill(`${guest}\nnot an address`);
  await page.getByRole('button', { name: 'Send invitations' }).click();
  await page.getByText('these are no e-mail addresses').waitFor();
  const link = linkIn((await mailbox.mailTo(guest)).text, 'signup');

  const newcomer = await openWindow(browser, { origin: server.origin, javaScript: false });
  await newcomer.page.goto(link);
  await newcomer.page.getByText('Ivo Tester invites you.').waitFor();
  for (const [label, text] of [
    ['First name', 'Gus'],
    ['Last name', 'Guest'],
    ['E-mail address', guest],
    ['Password again', testPassword],
  ] as const)
    await newcomer.page.getByLabel(label).fill(text);
  await newcomer.page.getByLabel('Password', { exact: true }).fill(testPassword);
  await newcomer.page.getByLabel(/I agree/).check();
  await newcomer.page.getByRole('button', { name: 'Sign up' }).click();
  await newcomer.page.waitForURL(/\/home$/);
  await newcomer.page.goto('/friends');
  await newcomer.page.getByText('Ivo Tester').first().waitFor();
  await newcomer.context.close();

  await page.goto('/invite');
  await page.getByRole('link', { name: 'Gus Guest' }).waitFor();
  await visit.context.close();
  const look = await openWindowAs(browser, member, {
    origin: server.origin,
    screen: 'phone',
    colorScheme: 'dark',
  });
  for (const path of ['/invite', '/contact']) {
    await look.page.goto(path);
    await expectAccessible(look.page, path);
  }
  await look.page.goto('/invite');
  await look.page.getByRole('button', { name: 'Copy link' }).click();
  await look.page.getByText('Link copied').first().waitFor();
  expectNoProblems(look);
  await look.context.close();
});

test('a message to the administrators arrives, and the typed text stays after an error', async () => {
  const admin = await memberOf(server, 'Ada');
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  await sql`update members set role = 'admin' where id = ${admin.id}`;
  await sql.end();
  const visit = await openWindowAs(browser, member, { origin: server.origin, javaScript: false });
  const { page } = visit;
  await page.goto('/contact');
  expect(await page.getByLabel('E-mail address').inputValue()).toBe(member.email);
  await page.getByLabel('E-mail address').fill('nobody@nowhere');
  await page.getByRole('textbox', { name: 'Message' }).fill('The fire is out.\n\nCan you help?');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText(/Please enter an e-mail address/).waitFor();
  expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toContain(
    'Can you help?',
  );
  await page.getByLabel('E-mail address').fill(member.email);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Your message was sent. Thank you!').waitFor();
  expect(
    (await mailbox.mailTo(admin.email, ({ subject }) => subject.startsWith('Message from'))).text,
  ).toContain('Can you help?');
  await visit.context.close();
});

test('a new email address counts once it is confirmed by the mail sent to it', async () => {
  const mover = await memberOf(server, 'Mo');
  const visit = await openWindowAs(browser, mover, { origin: server.origin, javaScript: false });
  const { page } = visit;
  const address = `new.${mover.email}`;
  await page.goto('/profile/settings');
  await page.getByLabel('E-mail address').fill(address);
  await page.getByRole('button', { name: 'Save' }).click();
  await page
    .getByLabel('Your password')
    .and(page.locator('[aria-invalid=true]'))
    .fill(mover.password);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('.settings-waiting', { hasText: address }).waitFor();
  const link = linkIn((await mailbox.mailTo(address)).text, 'confirm-email');
  await page.goto(`${link}1`);
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm my new address' }).click();
  await page.getByText('Your new e-mail address counts from now on.').waitFor();
  await page.getByLabel('E-mail address').fill(address);
  await page.getByLabel('Password', { exact: true }).fill(mover.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL(/\/home$/);
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm my new address' }).click();
  await page.getByText('This link is not valid any more.').waitFor();
  await visit.context.close();
});
