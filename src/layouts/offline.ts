// Says on every member's screen that the network is away, and keeps the screen: a press on a link
// would leave it for nothing.
import { offlineText } from '#lib/rest.ts';
import { toast } from '#ui/toast.ts';
import { deletePrivateCaches, isKept } from '#worker/client.ts';

export function startOfflineNote(): void {
  /** When the service worker kept this page, if it brought it because the network was away. */
  const { kept } = document.documentElement.dataset;

  // Screen readers listen to a region that was there before its text.
  const note = document.createElement('p');
  note.className = 'offline-note';
  note.role = 'status';
  document.querySelector('.topbar')?.append(note);

  function show(): void {
    note.textContent = navigator.onLine ? '' : 'You are offline. What you write is kept here.';
  }

  if (kept) void import('./kept-page.ts').then(({ explainKept }) => explainKept(note, kept));
  else {
    addEventListener('online', show);
    addEventListener('offline', show);
    show();
  }

  async function leaveFor(address: string): Promise<void> {
    if (await isKept(address)) location.assign(address);
    else toast.info('You are offline. This page opens when you are back.');
  }

  addEventListener('click', (event) => {
    if (navigator.onLine || event.defaultPrevented) return;
    const pressed = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
    // A part of this page is here.
    if (!pressed || pressed.getAttribute('href')!.startsWith('#')) return;
    event.preventDefault();
    void leaveFor(pressed.href);
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
