import { expect } from 'vitest';
import { expectAccessible } from './axe.ts';
import { expectNoProblems, showAs, type Visit } from './browser.ts';
import type { ApiMember } from './member.ts';
import { openWindowAs } from './signed-in.ts';
import { browser, server } from './stage.ts';

/*
 * Screens as they are when they are opened. States that need an action, such as a story that
 * plays, are checked in the test that does it.
 */

/** Expects the open screen accessible on a desktop in the light theme and on a phone in the dark one. */
export async function expectAccessibleInBothLooks({ page }: Visit, state: string): Promise<void> {
  await expectAccessible(page, `${state}, desktop`);
  await showAs(page, 'phone', 'dark');
  await expectAccessible(page, `${state}, phone`);
  await showAs(page, 'desktop', 'light');
}

/** Each screen in both looks, for what holds much that other screens have not. */
export async function expectScreensInBothLooks(
  member: ApiMember,
  screens: string[],
): Promise<void> {
  const visit = await openWindowAs(browser, member, { origin: server.origin });
  for (const screen of screens) {
    await visit.page.goto(screen);
    await expectAccessibleInBothLooks(visit, screen);
  }
  expectNoProblems(visit);
  await visit.context.close();
}

/** Half of the screens on a desktop in the light theme, the other half on a phone in the dark one. */
export async function expectScreensAccessible(member: ApiMember, screens: string[]): Promise<void> {
  const visit = await openWindowAs(browser, member, { origin: server.origin });
  const { page } = visit;
  // One look after the other: changing it takes as long as loading a screen.
  for (const isPhone of [false, true]) {
    await showAs(page, isPhone ? 'phone' : 'desktop', isPhone ? 'dark' : 'light');
    for (const screen of screens.filter((_, index) => index % 2 === Number(isPhone))) {
      const answer = await page.goto(screen);
      expect([answer?.status(), new URL(page.url()).pathname]).toEqual([200, screen]);
      await expectAccessible(page, screen);
    }
  }
  expectNoProblems(visit);
  await visit.context.close();
}
