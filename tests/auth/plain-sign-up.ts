import { expect } from 'vitest';
import type { MailServer } from '../support/mail.ts';
import { PlainPage } from '../support/plain-page.ts';

export const password = 'quiet lantern over water';
let count = 0;
export const newAddress = () => `newcomer${(count += 1)}@hearth.example`;

/** The address in a mail that leads to this screen. */
export const linkIn = (text: string, screen: string) =>
  new RegExp(`http\\S+/${screen}\\S*`).exec(text)![0];

/** Opens and fills the sign-up form. */
export async function fillPlainSignUp(
  page: PlainPage,
  email: string,
  { first = 'Nova', last = 'Reed', path = '/signup' } = {},
): Promise<void> {
  await page.open(path);
  page.fill('First name', first);
  page.fill('Last name', last);
  page.fill('E-mail address', email);
  page.fill('Password', password);
  page.fill('Password again', password);
  page.check('I agree');
}

export async function plainLogIn(page: PlainPage, email: string, secret = password): Promise<void> {
  page.fill('E-mail address', email);
  page.fill('Password', secret);
  await page.press('Log in');
}

/** Signs up a member and confirms the address by the mail's link; returns the address. */
export async function confirmedMember(
  server: { origin: string },
  mailbox: MailServer,
): Promise<string> {
  const email = newAddress();
  const page = new PlainPage(server);
  await fillPlainSignUp(page, email);
  await page.press('Sign up');
  await page.open(linkIn((await mailbox.mailTo(email)).text, 'signup/verify'));
  await page.press('Confirm my address');
  expect(page.text).toContain('Verification successful');
  return email;
}
