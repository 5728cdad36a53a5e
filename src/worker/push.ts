// Shows push notifications and opens them on click. A push has a type and an id only: the text is
// requested here as the member signed in in this browser, so nothing is shown that they may no
// longer see.
import { toNotificationFields } from '#lib/wire-names.ts';
import { scope, type ExtendableEvent, type PushEvent } from './scope.ts';

const [key = '', secret = ''] = (
  new URL(scope.location.href).searchParams.get('consumer') ?? ''
).split(':');
const headers = {
  accept: 'application/json',
  oauth_consumer_key: key,
  oauth_consumer_secret: secret,
};

interface PushedNotification {
  notification_id: number;
  feed_title: string;
  params: { label: string };
  url: string;
}

interface Target {
  id: number;
  url: string;
}

async function findNotification(id: number): Promise<PushedNotification | undefined> {
  const response = await fetch('/api/rest/notifications?limit=50&unread=1', {
    headers,
    credentials: 'same-origin',
    signal: AbortSignal.timeout(10_000),
  });
  const { body } = (await response.json()) as { body?: { recentUpdates?: PushedNotification[] } };
  return body?.recentUpdates?.find((one) => one.notification_id === id);
}

async function showNotification({ id = 0 }: { id?: number }): Promise<void> {
  const found = id ? await findNotification(id).catch(() => undefined) : undefined;
  await scope.registration.showNotification(found?.feed_title ?? 'There is something new for you', {
    body: found?.params.label ?? '',
    // Replaces an earlier notification with the same tag.
    tag: `notification-${id}`,
    icon: '/icon-192.png',
    data: { id, url: found?.url ?? '/notifications' } satisfies Target,
  });
}

export function showPush({ data }: PushEvent): Promise<void> {
  try {
    return showNotification((data?.json() ?? {}) as { id?: number });
  } catch {
    // Unknown payload; browsers require a notification anyway.
    return showNotification({});
  }
}

async function openTarget({ id, url }: Target): Promise<void> {
  if (id) {
    const body = new URLSearchParams(toNotificationFields(id));
    const options: RequestInit = { method: 'POST', headers, credentials: 'same-origin', body };
    await fetch('/api/rest/notifications/markread', options).catch(() => undefined);
  }
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const { pathname } = new URL(url, scope.location.href);
  const shown = windows.find((client) => new URL(client.url).pathname === pathname);
  if (!shown) return void (await scope.clients.openWindow(url));
  await shown.focus();
  await shown.navigate(url).catch(() => undefined);
}

export function openNotification({
  notification,
}: ExtendableEvent & { notification: Notification }): Promise<void> {
  notification.close();
  return openTarget((notification.data as Target | null) ?? { id: 0, url: '/notifications' });
}
