import { useLayoutEffect, useRef } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import type { Writer } from '#domains/comments/thread.rules.ts';
import { toWire } from '#lib/dates.ts';
import { fromSeed } from '#lib/seed.ts';
import { MediaViewer, type MediaViewerProps } from './MediaViewer.island.tsx';
import { closedPath, viewerPlace, type ViewerPlace } from './place.rules.ts';

/** Written into every member's page by the frame. */
interface Reader extends Writer {
  timeZone: string;
}

type Preview = MediaViewerProps['preview'];

function ViewerDialog(props: MediaViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current!;
    element.showModal();
    // Closed before it leaves the page, or the focus would be lost.
    return () => element.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="viewer-dialog"
      aria-label="Media viewer"
      onCancel={(event) => {
        // Escape: the address goes back, and the viewer with it. Of a dialog inside it this is none of its business.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        props.onClose?.();
      }}
      // The browser insists, on a second Escape.
      onClose={(event) => event.target === event.currentTarget && props.onClose?.()}
    >
      {/* Another set is another viewer: the photo of a comment on a photo. */}
      <MediaViewer key={closedPath(props.place)} {...props} />
    </dialog>
  );
}

let root: Root | undefined;
let host: HTMLElement | undefined;

function show(place: ViewerPlace, preview?: Preview) {
  const { timeZone, ...member } = fromSeed<Reader>({ id: 'reader' });
  if (!root) {
    host = document.body.appendChild(document.createElement('div'));
    root = createRoot(host);
  }
  root.render(
    <ViewerDialog place={place} preview={preview} member={member} timeZone={timeZone} now={toWire(new Date())} onClose={close} />,
  );
}

function hide() {
  root?.unmount();
  host?.remove();
  root = host = undefined;
}

let isClosing = false;
/** The opened viewer is an entry of the history: closing goes back over it. */
function close() {
  if (isClosing || !root) return;
  isClosing = true;
  history.back();
}

addEventListener('popstate', () => {
  isClosing = false;
  const place = (history.state as { isViewer?: true } | null)?.isViewer && viewerPlace(location.pathname);
  if (place) show(place);
  else hide();
});

/** Opens the viewer over the screen, at the address that the link names. */
export function openViewer(link: HTMLAnchorElement) {
  const place = viewerPlace(link.pathname);
  if (!place) return;
  const picture = link.querySelector<HTMLImageElement>('picture img');
  history.pushState({ isViewer: true }, '', link.pathname);
  show(place, picture ? { src: picture.currentSrc || picture.src, alt: picture.alt } : undefined);
}
