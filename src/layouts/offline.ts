// Shows on every member screen that the network is down, and blocks links that would lead to an
// error page.
import { offlineText } from '#lib/rest.ts';
import { toast } from '#ui/toast.ts';
import { deletePrivateCaches, isCached } from '#worker/client.ts';

export function startOfflineNote(): void {
  /** The time this page was cached, if the service worker served it from its cache. */
  const { kept: cachedAt } = document.documentElement.dataset;

  // Screen readers need a live region that exists before its text.
  const note = document.createElement('p');
  note.className = 'offline-note';
  note.role = 'status';
  document.querySelector('.topbar')?.append(note);

  function show(): void {
    note.textContent = navigator.onLine ? '' : 'You are offline. What you write is kept here.';
  }

  if (cachedAt)
    void import('./cached-page.ts').then(({ showCachedNote }) => showCachedNote(note, cachedAt));
  else {
    addEventListener('online', show);
    addEventListener('offline', show);
    show();
  }

  async function navigateTo(address: string): Promise<void> {
    if (await isCached(address)) location.assign(address);
    else toast.info('You are offline. This page opens when you are back.');
  }

  addEventListener('click', (event) => {
    if (navigator.onLine || event.defaultPrevented) return;
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
    // Fragments of this page work offline.
    if (!link || link.getAttribute('href')!.startsWith('#')) return;
    event.preventDefault();
    void navigateTo(link.href);
  });

  addEventListener('submit', (event) => {
    if (navigator.onLine || event.defaultPrevented) return;
    const form = event.target as HTMLFormElement;
    if (form.getAttribute('method') === 'dialog') return;
    event.preventDefault();
    if (form.getAttribute('action') !== '/logout') return void toast.info(offlineText);
    void deletePrivateCaches();
    toast.warning('You are offline. Sign out again when you are back.');
  });
}
