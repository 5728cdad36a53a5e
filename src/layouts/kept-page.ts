const pause = 5_000;

/** Whether the site answers, whatever the browser thinks of the network. */
export async function isReachable(): Promise<boolean> {
  try {
    const { ok } = await fetch('/healthz', {
      cache: 'no-store',
      signal: AbortSignal.timeout(pause),
    });
    return ok;
  } catch {
    return false;
  }
}

/** Asks every few seconds, and at once when the browser says that the network is back. */
export function whenReachable(): Promise<void> {
  return new Promise((resolve) => {
    const ask = async () => {
      if (!(await isReachable())) return;
      clearInterval(timer);
      removeEventListener('online', ask);
      resolve();
    };
    const timer = setInterval(() => void ask(), pause);
    addEventListener('online', ask);
  });
}

/**
 * Says in `note` how old the page is that the service worker kept, and offers a new one once the
 * site answers again. Loaded on kept pages only; it is at hand there because the offline page needs
 * this file too.
 */
export function explainKept(note: HTMLElement, keptAt: string): void {
  const at = new Date(keptAt).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
  note.textContent = `You are offline. This is the feed of ${at}.`;
  void whenReachable().then(() => {
    const link = document.createElement('a');
    link.href = location.href;
    link.textContent = 'Show the newest posts';
    note.replaceChildren('You are online again. ', link);
  });
}
