import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { act, freshText, writePost } from '../support/act.ts';
import { expectNoProblems, launchBrowser } from '../support/browser.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';
import { openWindowAs, waitForHydration } from '../support/signed-in.ts';

let server: SharedServer;
let browser: Browser;
let ada: ApiMember;
let bo: ApiMember;
beforeAll(async () => {
  [server, browser] = await Promise.all([borrowServer(), launchBrowser()]);
  [ada, bo] = [await memberOf(server, 'Ada'), await memberOf(server, 'Bo')];
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

test('the popup shows new notifications, which are followed, marked and removed', async () => {
  const text = freshText('The pears are ripe');
  const id = await writePost(server, ada, text);
  await act(server, bo, '/advancedactivity/like', { action_id: id });
  await act(server, bo, '/advancedactivity/comment', { action_id: id, body: 'Keep one for me' });
  await act(server, bo, '/user/add', { user_id: ada.id });
  const visit = await openWindowAs(browser, ada, { origin: server.origin });
  const { page } = visit;
  await page.goto('/home');
  await waitForHydration(visit);
  const bell = page.getByRole('button', { name: 'Notifications' });
  await page
    .locator('#notifications-new', { hasText: '4 unread notifications' })
    .waitFor({ state: 'attached' });
  await bell.click();
  const rows = page.locator('#notifications .notification');
  await expect.poll(() => rows.count()).toBe(4);
  expect(await rows.allTextContents()).toEqual([
    expect.stringContaining('Bo Tester sent you a friend request.'),
    expect.stringContaining(
      'Bo Tester commented on your post.“Keep one for me”'.replace(/[“”]/g, ''),
    ),
    expect.stringContaining('Bo Tester reacted to your post.'),
    expect.stringContaining('Welcome! '),
  ]);
  await rows.nth(1).getByRole('button', { name: 'Mark as read' }).click();
  await page
    .locator('#notifications-new', { hasText: '3 unread notifications' })
    .waitFor({ state: 'attached' });
  await rows.nth(1).getByRole('button', { name: 'Mark as unread' }).click();
  await page
    .locator('#notifications-new', { hasText: '4 unread notifications' })
    .waitFor({ state: 'attached' });
  // By the keyboard, which goes on at the next row.
  await rows.nth(0).getByRole('button', { name: 'Delete' }).press('Enter');
  await expect.poll(() => rows.count()).toBe(3);
  await expect
    .poll(() =>
      rows
        .nth(0)
        .getByRole('button', { name: 'Delete' })
        .evaluate((button) => button === document.activeElement),
    )
    .toBe(true);

  await rows.nth(1).getByRole('link').click();
  await page.waitForURL(`${server.origin}/posts/${id}`);
  await page.getByText(text).waitFor();
  await page
    .locator('#notifications-new', { hasText: '2 unread notifications' })
    .waitFor({ state: 'attached' });

  await page.goto('/notifications');
  await waitForHydration(visit);
  await page.getByRole('main').getByRole('button', { name: 'Mark all as read' }).press('Enter');
  await page.getByText('Notifications marked as read').first().waitFor();
  await expect.poll(() => page.locator('main .notification-unread').count()).toBe(0);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe('Notifications');
  await page.reload();
  expect(await page.getByRole('main').getByRole('button', { name: 'Mark as unread' }).count()).toBe(
    3,
  );
  expectNoProblems(visit);
  await visit.context.close();
});
