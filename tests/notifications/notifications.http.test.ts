import { afterAll, beforeAll, expect, test } from 'vitest';
import { act, freshText, writePost } from '../support/act.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { PlainPage } from '../support/plain-page.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';
import { unsubscribePath } from '../support/unsubscribe-link.ts';

let server: SharedServer;
let ada: ApiMember;
let bo: ApiMember;
beforeAll(async () => {
  server = await borrowServer();
  [ada, bo] = [await memberOf(server, 'Ada'), await memberOf(server, 'Bo')];
});
afterAll(() => server.stop());

test('without script notifications are read, marked and followed', async () => {
  const id = await writePost(server, ada, freshText('Hello'));
  await act(server, bo, '/advancedactivity/like', { action_id: id });
  const page = new PlainPage(server, ada);
  await page.open('/home');
  const tab = page.links('Notifications').at(-1)!;
  expect(tab.attribs.href).toBe('/notifications');
  await page.open(tab.attribs.href!);
  await page.press('Mark as read', 'Bo Tester reacted to your post');
  await page.press('Mark as unread');
  await page.press('Mark all as read');
  expect(page.buttons('Mark all as read')).toEqual([]);
  await page.open(page.links('Bo Tester reacted to your post')[0]!.attribs.href!);
  expect(page.url.pathname).toBe(`/posts/${id}`);
  await page.open('/notifications?show=unread');
  expect(page.text).toContain('You are all caught up.');
});

const settings = '/profile/settings';
async function read(path: string): Promise<Record<string, unknown>> {
  const answer = await fetch(`${server.origin}/api/rest/members/settings/${path}`, {
    headers: ada.headers,
  });
  return ((await answer.json()) as { body: { formValues: Record<string, unknown> } }).body
    .formValues;
}

test('without script: notification types, mail frequency, quiet hours, a pause, and a muted post', async () => {
  const page = new PlainPage(server, ada);
  const saved = async () => {
    await page.press('Save');
    expect(page.text).toContain('Your settings were saved.');
  };
  await page.open(`${settings}/notifications`);
  page.check('Somebody reacts to what you posted', false);
  await saved();
  expect(await read('notifications')).not.toContain('liked');

  await page.open(`${settings}/advancednotifications`);
  page.choose('By e-mail: Somebody mentions you', 'E-mail weekly');
  page.check('By push: Somebody mentions you', false);
  page.fill('From', '22:00');
  await page.press('Save');
  expect(page.text).toContain('Choose both times, or none.');
  // No choice is lost.
  expect(page.value('From')).toBe('22:00');
  expect(page.value('By e-mail: Somebody mentions you')).toBe('weekly');
  expect(page.isChecked('By push: Somebody mentions you')).toBe(false);
  page.fill('Until', '07:30');
  page.choose('Pause all e-mails and pushes', 'For a day');
  await saved();
  expect(await read('advancednotifications')).toMatchObject({
    email_mentioned: 'weekly',
    quiet_from: '22:00',
    quiet_to: '07:30',
    push: 1,
  });
  page.choose('Paused until tomorrow at', 'End the pause now');
  await saved();
  expect(await read('advancednotifications')).toMatchObject({ mute_until: null });

  const text = freshText('Muted');
  const id = await writePost(server, bo, text);
  await act(server, ada, '/notifications/mute', { type: 'activity_action', id });
  await page.open(`${settings}/subscriptions`);
  expect(page.links(text)).toHaveLength(1);
  await page.press(`Turn on notifications: ${text}`);
  expect(page.text).toContain('Notifications are back on.');
  expect(page.text).toContain('None. You find');
});

test('the link that ends mails works without script where somebody else is signed in', async () => {
  await act(server, ada, '/members/settings/advancednotifications', { email_commented: 'at_once' });
  const page = new PlainPage(server, bo);
  await page.open(await unsubscribePath(server, ada));
  await page.press('Stop these mails');
  expect(page.texts('h1')).toContain('You are unsubscribed');
  expect((await read('advancednotifications')).email_commented).toBe('off');
});
