// @module-tag kills
// @module-tag rights
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { act } from '../support/act.ts';
import { launchBrowser, type Visit } from '../support/browser.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { openWindowAs, waitForHydration } from '../support/signed-in.ts';
import { startTunnel } from '../support/tunnel.ts';

let one: TestServer;
/** A second process on the same database. */
let two: TestServer;
let tunnel: Awaited<ReturnType<typeof startTunnel>>;
let browser: Browser;
let ada: ApiMember;
let bo: ApiMember;
let mine: Visit;
let otherVisit: Visit;
let id: number;

const log = (page: Page) => page.getByRole('log');
const box = (page: Page) => page.getByRole('textbox', { name: /^Write to/ });

async function open({ page }: Visit): Promise<void> {
  await page.goto(`/messages/${id}`);
  await waitForHydration({ page } as Visit);
}

/** Resolves once the page has a stream that is open. */
const whenConnected = ({ context }: Visit) =>
  context.waitForEvent(
    'response',
    (answer) => new URL(answer.url()).pathname === '/live' && answer.ok(),
  );

beforeAll(async () => {
  [one, browser] = await Promise.all([startServer(), launchBrowser()]);
  two = await startServer({ DATABASE_URL: one.databaseUrl, DATA_DIR: one.dataDir });
  tunnel = await startTunnel(one.origin);
  [ada, bo] = await Promise.all([memberOf(one, 'Ada', 'Quill'), memberOf(two, 'Bo', 'Reed')]);
  await act(one, ada, '/user/add', { user_id: bo.id });
  await act(two, bo, '/user/confirm', { user_id: ada.id });
  const { conversation } = await act<{ conversation: { conversation_id: number } }>(
    two,
    bo,
    '/messages/compose',
    { toValues: ada.id, title: 'The lamp', body: 'Is it yours?' },
  );
  id = conversation.conversation_id;
  [mine, otherVisit] = await Promise.all([
    openWindowAs(browser, ada, { origin: tunnel.origin }),
    openWindowAs(browser, bo, { origin: two.origin, screen: 'phone' }),
  ]);
  // Polling is off, so only the stream can bring changes.
  for (const { context } of [mine, otherVisit]) {
    await context.addInitScript(() => {
      const real = globalThis.setInterval;
      Object.assign(globalThis, {
        setInterval: (work: () => void, pause: number) => (pause < 4_000 ? real(work, pause) : 0),
      });
    });
  }
});
afterAll(async () => {
  await browser?.close();
  tunnel?.stop();
  await two?.stop();
  await one?.stop();
});

test('two write to each other through two processes: typing, messages, receipts, badges and lists update by themselves', async () => {
  const [page, other] = [mine.page, otherVisit.page];
  const connected = [whenConnected(mine), whenConnected(otherVisit)];
  await Promise.all([open(mine), open(otherVisit)]);
  await Promise.all(connected);
  await log(other).getByText('Seen').waitFor();
  await box(page).fill('It is');
  await log(other).getByText('Ada Quill is typing').waitFor();
  await box(page).press('Enter');
  await log(other).getByText('It is', { exact: true }).waitFor();
  await log(other).getByText('Ada Quill is typing').waitFor({ state: 'detached' });
  await log(page).getByText('Seen').waitFor();

  // On another screen the badge and the list update, and so does the open popup.
  await page.goto('/messages');
  await waitForHydration(mine);
  await box(other).fill('Then come and get it');
  await other.getByRole('button', { name: 'Send' }).click();
  await page
    .locator('.inbox-rows .inbox-row-unread')
    .filter({ hasText: 'Then come and get it' })
    .waitFor();
  await page.locator('#messages-popup-new', { hasText: '1 unread' }).waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Messages', exact: true }).click();
  const popup = page.locator('#messages-popup');
  await popup.getByText('Then come and get it').waitFor();
  await act(two, bo, `/messages/view/${id}`, { body: 'Or shall I bring it?' });
  await popup.getByText('Or shall I bring it?').waitFor();
});

test('missed messages load after a network failure', async () => {
  const { page } = mine;
  const connected = whenConnected(mine);
  await open(mine);
  await connected;
  tunnel.close();
  await act(two, bo, `/messages/view/${id}`, { body: 'Said into a dead line' });
  tunnel.open();
  await log(page).getByText('Said into a dead line').waitFor();
});

test('missed messages load after a restart of the server, and new ones arrive', async () => {
  const { page } = mine;
  const connected = whenConnected(mine);
  await open(mine);
  await connected;
  await one.stop();
  await act(two, bo, `/messages/view/${id}`, { body: 'Said to a server that sleeps' });
  one = await startServer({
    DATABASE_URL: one.databaseUrl,
    DATA_DIR: one.dataDir,
    PORT: new URL(one.origin).port,
  });
  await log(page).getByText('Said to a server that sleeps').waitFor();
  await act(two, bo, `/messages/view/${id}`, { body: 'And once more' });
  await log(page).getByText('And once more').waitFor();
});

test('a conversation deleted elsewhere shows that', async () => {
  const connected = whenConnected(mine);
  await open(mine);
  await connected;
  await act(two, ada, '/messages/delete', { conversation_ids: id });
  await mine.page.getByText('You have deleted this conversation.').waitFor();
});

test('the screen polls when no stream is available', async () => {
  const plain = await openWindowAs(browser, bo, { origin: two.origin });
  await plain.context.route('**/live*', (route) => route.abort());
  await plain.page.goto(`/messages/${id}`);
  await waitForHydration(plain);
  const { conversation } = await act<{ conversation: { conversation_id: number } }>(
    one,
    bo,
    '/messages/compose',
    { toValues: ada.id, title: 'Again', body: 'Hello' },
  );
  await plain.page.goto(`/messages/${conversation.conversation_id}`);
  await waitForHydration(plain);
  await act(one, ada, `/messages/view/${conversation.conversation_id}`, { body: 'Asked for' });
  await log(plain.page).getByText('Asked for').waitFor();
  expect(plain.problems.filter((problem) => !problem.includes('net::ERR_FAILED'))).toEqual([]);
  await plain.context.close();
});

test('a member who is blocked, has left or is signed out sees nothing new on an open screen', async () => {
  const [cy, dee] = [await memberOf(one, 'Cy', 'Ash'), await memberOf(two, 'Dee', 'Fern')];
  await act(one, ada, '/user/add', { user_id: dee.id });
  await act(two, dee, '/user/confirm', { user_id: ada.id });
  const { conversation } = await act<{ conversation: { conversation_id: number } }>(
    two,
    dee,
    '/messages/compose',
    { toValues: `${ada.id},${cy.id}`, title: 'The hall', body: 'Who has the key?' },
  );
  const path = `/messages/view/${conversation.conversation_id}`;
  const visit = await openWindowAs(browser, dee, { origin: two.origin });
  const { page } = visit;
  const connected = whenConnected(visit);
  await page.goto(`/messages/${conversation.conversation_id}`);
  await waitForHydration(visit);
  await connected;

  await act(one, cy, '/block/add', { user_id: dee.id });
  await act(one, cy, path, { body: 'Behind a block' });
  await act(one, ada, path, { body: 'For everybody' });
  await log(page).getByText('For everybody').waitFor();
  expect(await page.getByText('Behind a block').count()).toBe(0);

  await act(one, dee, '/messages/leave', { id: conversation.conversation_id });
  await page.getByText('You cannot reply to this conversation.').waitFor();
  await act(one, ada, path, { body: 'Without Dee' });
  const apart = await act<{ conversation: { conversation_id: number } }>(
    one,
    ada,
    '/messages/compose',
    { toValues: dee.id, title: 'Apart', body: 'Are you there?' },
  );
  await page.locator('#messages-popup-new', { hasText: '1 unread' }).waitFor({ state: 'attached' });
  expect(await page.getByText('Without Dee').count()).toBe(0);

  await page.goto(`/messages/${apart.conversation.conversation_id}`);
  await waitForHydration(visit);
  await act(one, dee, '/logout', {});
  await act(one, ada, `/messages/view/${apart.conversation.conversation_id}`, {
    body: 'After the end',
  });
  // The stream has ended and the session of the poll is invalid.
  await page.waitForURL(/\/login/);
  expect(await page.getByText('After the end').count()).toBe(0);
  await page.goBack();
  await page.waitForURL(/\/login/);
  await visit.context.close();
});
