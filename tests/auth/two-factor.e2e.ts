import AxeBuilder from '@axe-core/playwright';
import { Secret, TOTP } from 'otpauth';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectNoProblems, launchBrowser, openWindow } from '../support/browser.ts';
import { memberOf } from '../support/member.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { openWindowAs } from '../support/signed-in.ts';

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

/** What the app shows now, or at its next step. */
const codeOf = (secret: string, steps = 0) => new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({ timestamp: Date.now() + steps * 30_000 });

test('without script: an app is set up, its codes log in, and so does a recovery code', async () => {
  const member = await memberOf(server, 'Tilda');
  const visit = await openWindowAs(browser, member, { origin: server.origin, javaScript: false, screen: 'phone' });
  const { page } = visit;
  await page.goto('/profile/settings/two-factor');
  await page.getByLabel('Your password').fill(member.password);
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('img', { name: /QR code/ }).waitFor();
  const secret = (await page.locator('.setup-secret').textContent())!;
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByText('Two-factor log-in is on.').waitFor();
  const codes = await page.locator('.recovery-codes li').allTextContents();
  expect(codes).toHaveLength(10);
  const download = await page.getByRole('link', { name: 'Download' }).getAttribute('href');
  for (const code of codes) expect(decodeURIComponent(download!)).toContain(code);
  await page.getByRole('link', { name: 'I have kept them' }).click();
  await page.getByText('10 recovery codes are left').waitFor();
  await visit.context.close();

  const again = await openWindow(browser, { origin: server.origin, javaScript: false });
  const logIn = async () => {
    await again.page.goto('/login?next=/friends');
    await again.page.getByLabel('E-mail address').fill(member.email);
    await again.page.getByLabel('Password', { exact: true }).fill(member.password);
    await again.page.getByRole('button', { name: 'Log in' }).click();
    await again.page.getByRole('heading', { name: 'One more step' }).waitFor();
  };
  await logIn();
  await again.page.getByLabel('Code', { exact: true }).fill('12');
  await again.page.getByRole('button', { name: 'Log in' }).click();
  await again.page.getByText('This code is not right').waitFor();
  await again.page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1));
  await again.page.getByRole('button', { name: 'Log in' }).click();
  await again.page.waitForURL(/\/friends$/);
  expect((await again.context.cookies()).map(({ name }) => name)).not.toContain('hearth_step');
  await again.context.clearCookies();
  await logIn();
  await again.page.getByRole('link', { name: 'Use a recovery code' }).click();
  await again.page.getByLabel('Recovery code').fill(codes[3]!);
  await again.page.getByRole('button', { name: 'Log in' }).click();
  await again.page.waitForURL(/\/friends$/);
  await again.page.goto('/profile/settings/two-factor');
  await again.page.getByText('9 recovery codes are left').waitFor();
  await again.page.locator('form', { has: again.page.getByRole('heading', { name: 'Turn off' }) }).getByLabel('Your password').fill(member.password);
  await again.page.getByRole('button', { name: 'Turn off' }).click();
  await again.page.getByText('Two-factor log-in is off.').waitFor();
  await again.context.close();
});

test.each(['light', 'dark'] as const)('its screens hold for everyone, in the %s theme (axe)', async (colorScheme) => {
  const member = await memberOf(server, 'Axel');
  const visit = await openWindowAs(browser, member, { origin: server.origin, screen: colorScheme === 'dark' ? 'phone' : 'desktop', colorScheme });
  const { page } = visit;
  const check = async (what: string) => {
    const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze();
    expect(violations.map(({ id, nodes }) => `${what} ${id}: ${nodes[0]?.html}`)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${what} is too wide`).toBe(true);
  };
  await page.goto('/profile/settings/two-factor');
  await check('off');
  await page.getByLabel('Your password').fill(member.password);
  await page.getByRole('button', { name: 'Set up' }).click();
  const secret = (await page.locator('.setup-secret').textContent())!;
  await check('set-up');
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByText('Two-factor log-in is on.').waitFor();
  await check('codes');
  await page.goto('/profile/settings/two-factor');
  await check('on');
  expectNoProblems(visit);
  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByLabel('E-mail address').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
  await check('second step');
  await visit.context.close();
});
