// @module-tag races
// @module-tag rights
// @module-tag stores
import { join } from 'node:path';
import type { Browser, Page, Route } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { act } from '../support/act.ts';
import { answered } from '../support/answered.ts';
import { expectAccessible, expectNoFaults } from '../support/axe.ts';
import { expectNoProblems, launchBrowser, type Visit } from '../support/browser.ts';
import { fixture } from '../support/files.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';
import { openWindowAs, waitForHydration } from '../support/signed-in.ts';

let server: SharedServer;
let browser: Browser;
let ada: ApiMember;
let bo: ApiMember;
let mine: Visit;
let otherVisit: Visit;
beforeAll(async () => {
  [server, browser] = await Promise.all([borrowServer(), launchBrowser()]);
  [ada, bo] = await Promise.all([memberOf(server, 'Ada', 'Quill'), memberOf(server, 'Bo', 'Reed')]);
  await act(server, ada, '/user/add', { user_id: bo.id });
  await act(server, bo, '/user/confirm', { user_id: ada.id });
  [mine, otherVisit] = await Promise.all([
    openWindowAs(browser, ada, server),
    openWindowAs(browser, bo, { origin: server.origin, screen: 'phone' }),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const visit = async ({ page }: Visit, path: string) => {
  await page.goto(path);
  await waitForHydration({ page } as Visit);
};
const log = (page: Page) => page.getByRole('log');
const box = (page: Page) => page.getByRole('textbox', { name: /^Write to/ });
const toast = (page: Page, text: string) =>
  page.locator('.toast').filter({ hasText: text }).first().waitFor();
const badge = (page: Page) => page.locator('#messages-popup-new');

test('one writes from a profile, the other replies: toasts, badges, typing and receipts on two screens', async () => {
  const { page } = mine;
  await visit(mine, `/profile/${bo.id}/posts`);
  await page.getByRole('button', { name: 'Message', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'New message' });
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect
    .poll(() => dialog.getByRole('alert').allTextContents())
    .toEqual(['Title is required', 'Message is required']);
  await dialog.getByLabel('Title').fill('The lamp');
  await dialog.getByLabel('Message', { exact: true }).fill('Is it yours?');
  // Typed text is kept when sending fails.
  await page.route('**/messages/compose', (route) => route.abort(), { times: 1 });
  await dialog.getByRole('button', { name: 'Send' }).click();
  await toast(page, 'Error sending message');
  expect(await dialog.getByLabel('Message', { exact: true }).inputValue()).toBe('Is it yours?');
  mine.problems.length = 0;
  await dialog.getByRole('button', { name: 'Send' }).click();
  await toast(page, 'Message sent!');
  await log(page).getByText('Is it yours?').waitFor();

  const other = otherVisit.page;
  await visit(otherVisit, '/home');
  await expect.poll(() => badge(other).textContent()).toBe('1 unread');
  await other.getByRole('button', { name: 'Messages' }).click();
  const row = other.locator('#messages-popup').getByRole('link', { name: /Ada Quill/ });
  expect((await row.boundingBox())!.height).toBe(75);
  await row.click();
  await other.waitForURL('**/messages/*');
  await waitForHydration(otherVisit);
  await log(other).getByText('Is it yours?').waitFor();
  await expect.poll(() => badge(other).textContent()).toBe('');
  await log(page).getByText('Seen').waitFor();
  await box(other).fill('It is');
  await log(page).getByText('Bo Reed is typing').waitFor();
  await other.getByRole('button', { name: 'Send' }).click();
  await toast(other, 'Message sent successfully');
  await log(page).getByText('It is', { exact: true }).waitFor();
  await expect
    .poll(() => log(other).locator('.message-sent .message-body').allTextContents())
    .toEqual(['It is']);
  await expect
    .poll(() => log(other).locator('.message-received .message-body').allTextContents())
    .toEqual(['Is it yours?']);
  await expect.poll(() => log(other).locator('.message-day').allTextContents()).toEqual(['Today']);
  expectNoProblems(mine);
  expectNoProblems(otherVisit);
});

test('the message box stays open across pages, collapses, keeps the draft, and closes', async () => {
  const { page } = mine;
  const panel = page.getByRole('region', { name: /^Message box/ });
  await box(page).fill('Half a thou');
  await visit(mine, '/home');
  await panel.waitFor();
  await expect.poll(() => box(page).inputValue()).toBe('Half a thou');
  await panel.getByRole('button', { name: 'Hide message box' }).click();
  await visit(mine, '/friends');
  await panel.getByRole('button', { name: 'Show message box' }).click();
  await box(page).press('End');
  await box(page).pressSequentially('ght');
  await box(page).press('Enter');
  await toast(page, 'Message sent successfully');
  await log(otherVisit.page).getByText('Half a thought').waitFor();
  await expectNoFaults(page, 'message box', { within: '.message-box', beyond: 'everything' });
  await panel.getByRole('button', { name: 'Close message box' }).click();
  await visit(mine, '/home');
  expect(await panel.count()).toBe(0);
  expectNoProblems(mine);
});

test('the popup of the header starts a new message', async () => {
  const { page } = mine;
  await visit(mine, '/contact');
  await page.getByRole('button', { name: 'Messages' }).click();
  await page.locator('#messages-popup').getByRole('button', { name: 'New message' }).click();
  const dialog = page.getByRole('dialog', { name: 'New message' });
  await dialog.getByLabel('Title').waitFor();
  expect(await page.locator('#messages-popup').isVisible()).toBe(false);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expectNoProblems(mine);
});

const isSent = (route: Route) => route.request().method() === 'POST';

test('without a network a message survives a reload and is sent once', async () => {
  const { page } = otherVisit;
  const tunnel = (route: Route) => (isSent(route) ? route.abort() : route.fallback());
  await page.route('**/messages/view/*', tunnel);
  await box(page).fill('From the tunnel');
  await page.getByRole('button', { name: 'Send' }).click();
  await log(page).getByText('Waiting for a connection.').waitFor();
  await page.reload();
  await log(page).getByText('Waiting for a connection.').waitFor();
  // It is sent from any other screen too, once the network is back.
  const conversation = new URL(page.url()).pathname;
  await visit(otherVisit, '/home');
  await page.unroute('**/messages/view/*', tunnel);
  await toast(page, 'Message sent successfully');
  await visit(otherVisit, conversation);
  await expect.poll(() => log(page).getByText('From the tunnel').count()).toBe(1);
  otherVisit.problems.length = 0;
});

test('a refused message returns to its input', async () => {
  const { page } = otherVisit;
  await page.route('**/messages/view/*', (route) =>
    isSent(route)
      ? route.fulfill({
          status: 401,
          json: { status_code: 401, error: true, error_code: 'unauthorized', message: 'No.' },
        })
      : route.fallback(),
  );
  await box(page).fill('Not now');
  await page.getByRole('button', { name: 'Send' }).click();
  await toast(page, 'Failed to send message');
  await expect.poll(() => box(page).inputValue()).toBe('Not now');
  await page.unroute('**/messages/view/*');
  await box(page).fill('');
  otherVisit.problems.length = 0;
});

test('photos are chosen, dropped, pasted, described, ordered, removed, cancelled, kept over a reload offline, opened large', async () => {
  const { page } = mine;
  const id = Number(new URL(otherVisit.page.url()).pathname.split('/').at(-1));
  await visit(mine, `/messages/${id}`);
  const strip = page.getByRole('list', { name: 'Photos of this message' });
  const names = ['landscape.jpg', 'square.jpg'].map((name) =>
    join(import.meta.dirname, '../fixtures', name),
  );
  await page.locator('.message-input input[type=file]').setInputFiles(names);
  // A third by drag and drop, a fourth from the clipboard; other files are refused with a message.
  for (const [type, name] of [
    ['drop', 'dropped.png'],
    ['paste', 'pasted.png'],
    ['paste', 'notes.txt'],
  ] as const) {
    await box(page).evaluate(
      (field, [kind, file]) => {
        const transfer = new DataTransfer();
        const isPicture = file.endsWith('.png');
        const bytes = Uint8Array.from(
          atob(
            'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
          ),
          (letter) => letter.charCodeAt(0),
        );
        transfer.items.add(new File([bytes], file, { type: isPicture ? 'image/png' : 'text/csv' }));
        field.dispatchEvent(
          kind === 'drop'
            ? new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true })
            : new ClipboardEvent('paste', {
                clipboardData: transfer,
                bubbles: true,
                cancelable: true,
              }),
        );
      },
      [type, name] as const,
    );
  }
  await toast(page, 'notes.txt is not a photo.');
  await expect.poll(() => strip.getByRole('listitem').count()).toBe(4);
  await strip.getByRole('button', { name: 'Remove photo 4' }).click();
  await strip.getByRole('button', { name: /^Photo 2 of 3/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Photos of this message' });
  await dialog.getByRole('textbox', { name: /^Describe photo 2/ }).fill('A square');
  await dialog.getByRole('button', { name: 'Move photo 2 earlier' }).click();
  await expectAccessible(page, 'photos of a message', { within: '.dialog[open]' });
  await dialog.getByRole('button', { name: 'Done' }).click();
  await strip.getByRole('button', { name: 'Photo 1 of 3, A square: describe or move' }).waitFor();

  // Nothing arrives: the photos stay on the device, also through a reload, and can be cancelled.
  const tunnel = (route: Route) => (isSent(route) ? route.abort() : route.fallback());
  await page.route('**/messages/view/*', tunnel);
  await page.getByRole('button', { name: 'Send' }).click();
  await log(page).getByText('Waiting for a connection.').waitFor();
  await page.reload();
  await log(page).getByText('Waiting for a connection.').waitFor();
  await expect.poll(() => page.locator('.message-waiting .message-photos img').count()).toBe(3);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await strip.getByRole('button', { name: /^Photo 1 of 3, A square/ }).waitFor();
  await box(page).fill('Three of them');
  await page.getByRole('button', { name: 'Send' }).click();
  await log(page).getByText('Waiting for a connection.').waitFor();
  await page.unroute('**/messages/view/*', tunnel);
  await page.locator('.message-waiting').waitFor({ state: 'detached' });
  await expect.poll(() => strip.count()).toBe(0);
  mine.problems.length = 0;

  const other = otherVisit.page;
  const grid = log(other).locator('.message-photos').last();
  await log(other).getByText('Three of them').waitFor();
  await expect
    .poll(() =>
      grid
        .locator('picture img')
        .evaluateAll((all) => all.map((one) => (one as HTMLImageElement).alt)),
    )
    .toEqual(['A square', 'Photo 2 of 3', 'Photo 3 of 3']);
  await grid.getByRole('link').first().click();
  const viewer = other.getByRole('dialog', { name: 'Photos of the conversation' });
  await viewer.getByRole('img', { name: 'A square' }).waitFor();
  await other.keyboard.press('ArrowRight');
  await viewer.getByText('2 / 3').waitFor();
  await expectAccessible(other, 'a photo of a message', { within: '.photo-viewer' });
  await other.keyboard.press('Escape');
  await viewer.waitFor({ state: 'detached' });
  await expect
    .poll(() =>
      grid
        .getByRole('link')
        .first()
        .evaluate((link) => link === document.activeElement),
    )
    .toBe(true);

  await visit(mine, '/messages');
  await page.locator('.inbox-rows').getByText('You: Three of them').waitFor();
  expectNoProblems(mine);
  expectNoProblems(otherVisit);
});

describe('a long conversation', () => {
  let id: number;
  beforeAll(async () => {
    const { conversation } = await act<{ conversation: { conversation_id: number } }>(
      server,
      bo,
      '/messages/compose',
      { toValues: ada.id, title: 'Long', body: 'Number 0 marzipan' },
    );
    id = conversation.conversation_id;
    // The last one by the interface, which keeps what the inbox lists up to date.
    const bodyOf = (count: number) => `Number ${count}\n${'word '.repeat((count * 7) % 40)}`;
    const earlier = Array.from({ length: 69 }, (_, index) => index + 1);
    const sql = postgresAt(server.databaseUrl, { max: 1 });
    await sql`
    insert into messages ${sql(
      earlier.map((count) => ({
        conversation_id: id,
        author_id: count % 3 ? bo.id : ada.id,
        body: bodyOf(count),
      })),
    )}`;
    await sql.end();
    await act(server, bo, `/messages/view/${id}`, { body: bodyOf(70), after: 999_999_999 });
  });
  afterEach(() => expectNoProblems(mine));

  test('loads older messages on scrolling up', async () => {
    const { page } = mine;
    await visit(mine, '/messages');
    const heading = page.getByRole('heading', { name: 'Messages', level: 1 });
    await heading.waitFor();
    const unread = page.locator('.inbox-rows .inbox-row-unread').filter({ hasText: 'Long' });
    await unread.click();
    await page.waitForURL(`**/messages/${id}`);
    await waitForHydration(mine);
    await log(page).getByText('Number 70').waitFor();
    const older = page.waitForResponse((answer) => answer.url().includes('before='));
    await log(page).evaluate((element) => element.scrollTo({ top: -element.scrollHeight }));
    const before = await log(page)
      .getByText('Number 21')
      .evaluate((element) => element.getBoundingClientRect().top);
    await older;
    await log(page).getByText('Number 0 marzipan').waitFor({ state: 'attached' });
    const after = await log(page)
      .getByText('Number 21')
      .evaluate((element) => element.getBoundingClientRect().top);
    // The day label moves up to its first message; the scroll position stays.
    expect(Math.abs(after - before)).toBeLessThan(60);
    await expectNoFaults(page, 'messages', { within: '.messages', beyond: 'everything' });
  });

  test('is found by an old message', async () => {
    const { page } = mine;
    await visit(mine, '/messages');
    await page.getByRole('searchbox', { name: 'Search messages' }).fill('marzi');
    await page.getByRole('searchbox', { name: 'Search messages' }).press('Enter');
    await page.locator('.inbox-rows a').filter({ hasText: 'marzipan' }).click();
    await page.locator('.message-found').getByText('Number 0 marzipan').waitFor();
    await page.getByRole('link', { name: 'Newest messages' }).click();
    await page.waitForURL(
      ({ pathname, search }) => pathname === `/messages/${id}` && search === '',
    );
    await waitForHydration(mine);
  });

  test('is deleted from its menu', async () => {
    const { page } = mine;
    await visit(mine, `/messages/${id}`);
    await page.getByRole('button', { name: 'Conversation', exact: true }).click();
    await page.getByRole('button', { name: 'Delete conversation' }).click();
    await page
      .getByRole('dialog', { name: 'Delete conversation' })
      .getByRole('button', { name: 'Delete conversation' })
      .click();
    await toast(page, 'Conversation deleted successfully');
    await page.waitForURL('**/messages');
    expect(await page.locator('.inbox-rows').getByText('Long').count()).toBe(0);
  });
});

test('Hebrew subjects, previews and addresses are aligned', async () => {
  const { page } = mine;
  const hebrew = await act<{ conversation: { conversation_id: number } }>(
    server,
    ada,
    '/messages/compose',
    { toValues: bo.id, title: 'שבת', body: 'מה שלומכם?' },
  );
  const hebrewId = hebrew.conversation.conversation_id;
  await visit(mine, '/messages');
  const row = page.locator('.inbox-row', { hasText: 'You: מה שלומכם?' });
  await row.waitFor();
  const at = await row.evaluate((element) => {
    const boxOf = (selector: string, start: number, end: number) => {
      const range = document.createRange();
      const text = element.querySelector(selector)!.firstChild!;
      range.setStart(text, start);
      range.setEnd(text, end);
      return range.getBoundingClientRect();
    };
    return {
      line: element.querySelector('.inbox-row-text')!.getBoundingClientRect().left,
      subject: boxOf('.inbox-row-title', 0, 3).left,
      firstLetter: boxOf('.inbox-row-preview [dir]', 0, 1).left,
      questionMark: boxOf('.inbox-row-preview [dir]', 9, 10).left,
    };
  });
  expect(at.subject).toBeCloseTo(at.line, 0);
  expect(at.questionMark).toBeLessThan(at.firstLetter);

  await visit(mine, `/messages/${hebrewId}`);
  const who = page.locator('.conversation-who');
  expect(
    await who.locator('p').evaluate((line) => {
      const range = document.createRange();
      range.selectNodeContents(line);
      return range.getBoundingClientRect().left - line.getBoundingClientRect().left;
    }),
  ).toBeCloseTo(0, 0);

  await act(server, ada, `/messages/view/${hebrewId}`, {
    body: 'ראו https://example.org/ היום',
  });
  const [start, slash] = await page
    .getByRole('log')
    .getByRole('link', { name: 'https://example.org/' })
    .evaluate((link) =>
      [0, link.textContent.length - 1].map((index) => {
        const range = document.createRange();
        range.setStart(link.firstChild!, index);
        range.setEnd(link.firstChild!, index + 1);
        return range.getBoundingClientRect().left;
      }),
    );
  expect(slash, 'the last slash of an address is at its end').toBeGreaterThan(start!);
  expectNoProblems(mine);
});

test('a request from a stranger is separate, with its photos closed, until it is accepted', async () => {
  const eve = await memberOf(server, 'Eve', 'Stone');
  const body = new FormData();
  for (const [name, value] of Object.entries({
    toValues: String(ada.id),
    title: 'Hello',
    body: 'We do not know each other',
    filedata0: fixture('square.jpg'),
  }))
    body.append(name, value);
  const begun = (await (
    await fetch(`${server.origin}/api/rest/messages/compose`, {
      method: 'POST',
      headers: eve.headers,
      body,
    })
  ).json()) as { body: { conversation: { conversation_id: number } } };
  const { conversation } = begun.body;
  const { page } = mine;
  await visit(mine, '/messages');
  expect(await page.locator('.inbox-rows').getByText('Eve Stone').count()).toBe(0);
  await page.getByRole('link', { name: 'Requests (1)' }).click();
  await page
    .locator('.inbox-rows')
    .getByRole('link', { name: /Eve Stone/ })
    .click();
  await page.waitForURL(({ pathname }) => pathname === `/messages/${conversation.conversation_id}`);
  await waitForHydration(mine);
  // Photos from a stranger are collapsed.
  const photo = log(page).getByRole('img', { name: 'Photo' });
  const isLoaded = () =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').some(({ name }) => /\/media\/\d+\//.test(name)),
    );
  await log(page).getByText('1 photo').waitFor();
  expect([await photo.isVisible(), await isLoaded()]).toEqual([false, false]);
  await log(page).getByText('Show').click();
  await photo.waitFor();
  await expect.poll(isLoaded).toBe(true);
  // A request shows the request folder beside it; once accepted, the inbox, where it is read.
  const folder = page.getByRole('navigation', { name: 'Folders' }).locator('[aria-current=page]');
  await visit(mine, `/messages/${conversation.conversation_id}`);
  await log(page).getByText('1 photo').waitFor();
  await expect.poll(() => folder.textContent()).toBe('Requests (1)');
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('button', { name: 'Accept' }).waitFor({ state: 'detached' });
  await log(page).getByText('1 photo').waitFor({ state: 'detached' });
  await photo.waitFor();
  await page.getByRole('link', { name: 'Requests', exact: true }).waitFor();
  await expect.poll(() => folder.textContent()).toBe('Inbox');
  const accepted = page.locator('.inbox-rows').getByRole('link', { name: /Eve Stone/ });
  await accepted.waitFor();
  await page
    .locator('.inbox-rows .inbox-row-unread')
    .filter({ hasText: 'Eve Stone' })
    .waitFor({ state: 'detached' });
  await visit(mine, '/messages');
  await accepted.waitFor();
  expectNoProblems(mine);
});

/** Opens a conversation that Ada has begun with a new member, and its menu. */
async function openMenu(name: string) {
  const member = await memberOf(server, name, 'Stone');
  const { conversation } = await act<{ conversation: { conversation_id: number } }>(
    server,
    ada,
    '/messages/compose',
    { toValues: member.id, title: 'Hello', body: 'We do not know each other' },
  );
  await visit(mine, `/messages/${conversation.conversation_id}`);
  const menu = mine.page.getByRole('button', { name: 'Conversation', exact: true });
  await menu.click();
  return { member, id: conversation.conversation_id, menu };
}

test('the notifications of a conversation are turned off from its menu', async () => {
  const { page } = mine;
  const { menu } = await openMenu('Fay');
  await answered(page, '/mute', () =>
    page.getByRole('button', { name: 'Turn off notifications' }).click(),
  );
  await menu.click();
  await page.getByRole('button', { name: 'Turn on notifications' }).waitFor();
  expectNoProblems(mine);
});

test('after a block nobody can write, and earlier messages stay', async () => {
  const { page } = mine;
  const { member, id } = await openMenu('Gil');
  await page.getByRole('button', { name: 'Block Gil Stone' }).click();
  await page
    .getByRole('dialog', { name: 'Block User' })
    .getByRole('button', { name: 'Block User' })
    .click();
  await page.getByText('You cannot reply to this conversation.').waitFor();
  await log(page).getByText('We do not know each other').waitFor();
  await expect.poll(() => page.getByText('Gil Stone').count()).toBe(0);
  await expect(act(server, member, `/messages/view/${id}`, { body: 'Hello?' })).rejects.toThrow();
  expectNoProblems(mine);
});
