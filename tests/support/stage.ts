import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import { launchBrowser, type ContextOptions, type Visit } from './browser.ts';
import { memberOf, type ApiMember } from './member.ts';
import { borrowServer, type SharedServer } from './shared-server.ts';
import { openWindowAs, waitForHydration } from './signed-in.ts';

/*
 * Common set-up of browser tests: a server with its own database, a browser, and two members who
 * are strangers. Importing anything from here creates them before the first test and removes them
 * at the end.
 */
export let server: SharedServer;
export let browser: Browser;
export let ada: ApiMember;
export let bo: ApiMember;

beforeAll(async () => {
  [server, browser] = await Promise.all([borrowServer(), launchBrowser()]);
  ada = await memberOf(server, 'Ada', 'Quill');
  bo = await memberOf(server, 'Bo', 'Reed');
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

export interface OpenOptions extends Partial<ContextOptions> {
  /** Runs in the window before the page is requested. */
  before?: (visit: Visit) => Promise<void>;
}

/** Opens a window of that member with the page loaded and hydrated. */
export async function openAs(
  member: ApiMember,
  path = '/home',
  { before, ...options }: OpenOptions = {},
): Promise<Visit> {
  const visit = await openWindowAs(browser, member, { origin: server.origin, ...options });
  await before?.(visit);
  await visit.page.goto(path);
  await waitForHydration(visit);
  return visit;
}

/** The card of a post, wherever it is drawn. */
export const postCard = (page: Page, id: number) => page.locator(`[data-post="${id}"]`);

/** Waits for a toast with the text. */
export const waitForToast = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notices' }).getByText(text).first().waitFor();
