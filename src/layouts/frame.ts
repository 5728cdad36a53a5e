// What the frame does around every member's screen, without a framework.
import { onSignOut } from '#domains/auth/session-end.ts';
import { whenShown } from '#lib/when-shown.ts';
import { startMediaLinks } from './media-links.ts';
import { startOfflineNote } from './offline.ts';
import { startWorker } from './register-worker.ts';
import { startSearchBox } from './search-box.ts';
import { startThemeToggle } from './theme-toggle.ts';
import { startTopMenu } from './top-menu.ts';

/**
 * After following a link the heading of the new screen is read out first. Back and forward keep
 * their place, and so does a link to a part.
 */
function focusHeading(): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const cameFromHere = document.referrer.startsWith(`${location.origin}/`);
  if (
    navigation?.type !== 'navigate' ||
    !cameFromHere ||
    location.hash ||
    document.activeElement !== document.body
  )
    return;
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}

export function startFrame(): void {
  startMediaLinks();
  startOfflineNote();
  startSearchBox();
  startThemeToggle();
  startTopMenu();
  const root = document.documentElement;

  // A screen drawn ahead of the click waits until it is looked at.
  if ('prerendering' in document && document.prerendering)
    document.addEventListener('prerenderingchange', focusHeading, { once: true });
  else focusHeading();

  // On a phone the open tab may be the last of a row that is longer than the screen.
  for (const row of document.querySelectorAll<HTMLElement>('.tabs')) {
    const tab = row.querySelector<HTMLElement>('[aria-current]');
    if (tab)
      row.scrollLeft = tab.offsetLeft - row.offsetLeft + (tab.offsetWidth - row.clientWidth) / 2;
  }

  // The thin bar under the header, while the next screen is on its way.
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

  // Escape puts tooltips away until the pointer moves on.
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape') root.dataset.tips = 'off';
  });
  addEventListener('pointermove', () => root.dataset.tips && delete root.dataset.tips, {
    passive: true,
  });

  onSignOut(() => location.replace('/'));

  // Whatever changes elsewhere is told, once the screen has nothing more urgent to do.
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
