import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, openWindow } from '../support/browser.ts';
import { screenFaults } from '../support/screen-faults.ts';
import { listScreens, otherViewers, type Screen } from '../support/screens.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';
import { toCookies } from '../support/signed-in.ts';

let server: SharedServer;
let browser: Browser;
let screens: Screen[];

beforeAll(async () => {
  [server, browser] = await Promise.all([borrowServer(), launchBrowser()]);
  screens = await listScreens(server);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

test.each(['member', 'moderator', 'visitor', ...otherViewers] as const)(
  'as %s no screen is visibly broken',
  async (viewer) => {
    // Without script, because it is faster and draws no code either.
    const { page, context } = await openWindow(browser, {
      origin: server.origin,
      screen: 'phone',
      javaScript: false,
    });
    const found: Record<string, string[]> = {};
    for (const { path, cookie, status } of screens.filter((one) => one.viewer === viewer)) {
      await context.clearCookies();
      await context.addCookies(toCookies(cookie, server.origin));
      const answer = await page.goto(path, { waitUntil: 'load' });
      expect([path, answer?.status()]).toEqual([path, status]);
      const faults = await screenFaults(page);
      if (faults.length > 0) found[path] = faults;
    }
    expect(found).toEqual({});
    await context.close();
  },
);
