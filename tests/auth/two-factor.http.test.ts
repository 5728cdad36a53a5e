// @module-tag rights
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberOf } from '../support/member.ts';
import { PlainPage } from '../support/plain-page.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';
import { plainLogIn } from './plain-sign-up.ts';

let server: SharedServer;
beforeAll(async () => {
  server = await borrowServer();
});
afterAll(() => server.stop());

/** The app's current code, or that of the next step. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

test('without script: an app is set up, its codes log in, and so does a recovery code', async () => {
  const member = await memberOf(server, 'Tilda');
  const page = new PlainPage(server, member);
  await page.open('/profile/settings/two-factor');
  page.fill('Your password', member.password);
  await page.press('Set up');
  expect(page.html).toMatch(/role="img" aria-label="[^"]*QR code|alt="[^"]*QR code/);
  const [secret = ''] = page.texts('.setup-secret');
  page.fill('Code', codeOf(secret));
  await page.press('Turn on');
  expect(page.text).toContain('Two-factor login is on.');
  const codes = page.texts('.recovery-codes li');
  expect(codes).toHaveLength(10);
  const download = page.href('Download');
  for (const code of codes) expect(decodeURIComponent(download)).toContain(code);
  await page.follow('I have saved them');
  expect(page.text).toContain('10 recovery codes are left');

  const again = new PlainPage(server);
  const logIn = async () => {
    await again.open('/login?next=/friends');
    await plainLogIn(again, member.email, member.password);
    expect(again.texts('h1')).toEqual(['One more step']);
  };
  await logIn();
  again.fill('Code', '12');
  await again.press('Log in');
  expect(again.text).toContain('This code is wrong');
  again.fill('Code', codeOf(secret, 1));
  await again.press('Log in');
  expect(again.path).toBe('/friends');
  expect([...again.cookies.keys()]).not.toContain('hearth_step');
  again.cookies.clear();
  await logIn();
  await again.follow('Use a recovery code');
  again.fill('Recovery code', codes[3]!);
  await again.press('Log in');
  expect(again.path).toBe('/friends');
  await again.open('/profile/settings/two-factor');
  expect(again.text).toContain('9 recovery codes are left');
  again.fill('Your password', member.password, 'Turn off');
  await again.press('Turn off');
  expect(again.text).toContain('Two-factor login is off.');
});
