// Shows what is pushed, and opens it when it is pressed. A push brings a type and an id only: what
// they stand for is asked here, as the member who is signed in in this browser, so nothing is shown
// that they may not see by now.
import { scope, type ExtendableEvent, type PushEvent } from './scope.ts';

const [key = '', secret = ''] = (
  new URL(scope.location.href).searchParams.get('consumer') ?? ''
).split(':');
const headers = {
  accept: 'application/json',
  oauth_consumer_key: key,
  oauth_consumer_secret: secret,
};

interface Found {
  notification_id: number;
  feed_title: string;
  params: { label: string };
  url: string;
}

interface Target {
  id: number;
  url: string;
}

async function find(id: number): Promise<Found | undefined> {
  const answer = await fetch('/api/rest/notifications?limit=50&unread=1', {
    headers,
    credentials: 'same-origin',
    signal: AbortSignal.timeout(10_000),
  });
  const { body } = (await answer.json()) as { body?: { recentUpdates?: Found[] } };
  return body?.recentUpdates?.find((one) => one.notification_id === id);
}

async function show({ id = 0 }: { id?: number }): Promise<void> {
  const found = id ? await find(id).catch(() => undefined) : undefined;
  await scope.registration.showNotification(found?.feed_title ?? 'There is something new for you', {
    body: found?.params.label ?? '',
    // The same again takes the place of what was shown.
    tag: `notification-${id}`,
    icon: '/icon-192.png',
    data: { id, url: found?.url ?? '/notifications' } satisfies Target,
  });
}

export function showPush({ data }: PushEvent): Promise<void> {
  try {
    return show((data?.json() ?? {}) as { id?: number });
  } catch {
    // Not ours to understand; browsers want something shown all the same.
    return show({});
  }
}

async function open({ id, url }: Target): Promise<void> {
  if (id) {
    const body = new URLSearchParams({ action_id: String(id) });
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
  return open((notification.data as Target | null) ?? { id: 0, url: '/notifications' });
}
