import { parseLightboxPath } from '#domains/media/viewer/lightbox-route.rules.ts';
import { storyAt } from '#domains/stories/story-path.rules.ts';
import { servedPath } from '#lib/served-path.ts';
import { bringFailedStyles } from '#ui/failed-styles.ts';
import { isPlainPress } from '#ui/plain-press.ts';
import { toast } from '#ui/toast.ts';

// A link to a picture, a video or a story opens it over the screen. What shows it is fetched with
// the first press; where that fails, the link leads to the page of the same address.

const root = document.documentElement;

type Open = (link: HTMLAnchorElement) => void;

function openerOf(path: string): (() => Promise<Open>) | undefined {
  if (parseLightboxPath(path))
    return () =>
      import('#domains/media/viewer/ViewerDialog.island.tsx').then(({ openViewer }) => openViewer);
  if (storyAt(path))
    return () =>
      import('#domains/stories/StoryDialog.island.tsx').then(({ openStory }) => openStory);
  return undefined;
}

export function startMediaLinks(): void {
  // Forward to where one was open, on a screen that was loaded anew since: nothing that could show it
  // is here.
  function follow(): void {
    const opener = openerOf(location.pathname);
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
      link && link.origin === location.origin && !link.target ? openerOf(link.pathname) : undefined;
    if (!link || !opener) return;
    event.preventDefault();
    root.dataset.loading = '';
    void bringFailedStyles()
      .then(opener)
      .then(
        (open) => {
          delete root.dataset.loading;
          open(link);
        },
        () => {
          if (navigator.onLine) return location.assign(link.href);
          // There is no page to go to either, and this one would be gone.
          delete root.dataset.loading;
          toast.error('This could not be loaded. Please check your connection and try again.');
        },
      );
  });
}
