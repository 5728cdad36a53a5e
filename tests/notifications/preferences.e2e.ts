// @module-tag rights
// @module-tag stores
import { createECDH, randomBytes } from 'node:crypto';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { act, freshText, writePost } from '../support/act.ts';
import { expectNoProblems, launchBrowser, type Visit } from '../support/browser.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';
import { openWindowAs } from '../support/signed-in.ts';

let server: SharedServer;
let browser: Browser;
let ada: ApiMember;
let bo: ApiMember;
beforeAll(async () => {
  [server, browser] = await Promise.all([borrowServer(), launchBrowser({ isWhole: true })]);
  [ada, bo] = [await memberOf(server, 'Ada'), await memberOf(server, 'Bo')];
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const settings = '/profile/settings';
const read = async (path: string) =>
  (
    (await (await fetch(`${server.origin}/api/rest${path}`, { headers: ada.headers })).json()) as {
      body: { formValues: Record<string, unknown> };
    }
  ).body;

describe('pushes to a device', () => {
  let visit: Visit;
  let page: Page;
  let context: BrowserContext;
  beforeAll(async () => {
    visit = await openWindowAs(browser, ada, { origin: server.origin, hasWorker: true });
    ({ page, context } = visit);
    await context.grantPermissions(['notifications'], { origin: server.origin });
    // The browser's push service cannot be reached here: a fake subscription in its place.
    const pair = createECDH('prime256v1');
    pair.generateKeys();
    const subscription = {
      endpoint: 'https://push.example/device',
      keys: { p256dh: pair.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
    };
    await page.addInitScript((given) => {
      const name = 'test-subscribed';
      const unsubscribe = async () => {
        localStorage.removeItem(name);
        return true;
      };
      const made = { toJSON: () => given, unsubscribe } as unknown as PushSubscription;
      PushManager.prototype.getSubscription = async () =>
        localStorage.getItem(name) ? made : null;
      PushManager.prototype.subscribe = async () => {
        localStorage.setItem(name, 'yes');
        return made;
      };
    }, subscription);
    await page.goto('/home');
  });
  afterEach(() => expectNoProblems(visit));

  const isOn = () => page.getByText('On for this device.').waitFor();
  const isOff = () => page.getByText('Off for this device.').waitFor();
  const openSettings = () => page.goto(`${settings}/advancednotifications`);
  /** Subscriptions that the browser of this device and the server know. */
  const subscriptions = async () => {
    const own = await page.evaluate(async () =>
      (await (await navigator.serviceWorker.ready).pushManager.getSubscription()) ? 1 : 0,
    );
    const sql = postgresAt(server.databaseUrl, { max: 1 });
    const rows = await sql`select 1 from push_subscriptions where member_id = ${ada.id}`;
    await sql.end();
    return [own, rows.length];
  };

  test('are subscribed to only when they are turned on, until they are turned off', async () => {
    await openSettings();
    await isOff();
    expect(await subscriptions()).toEqual([0, 0]);
    await page.getByRole('button', { name: 'Turn on here' }).click();
    await isOn();
    expect(await subscriptions()).toEqual([1, 1]);
    await page.reload();
    await isOn();
    await page.getByRole('button', { name: 'Turn off here' }).click();
    await isOff();
    expect(await subscriptions()).toEqual([0, 0]);
  });

  test('are fetched and shown, without a text that the member may not see', async () => {
    const id = await writePost(server, ada, freshText('Pears'));
    await act(server, bo, '/advancedactivity/comment', { action_id: id, body: 'Keep one for me' });
    const { recentUpdates } = (await read('/notifications?unread=1')) as unknown as {
      recentUpdates: Array<{ notification_id: number; feed_title: string }>;
    };
    const notification = recentUpdates.find(({ feed_title }) => feed_title.includes('commented'))!;
    const session = await context.newCDPSession(page);
    const found = new Promise<string>((resolve) =>
      session.on(
        'ServiceWorker.workerRegistrationUpdated',
        ({ registrations }) => registrations[0] && resolve(registrations[0].registrationId),
      ),
    );
    await session.send('ServiceWorker.enable');
    const push = async (data: object) =>
      session.send('ServiceWorker.deliverPushMessage', {
        origin: server.origin,
        registrationId: await found,
        data: JSON.stringify(data),
      });
    const shown = () =>
      page.evaluate(async () =>
        (await (await navigator.serviceWorker.ready).getNotifications()).map(
          ({ title, body, data, tag }) => ({
            title,
            body,
            tag,
            url: (data as { url: string }).url,
          }),
        ),
      );
    // A push requested by hand is lost if the browser is not ready; a repeated one replaces the
    // first.
    const shownAfter = (data: object, read: () => Promise<unknown>) =>
      expect.poll(
        async () => {
          await push(data);
          return read();
        },
        { interval: 1_000 },
      );
    await shownAfter({ type: 'commented', id: notification.notification_id }, shown).toEqual([
      {
        title: 'Bo Tester commented on your post.',
        body: 'Keep one for me',
        tag: `notification-${notification.notification_id}`,
        url: expect.stringContaining(`/posts/${id}`),
      },
    ]);
    await shownAfter({ type: 'commented', id: 99_999_999 }, async () =>
      (await shown()).map(({ title }) => title).toSorted(),
    ).toEqual(['Bo Tester commented on your post.', 'There is something new for you']);
  });

  test('end with the log-out', async () => {
    await openSettings();
    await page.getByRole('button', { name: 'Turn on here' }).click();
    await isOn();
    await page.evaluate(() => fetch('/logout', { method: 'POST' }));
    expect((await subscriptions())[1]).toBe(0);
  });
});
