import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import { launchBrowser, type ContextOptions, type Visit } from './browser.ts';
import { memberOf, type ApiMember } from './member.ts';
import { startServer, type TestServer } from './server.ts';
import { openWindowAs, whenAwake } from './signed-in.ts';

/*
 * What most browser tests begin with: a server with its own database, a browser, and two members
 * who are strangers to each other. A file that imports anything from here gets them before its
 * first test, and they end with it.
 */
export let server: TestServer;
export let browser: Browser;
export let ada: ApiMember;
export let bo: ApiMember;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchBrowser()]);
  ada = await memberOf(server, 'Ada', 'Quill');
  bo = await memberOf(server, 'Bo', 'Reed');
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

export interface OpenOptions extends Partial<ContextOptions> {
  /** What must happen in the window before the page is asked for. */
  before?: (visit: Visit) => Promise<void>;
}

/** A window of that member with the page open and awake. */
export async function openAs(
  member: ApiMember,
  path = '/home',
  { before, ...options }: OpenOptions = {},
): Promise<Visit> {
  const visit = await openWindowAs(browser, member, { origin: server.origin, ...options });
  await before?.(visit);
  await visit.page.goto(path);
  await whenAwake(visit);
  return visit;
}

/** The card of a post, wherever it is drawn. */
export const postCard = (page: Page, id: number) => page.locator(`[data-post="${id}"]`);

/** Until a toast has said it. */
export const toasted = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notices' }).getByText(text).first().waitFor();
