import type { Writer } from '#domains/comments/thread.rules.ts';
import { fromSeed } from '#lib/seed.ts';
import { createRoutedDialog } from '#ui/RoutedDialog.tsx';
import { closedPath, isPlayLink, parseLightboxPath } from './lightbox-route.rules.ts';
import { MediaViewer } from './MediaViewer.island.tsx';

/** Written into every member's page by the frame. */
interface Reader extends Writer {
  timeZone: string;
  now: string;
}

/** The small picture that was pressed stands there until the large one has come. */
function previewIn(link: HTMLAnchorElement | undefined) {
  const picture = link?.querySelector<HTMLImageElement>('picture img, .embed > img');
  return picture ? { src: picture.currentSrc || picture.src, alt: picture.alt } : undefined;
}

/** A video that plays on the screen already goes on in the viewer from where it is. */
function playFromOf(link: HTMLAnchorElement | undefined): number | undefined {
  if (!link || !isPlayLink(link)) return undefined;
  return link.parentElement?.querySelector<HTMLVideoElement>(':scope > video')?.currentTime ?? 0;
}

/** Opens the viewer over the screen, at the address that the link names. */
export const openViewer = createRoutedDialog({
  name: 'viewer',
  label: 'Media viewer',
  match: parseLightboxPath,
  draw(place, onClose, link) {
    const { timeZone, now, ...member } = fromSeed<Reader>({ id: 'reader' });
    // Another set is another viewer: the photo of a comment on a photo.
    return (
      <MediaViewer
        key={closedPath(place)}
        place={place}
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
