import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import { act } from './act.ts';
import { launchBrowser, type ContextOptions, type Visit } from './browser.ts';
import { memberOf, type ApiMember } from './member.ts';
import { startServer, type TestServer } from './server.ts';
import { openWindowAs, waitForHydration } from './signed-in.ts';

/*
 * Common set-up of browser tests of stories: a server with a movable clock, a browser, two members
 * who are friends, and helpers to add and open stories. Importing anything from here creates them
 * before the first test and removes them at the end.
 */
export let server: TestServer;
export let browser: Browser;
export let ada: ApiMember;
export let bo: ApiMember;

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer({ FFMPEG_PATH: 'off' }, { isTestBuild: true }),
    launchBrowser(),
  ]);
  [ada, bo] = [await memberOf(server, 'Ada', 'Quill'), await memberOf(server, 'Bo', 'Reed')];
  await befriend(ada, bo);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

export async function befriend(one: ApiMember, other: ApiMember): Promise<void> {
  await act(server, one, '/user/add', { user_id: other.id });
  await act(server, other, '/user/confirm', { user_id: one.id });
}

export const fixture = (name: string) => join(import.meta.dirname, '../fixtures', name);
export async function openAs(
  member: ApiMember,
  path: string,
  options: Partial<ContextOptions> = {},
): Promise<Visit> {
  const visit = await openWindowAs(browser, member, { origin: server.origin, ...options });
  await visit.page.goto(path);
  await waitForHydration(visit);
  return visit;
}

export const strip = (page: Page) => page.getByRole('region', { name: 'Stories' });
export const storyOf = (page: Page, name: string) =>
  strip(page).getByRole('link', { name: new RegExp(`^Story of ${name}`) });
export const player = (page: Page) => page.getByRole('dialog', { name: 'Stories' });
export const announcement = (within: Locator) => within.locator('[aria-live=polite]').first();
/** Progress of the shown story, from 0 to 1. */
export const done = (within: Locator) =>
  within
    .locator('.story-segment:not([data-is])')
    .evaluate((bar) => Number(getComputedStyle(bar).getPropertyValue('--done')));

/** Makes a call about stories like a native client. */
export async function send(
  member: ApiMember,
  method: string,
  path: string,
  body?: FormData,
): Promise<{ body: { response: Array<{ story_id: number; image: string }> } }> {
  return (
    await fetch(`${server.origin}/api/rest/advancedactivity${path}`, {
      method,
      headers: member.headers,
      ...(body ? { body } : {}),
    })
  ).json() as never;
}

/** Shares a photo as a story; returns its id. */
export async function createStory(
  member: ApiMember,
  name = 'square.jpg',
  caption = '',
): Promise<number> {
  const form = new FormData();
  form.append('filedata', new File([readFileSync(fixture(name))], name));
  if (caption) form.append('description', caption);
  return (await send(member, 'POST', '/stories/create', form)).body.response[0]!.story_id;
}

/** The dialog for a new story, with that file chosen. */
export async function choose(page: Page, name: string): Promise<Locator> {
  await strip(page).getByRole('button', { name: 'Add story' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add story' });
  await dialog.locator('.file-drop-input').setInputFiles(fixture(name));
  return dialog;
}

export async function shareStory(page: Page, name: string, caption: string): Promise<void> {
  await choose(page, name);
  await share(page, caption);
}

/** Shares the chosen file. */
export async function share(page: Page, caption: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Add story' });
  await dialog.getByLabel('Caption').fill(caption);
  await dialog.getByRole('button', { name: 'Share story' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Story created!').first().waitFor();
}
