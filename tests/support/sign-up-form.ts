import type { Page } from 'playwright';

interface Fields {
  first?: string;
  last?: string;
  email: string;
  password: string;
  path?: string;
}

/** Opens and fills the sign-up form. */
export async function fillSignUp(
  page: Page,
  { first = 'Nova', last = 'Reed', email, password, path = '/signup' }: Fields,
): Promise<void> {
  await page.goto(path);
  await page.getByLabel('First name').fill(first);
  await page.getByLabel('Last name').fill(last);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Password again').fill(password);
  await page.getByLabel(/I agree/).check();
}
