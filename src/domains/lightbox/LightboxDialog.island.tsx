import type { Writer } from '#domains/comments/thread/thread.rules.ts';
import { readIslandData } from '#lib/island-data.ts';
import { createRoutedDialog } from '#ui/RoutedDialog.tsx';
import { closedPath, isPlayLink, parseLightboxPath } from './lightbox-route.rules.ts';
import { Lightbox } from './Lightbox.island.tsx';

/** Written into every member's page by the layout. */
interface Reader extends Writer {
  timeZone: string;
  now: string;
}

/** The pressed thumbnail is the preview until the large picture is loaded. */
function previewIn(link: HTMLAnchorElement | undefined) {
  const picture = link?.querySelector<HTMLImageElement>('picture img, .embed > img');
  return picture ? { src: picture.currentSrc || picture.src, alt: picture.alt } : undefined;
}

/** A video that is playing on the screen continues in the lightbox at its present time. */
function playFromOf(link: HTMLAnchorElement | undefined): number | undefined {
  if (!link || !isPlayLink(link)) return undefined;
  return link.parentElement?.querySelector<HTMLVideoElement>(':scope > video')?.currentTime ?? 0;
}

/** Opens the lightbox over the screen, with the link's URL. */
export const openLightbox = createRoutedDialog({
  name: 'viewer',
  label: 'Media viewer',
  match: parseLightboxPath,
  draw(route, onClose, link) {
    const { timeZone, now, ...member } = readIslandData<Reader>({ id: 'reader' });
    // Another set opens another lightbox: the photo of a comment on a photo.
    return (
      <Lightbox
        key={closedPath(route)}
        route={route}
        preview={previewIn(link)}
        playFrom={playFromOf(link)}
        member={member}
        timeZone={timeZone}
        now={now}
        onClose={onClose}
      />
    );
  },
});
