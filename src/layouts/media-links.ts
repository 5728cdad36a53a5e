import { parseLightboxPath } from '#domains/lightbox/lightbox-route.rules.ts';
import { storyAt } from '#domains/stories/story-path.rules.ts';
import { servedPath } from '#lib/served-path.ts';
import { isPlainPress } from '#ui/plain-press.ts';
import { toast } from '#ui/toast.ts';

// Links to pictures, videos and stories open a dialog over the screen, loaded on the first click;
// if loading fails, the link opens the page of the same URL.

const root = document.documentElement;

type Open = (link: HTMLAnchorElement) => void;

function getOpener(path: string): (() => Promise<Open>) | undefined {
  if (parseLightboxPath(path))
    return () =>
      import('#domains/lightbox/LightboxDialog.island.tsx').then(
        ({ openLightbox }) => openLightbox,
      );
  if (storyAt(path))
    return () =>
      import('#domains/stories/player/StoryDialog.island.tsx').then(({ openStory }) => openStory);
  return undefined;
}

export function startMediaLinks(): void {
  // Forward to a dialog's URL after a page load: the code for the dialog is not loaded yet.
  function follow(): void {
    const opener = getOpener(location.pathname);
    if (!opener) return;
    if ((history.state as { dialog?: string } | null)?.dialog)
      void opener().catch(() => location.reload());
    else location.reload();
  }
  addEventListener('popstate', follow);
  if (location.pathname !== servedPath()) follow();

  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || !isPlainPress(event)) return;
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
    const opener =
      link && link.origin === location.origin && !link.target
        ? getOpener(link.pathname)
        : undefined;
    if (!link || !opener) return;
    event.preventDefault();
    root.dataset.loading = '';
    void opener().then(
      (open) => {
        delete root.dataset.loading;
        open(link);
      },
      () => {
        if (navigator.onLine) return location.assign(link.href);
        // The page cannot be loaded either, and this one would be lost.
        delete root.dataset.loading;
        toast.error('This could not be loaded. Please check your connection and try again.');
      },
    );
  });
}
