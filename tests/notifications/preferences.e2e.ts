import { createECDH, randomBytes } from 'node:crypto';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { act, freshText, writePost } from '../support/act.ts';
import { expectNoProblems, launchBrowser } from '../support/browser.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';
import { openWindowAs } from '../support/signed-in.ts';
import { unsubscribePath } from '../support/unsubscribe-link.ts';

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

test('without script: notification types, mail frequency, quiet hours, a muted post, and the link that ends mails', async () => {
  const visit = await openWindowAs(browser, ada, { origin: server.origin, javaScript: false });
  const { page } = visit;
  await page.goto(`${settings}/notifications`);
  await page.getByLabel('Somebody reacts to what you posted').uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your settings were saved.').waitFor();
  expect((await read('/members/settings/notifications')).formValues).not.toContain('liked');

  await page.goto(`${settings}/advancednotifications`);
  await page.getByLabel('By e-mail: Somebody mentions you').selectOption('E-mail weekly');
  await page.getByLabel('By push: Somebody mentions you').uncheck();
  await page.getByLabel('From').fill('22:00');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Choose both times, or none.').waitFor();
  // No choice is lost.
  expect(await page.getByLabel('From').inputValue()).toBe('22:00');
  expect(await page.getByLabel('By e-mail: Somebody mentions you').inputValue()).toBe('weekly');
  expect(await page.getByLabel('By push: Somebody mentions you').isChecked()).toBe(false);
  await page.getByLabel('Until').fill('07:30');
  await page.getByLabel('Pause all mails and pushes').selectOption('For a day');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your settings were saved.').waitFor();
  expect((await read('/members/settings/advancednotifications')).formValues).toMatchObject({
    email_mentioned: 'weekly',
    quiet_from: '22:00',
    quiet_to: '07:30',
    push: 1,
  });
  await page.getByLabel(/^Paused until tomorrow at/).selectOption('End the pause now');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your settings were saved.').waitFor();
  expect((await read('/members/settings/advancednotifications')).formValues).toMatchObject({
    mute_until: null,
  });

  const text = freshText('Muted');
  const id = await writePost(server, bo, text);
  await act(server, ada, '/notifications/mute', { type: 'activity_action', id });
  await page.goto(`${settings}/subscriptions`);
  await page.getByRole('link', { name: text }).waitFor();
  await page.getByRole('button', { name: `Turn on notifications: ${text}` }).click();
  await page.getByText('You are told of it again.').waitFor();
  await page.getByText('None. You find').waitFor();
  await visit.context.close();

  // The link of a mail works where somebody else is signed in.
  const mailed = async () =>
    (await read('/members/settings/advancednotifications')).formValues.email_commented;
  const bosVisit = await openWindowAs(browser, bo, { origin: server.origin, javaScript: false });
  await act(server, ada, '/members/settings/advancednotifications', { email_commented: 'at_once' });
  await bosVisit.page.goto(`${server.origin}${await unsubscribePath(server, ada)}`);
  await bosVisit.page.getByRole('button', { name: 'Stop these mails' }).click();
  await bosVisit.page.getByRole('heading', { name: 'No more of these mails' }).waitFor();
  expect(await mailed()).toBe('off');
  await bosVisit.context.close();
});

test('push: subscribes only when turned on; a push is fetched, shown, and ends with the log-out', async () => {
  const visit = await openWindowAs(browser, ada, { origin: server.origin, hasWorker: true });
  const { page, context } = visit;
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
    PushManager.prototype.getSubscription = async () => (localStorage.getItem(name) ? made : null);
    PushManager.prototype.subscribe = async () => {
      localStorage.setItem(name, 'yes');
      return made;
    };
  }, subscription);
  await page.goto('/home');
  await page.goto(`${settings}/advancednotifications`);
  await page.getByText('Off for this device.').waitFor();
  const subscriptions = () =>
    page.evaluate(async () =>
      (await (await navigator.serviceWorker.ready).pushManager.getSubscription()) ? 1 : 0,
    );
  expect(await subscriptions()).toBe(0);
  await page.getByRole('button', { name: 'Turn on here' }).click();
  await page.getByText('On for this device.').waitFor();
  expect(await subscriptions()).toBe(1);
  await page.reload();
  await page.getByText('On for this device.').waitFor();

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
        ({ title, body, data, tag }) => ({ title, body, tag, url: (data as { url: string }).url }),
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
  // A notification that Ada may not see shows no text.
  await shownAfter({ type: 'commented', id: 99_999_999 }, async () =>
    (await shown()).map(({ title }) => title).toSorted(),
  ).toEqual(['Bo Tester commented on your post.', 'There is something new for you']);

  const devices = async () => {
    const sql = postgresAt(server.databaseUrl, { max: 1 });
    const rows = await sql`select 1 from push_subscriptions where member_id = ${ada.id}`;
    await sql.end();
    return rows.length;
  };
  expect(await devices()).toBe(1);
  await page.getByRole('button', { name: 'Turn off here' }).click();
  await page.getByText('Off for this device.').waitFor();
  expect([await devices(), await subscriptions()]).toEqual([0, 0]);
  await page.getByRole('button', { name: 'Turn on here' }).click();
  await page.getByText('On for this device.').waitFor();
  await page.evaluate(() => fetch('/logout', { method: 'POST' }));
  expect(await devices()).toBe(0);
  expectNoProblems(visit);
  await context.close();
});
