import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  toNotification,
  type NotificationModel,
} from '#domains/notifications/notifications.model.ts';
import type { Notification } from '#domains/notifications/notifications.schema.ts';
import {
  $hasNewNotifications,
  $notifications,
  $notificationsStatus,
  $notificationStates,
  $unreadCount,
  followNotification,
  loadNotifications,
  noteServed,
  presentNotification,
  readAll,
  removeNotification,
  toggleNotification,
} from '#domains/notifications/notifications.store.ts';
import { emitLive } from '#lib/live-events.ts';
import { toast } from '#ui/toast.ts';
import { Refusal, startCallServer, type CallServer } from '../support/call-server.ts';

let server: CallServer;
const toasts: string[] = [];
beforeAll(async () => {
  server = await startCallServer();
  for (const kind of ['success', 'error', 'warning'] as const)
    vi.spyOn(toast, kind).mockImplementation((text) => {
      toasts.push(`${kind}: ${text}`);
      return () => undefined;
    });
});
afterAll(() => server.close());
beforeEach(() => {
  server.received.length = toasts.length = 0;
  $notifications.set(undefined);
  $notificationStates.set({});
  $unreadCount.set(undefined);
  $notificationsStatus.set('idle');
  $hasNewNotifications.set(false);
});

const wire = (notification_id: number, read: 0 | 1 = 0) =>
  ({
    notification_id,
    read,
    subject: { displayname: 'Ada', image_icon: '' },
    object: { type: 'user', id: 1 },
    feed_title: 'Ada is here.',
    action_type_body_params: [],
    params: {},
  }) as unknown as Notification;
const one = (id: number, read: 0 | 1 = 0) => toNotification(wire(id, read));
const refuse = (status: number) => () => {
  throw new Refusal(status);
};
const shown = (item: NotificationModel) =>
  presentNotification(item, $notificationStates.get())?.isRead;

describe('mark all as read', () => {
  test('updates the popup and the screen at once and shows a toast', async () => {
    server.on('/notifications/markallread', () => ({}));
    $notifications.set([one(1)]);
    const marking = readAll([one(2)], 5);
    expect([shown(one(1)), shown(one(2)), $unreadCount.get()]).toEqual([true, true, 0]);
    await marking;
    expect(toasts).toEqual(['success: Notifications marked as read']);
  });

  test.each([500, 0])('refused (%i), reverts everything, with the warning', async (status) => {
    server.on('/notifications/markallread', refuse(status));
    await readAll([one(1), one(2, 1)], 5);
    expect([shown(one(1)), shown(one(2, 1)), $unreadCount.get()]).toEqual([false, true, 5]);
    expect(toasts).toEqual(['warning: Error marking notifications as read']);
  });
});

describe('one notification', () => {
  test('deleted while the list is loading stays deleted, until the next list counts again', async () => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    server.on('/notifications/delete', () => ({}));
    server.on('/notifications', () =>
      held.then(() => ({
        recentUpdates: [wire(1), wire(2)],
        notificationsCount: 2,
        totalItemCount: 2,
      })),
    );
    const loading = loadNotifications();
    await removeNotification(one(1), 2);
    answer();
    await loading;
    expect([shown(one(1)), shown(one(2)), $unreadCount.get()]).toEqual([undefined, false, 1]);
    server.on('/notifications', () => ({
      recentUpdates: [wire(2)],
      notificationsCount: 1,
      totalItemCount: 1,
    }));
    await loadNotifications();
    expect([$notifications.get()?.length, shown(one(2)), $unreadCount.get()]).toEqual([
      1,
      false,
      1,
    ]);
  });

  test('is marked read and unread in the order of the clicks, with a count that never drops below zero', async () => {
    for (const path of ['/notifications/markread', '/notifications/markunread'])
      server.on(path, () => ({}));
    const reading = toggleNotification(one(1), 0);
    expect($unreadCount.get()).toBe(0);
    await Promise.all([reading, toggleNotification(one(1, 1), 0)]);
    expect(server.received.map(({ path, fields }) => [path, fields.action_id])).toEqual([
      ['/notifications/markread', '1'],
      ['/notifications/markunread', '1'],
    ]);
    expect([shown(one(1)), $unreadCount.get(), toasts]).toEqual([false, 1, []]);
  });

  test('that could not be deleted comes back', async () => {
    server.on('/notifications/delete', refuse(503));
    await removeNotification(one(1), 3);
    expect([shown(one(1)), $unreadCount.get(), toasts]).toEqual([
      false,
      3,
      ['error: Something went wrong!'],
    ]);
  });

  test('that was deleted already does not come back', async () => {
    server.on('/notifications/delete', refuse(404));
    await removeNotification(one(1), 3);
    expect([shown(one(1)), $unreadCount.get(), toasts]).toEqual([undefined, 2, []]);
  });

  test('is marked as read when followed, whatever the answer', async () => {
    server.on('/notifications/markread', refuse(500));
    followNotification(one(1), 2);
    followNotification(one(2, 1), 2);
    await expect.poll(() => $unreadCount.get()).toBe(2);
    expect([server.received.length, toasts]).toEqual([1, []]);
  });
});

describe('the popup', () => {
  test('keeps its list while it cannot be refreshed', async () => {
    server.on('/notifications', () => ({ recentUpdates: [wire(1)], notificationsCount: 1 }));
    await loadNotifications();
    server.on('/notifications', refuse(0));
    await loadNotifications();
    expect([$notificationsStatus.get(), $notifications.get(), $unreadCount.get()]).toEqual([
      'failed',
      [one(1)],
      1,
    ]);
    expect(server.received[0]!.fields).toEqual({ limit: '10' });
  });

  test('loads again after a change during loading', async () => {
    let count = 0;
    server.on('/notifications', () => ({
      recentUpdates: [wire((count += 1))],
      notificationsCount: count,
    }));
    await Promise.all([loadNotifications(), loadNotifications(), loadNotifications()]);
    await expect.poll(() => $notifications.get()).toEqual([one(2)]);
    expect(server.received).toHaveLength(2);
  });
});

test('the stream announces new notifications if there are more than the screen was served with', () => {
  noteServed(2);
  emitLive('badges', { notifications: 2, friend_requests: 0, messages: 0 });
  expect($hasNewNotifications.get()).toBe(false);
  emitLive('badges', { notifications: 3, friend_requests: 0, messages: 0 });
  expect([$hasNewNotifications.get(), $unreadCount.get()]).toEqual([true, 3]);
});
