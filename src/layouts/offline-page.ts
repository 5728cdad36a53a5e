import { isCached } from '#worker/client.ts';
import { isReachable, whenReachable } from './cached-page.ts';

export function startOfflinePage(): void {
  const status = document.querySelector<HTMLElement>('[data-status]')!;
  const feed = document.querySelector<HTMLAnchorElement>('[data-feed]')!;

  // At its own URL there is nothing to wait for.
  if (location.pathname !== '/offline') void whenReachable().then(() => location.reload());

  document.querySelector('[data-retry]')?.addEventListener('click', async (event) => {
    event.preventDefault();
    status.textContent = 'Trying…';
    if (await isReachable()) return location.reload();
    status.textContent =
      'Still no connection. The page opens by itself as soon as it can be reached.';
  });

  void isCached(feed.href).then((isAvailable) => (feed.hidden = !isAvailable));
}
