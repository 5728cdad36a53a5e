import { viewerPlace } from '#domains/media/viewer/place.rules.ts';

// A link to a picture or video opens it over the screen. The viewer is fetched with the first press; where that fails, the link
// leads to the page of the same address.

const root = document.documentElement;

document.addEventListener('click', (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
  if (!link || link.origin !== location.origin || link.target || !viewerPlace(link.pathname)) return;
  event.preventDefault();
  root.dataset.loading = '';
  void import('#domains/media/viewer/ViewerDialog.island.tsx').then(
    ({ openViewer }) => {
      delete root.dataset.loading;
      openViewer(link);
    },
    () => location.assign(link.href),
  );
});
