const retryDelay = 5_000;

/** Whether the site responds, whatever the browser reports about the network. */
export async function isReachable(): Promise<boolean> {
  try {
    const { ok } = await fetch('/healthz', {
      cache: 'no-store',
      signal: AbortSignal.timeout(retryDelay),
    });
    return ok;
  } catch {
    return false;
  }
}

/** Checks every few seconds, and at once when the browser goes online. */
export function whenReachable(): Promise<void> {
  return new Promise((resolve) => {
    const check = async () => {
      if (!(await isReachable())) return;
      clearInterval(timer);
      removeEventListener('online', check);
      resolve();
    };
    const timer = setInterval(() => void check(), retryDelay);
    addEventListener('online', check);
  });
}

/**
 * Shows in `note` the age of a page from the service worker's cache, and a link to reload once the
 * site responds again. Loaded on cached pages only, where it is available because the offline page
 * imports it too.
 */
export function showCachedNote(note: HTMLElement, cachedAt: string): void {
  const at = new Date(cachedAt).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
  note.textContent = `You are offline. This is the feed of ${at}.`;
  void whenReachable().then(() => {
    const link = document.createElement('a');
    link.href = location.href;
    link.textContent = 'Show the newest posts';
    note.replaceChildren('You are online again. ', link);
  });
}
