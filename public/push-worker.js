// Shows what is pushed, and opens it when it is pressed. A push brings a type and an id only: what they stand for is asked here, as the
// member who is signed in in this browser, so nothing is shown that they may not see by now.

const [key = '', secret = ''] = (new URL(self.location.href).searchParams.get('consumer') ?? '').split(':');
const headers = { accept: 'application/json', oauth_consumer_key: key, oauth_consumer_secret: secret };

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

async function find(id) {
  const answer = await fetch('/api/rest/notifications?limit=50&unread=1', { headers, credentials: 'same-origin', signal: AbortSignal.timeout(10_000) });
  const { body } = await answer.json();
  return body?.recentUpdates?.find((one) => one.notification_id === id);
}

async function show({ id = 0 }) {
  const told = id ? await find(id).catch(() => undefined) : undefined;
  await self.registration.showNotification(told?.feed_title ?? 'There is something new for you', {
    body: told?.params.label ?? '',
    // The same again takes the place of what was shown.
    tag: `notification-${id}`,
    icon: '/icon-192.png',
    data: { id, url: told?.url ?? '/notifications' },
  });
}

self.addEventListener('push', (event) => {
  let said = {};
  try {
    said = event.data?.json() ?? {};
  } catch {
    // Not ours to understand; browsers want something shown all the same.
  }
  event.waitUntil(show(said));
});

async function open({ id, url }) {
  if (id) await fetch('/api/rest/notifications/markread', { method: 'POST', headers, credentials: 'same-origin', body: new URLSearchParams({ action_id: String(id) }) }).catch(() => undefined);
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find((one) => new URL(one.url).pathname === new URL(url, self.location.href).pathname);
  if (!there) return void (await self.clients.openWindow(url));
  await there.focus();
  await there.navigate(url).catch(() => undefined);
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data ?? { id: 0, url: '/notifications' }));
});
