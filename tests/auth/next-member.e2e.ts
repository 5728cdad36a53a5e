// @module-tag stores
import { join } from 'node:path';
import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { act, freshText, writePost } from '../support/act.ts';
import { readBrowserStores, readShown } from '../support/browser-stores.ts';
import { openWindow, type Visit } from '../support/browser.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { waitForHydration } from '../support/signed-in.ts';
import { bo, browser, openAs, server } from '../support/stage.ts';

/*
 * One browser, two members: whose session ends without the log-out form leaves nothing to the next.
 */

const photo = join(import.meta.dirname, '../fixtures/square.jpg');
const surname = 'Vandermark';
const composer = (page: Page) => page.getByRole('textbox', { name: 'What is on your mind?' });

let zoe: ApiMember;
let conversation: number;
let post: number;

beforeAll(async () => {
  zoe = await memberOf(server, 'Zoe', surname);
  await act(server, zoe, '/user/add', { user_id: bo.id });
  await act(server, bo, '/user/confirm', { user_id: zoe.id });
  const sent = await act<{ conversation: { conversation_id: number } }>(
    server,
    zoe,
    '/messages/compose',
    { toValues: bo.id, title: 'Keys', body: 'Do you have them?' },
  );
  conversation = sent.conversation.conversation_id;
  post = await writePost(server, bo, freshText('For everybody'));
  // Not friends any more, and a profile that nobody else sees: Bo has no reason to read the name.
  await act(server, bo, '/user/remove', { user_id: zoe.id });
  await act(server, zoe, '/members/settings/privacy', { privacy: 'owner' });
});

/** Waits for a page that was served for this member. */
const untilServedFor = (page: Page, { id }: ApiMember) =>
  page.waitForFunction((member) => {
    const { dataset, hidden } = document.documentElement;
    return document.readyState === 'complete' && dataset.member === member && !hidden;
  }, String(id));

async function logIn(page: Page, who: ApiMember): Promise<void> {
  await page.getByLabel('E-mail address').fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL(({ pathname }) => !pathname.startsWith('/login'));
}

const endings = {
  'was revoked': () => act(server, zoe, '/auth/sessions/revoke', { others: 1 }),
  'ended with a password changed elsewhere': async () => {
    const password = `${zoe.password} again`;
    await act(server, zoe, '/members/settings/password', {
      oldPassword: zoe.password,
      password,
      passwordConfirm: password,
    });
    zoe.password = password;
  },
  async expired() {
    const sql = postgresAt(server.databaseUrl, { max: 1 });
    await sql`
      update sessions set last_used_at = now() - interval '31 days'
      where member_id = ${zoe.id}
        and id <> (select min(id) from sessions where member_id = ${zoe.id})`;
    await sql.end();
  },
};

/** A message that cannot be sent, and a comment with a photo: returns the texts. */
async function writeElsewhere(visit: Visit): Promise<string[]> {
  const { page } = visit;
  const [message, comment] = [freshText('Letter'), freshText('Note')];
  await page.goto(`/messages/${conversation}`);
  await waitForHydration(visit);
  await page.route('**/messages/view/*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  );
  await page.getByRole('textbox', { name: /^Write to/ }).fill(message);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.goto(`/posts/${post}`);
  await waitForHydration(visit);
  await page.getByLabel('Photo for your comment').setInputFiles(photo);
  await page.getByLabel('Write a comment').fill(comment);
  await expect.poll(async () => (await readBrowserStores(page)).databases).toContain('square.jpg');
  const { local } = await readBrowserStores(page);
  for (const text of [message, comment]) expect(local).toContain(text);
  return [message, comment];
}

/** A post for Zoe alone, a draft and a search in fields of the feed: returns the texts. */
async function useFeed(visit: Visit): Promise<string[]> {
  const { page } = visit;
  const [shared, draft, query] = [freshText('Diary'), freshText('Draft'), freshText('Query')];
  await writePost(server, zoe, shared, 'onlyme');
  await page.goto('/home');
  await page.getByText(shared).first().waitFor();
  await waitForHydration(visit);
  await composer(page).fill(draft);
  await page.getByRole('searchbox', { name: 'Search' }).first().fill(query);
  await expect.poll(async () => (await readBrowserStores(page)).caches).toContain(shared);
  // Leaving the feed stores it.
  await page
    .getByRole('navigation', { name: 'Top' })
    .getByRole('link', { name: 'Portals' })
    .click();
  await page.waitForURL('**/portals');
  const { session, local } = await readBrowserStores(page);
  expect([session?.includes(shared), local?.includes(draft)]).toEqual([true, true]);
  return [shared, draft, query];
}

test.each([
  ['was revoked', [writeElsewhere, useFeed]],
  ['ended with a password changed elsewhere', [useFeed]],
  ['expired', [useFeed]],
] as const)(
  'after a session that %s the next member finds nothing of the former one',
  async (ending, steps) => {
    const visit = await openWindow(browser, { origin: server.origin, hasWorker: true });
    const { page, context } = visit;
    await page.goto('/login');
    await logIn(page, zoe);
    const secrets: string[] = [];
    for (const step of steps) secrets.push(...(await step(visit)));
    const storedByZoe = new RegExp(`(?:^|")${zoe.id}:|^private-${zoe.id}$|${surname}`, 'm');
    expect(Object.values(await readBrowserStores(page)).join('\n')).toMatch(storedByZoe);
    const expectNothing = async (state: string) => {
      const shown = await readShown(page);
      const stored = await readBrowserStores(page);
      for (const secret of secrets) {
        expect(shown.includes(secret), `${state}: ${secret}`).toBe(false);
        for (const [kind, text] of Object.entries(stored))
          expect(text.includes(secret), `${state}: ${kind}: ${secret}`).toBe(false);
      }
      for (const [kind, text] of Object.entries(stored))
        expect(text.match(storedByZoe), `${state}: ${kind}`).toBeNull();
    };

    await endings[ending]();
    await page.reload();
    await page.waitForURL(/\/login/);
    await logIn(page, bo);
    await waitForHydration(visit);
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('member')))
      .toBe(String(bo.id));
    await expectNothing('logged in');
    for (let left = await page.evaluate(() => history.length); left > 2; left -= 1) {
      await page.evaluate(() => {
        delete document.documentElement.dataset.member;
        history.back();
      });
      await untilServedFor(page, bo);
      await waitForHydration(visit);
      await expectNothing(`back at ${page.url()}`);
    }
    await page.reload();
    await untilServedFor(page, bo);
    await waitForHydration(visit);
    await expectNothing('reloaded');
    await page.goto('/home');
    await waitForHydration(visit);
    expect(await composer(page).inputValue()).toBe('');
    await expectNothing('at home');
    await context.close();
  },
);

test('a tab that is open becomes the page of whoever signs in in another one', async () => {
  const { page, context } = await openAs(zoe, '/profile/settings');
  const other = await context.newPage();
  await context.clearCookies();
  await other.goto('/login');
  await logIn(other, bo);
  await untilServedFor(page, bo);
  expect(await page.content()).not.toContain(surname);
  await context.close();
});
