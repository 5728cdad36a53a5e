// Behaviour of the frame on every member screen, without a framework.
import { isOwnBrowser } from '#lib/browser-storage.ts';
import { beginSignOut, onSignOut } from '#lib/session-end.ts';
import { whenShown } from '#lib/when-shown.ts';
import { signOutPaths } from '#worker/cache-names.ts';
import { startMediaLinks } from './media-links.ts';
import { startOfflineNote } from './offline.ts';
import { startWorker } from './register-worker.ts';
import { startSearchBox } from './search-box.ts';
import { startThemeToggle } from './theme-toggle.ts';
import { startTopMenu } from './top-menu.ts';

/**
 * After following a link the heading of the new screen is focused, so it is read out first. Back,
 * forward and links to a fragment keep their position.
 */
function focusHeading(): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isInternalLink = document.referrer.startsWith(`${location.origin}/`);
  if (
    navigation?.type !== 'navigate' ||
    !isInternalLink ||
    location.hash ||
    document.activeElement !== document.body
  )
    return;
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}

/** Deletes what belongs to others, once in each tab and at each change of the member. */
function dropOtherStores(): void {
  if (!isOwnBrowser()) void import('./member-stores.ts').then(({ dropOthers }) => dropOthers());
}

export function startFrame(): void {
  whenShown(dropOtherStores);
  startMediaLinks();
  startOfflineNote();
  startSearchBox();
  startThemeToggle();
  startTopMenu();
  const root = document.documentElement;

  // A prerendered screen waits until it is shown.
  if ('prerendering' in document && document.prerendering)
    document.addEventListener('prerenderingchange', focusHeading, { once: true });
  else focusHeading();

  // On a phone the current tab may be outside the visible part of the row.
  for (const row of document.querySelectorAll<HTMLElement>('.tabs')) {
    const tab = row.querySelector<HTMLElement>('[aria-current]');
    if (tab)
      row.scrollLeft = tab.offsetLeft - row.offsetLeft + (tab.offsetWidth - row.clientWidth) / 2;
  }

  // The progress bar below the header while the next screen loads.
  if ('navigation' in window) {
    navigation.addEventListener('navigate', (event) => {
      const isLeaving =
        !event.destination.sameDocument &&
        event.downloadRequest === null &&
        event.destination.url.startsWith(location.origin);
      if (isLeaving) root.dataset.loading = '';
    });
  }
  addEventListener('pageshow', () => delete root.dataset.loading);

  // Escape hides tooltips until the pointer moves.
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape') root.dataset.tips = 'off';
  });
  addEventListener('pointermove', () => root.dataset.tips && delete root.dataset.tips, {
    passive: true,
  });

  addEventListener('submit', ({ target, defaultPrevented }) => {
    const action = (target as HTMLFormElement).getAttribute('action') ?? '';
    const { pathname } = new URL(action, location.href);
    if (!defaultPrevented && signOutPaths.includes(pathname)) beginSignOut();
  });
  onSignOut(() => location.replace('/'));

  // Live updates start once the screen is idle.
  const reader = document.getElementById('reader');
  const listen = () => {
    const { id, lastEvent, now } = JSON.parse(reader!.textContent) as {
      id: number;
      lastEvent: string;
      now: string;
    };
    void startWorker();
    void import('#domains/live/stream.ts').then(({ startLive }) => startLive(id, lastEvent, now));
  };
  if (reader)
    whenShown(() =>
      'requestIdleCallback' in window
        ? requestIdleCallback(listen, { timeout: 5_000 })
        : setTimeout(listen, 1_000),
    );
}
