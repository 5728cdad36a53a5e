import { useLayoutEffect, useRef } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { toWire } from '#lib/dates.ts';
import { fromSeed } from '#lib/seed.ts';
import { storyAt } from './story-place.rules.ts';
import { StoryPlayer, type StoryPlayerProps } from './StoryPlayer.island.tsx';

/** Written into every member's page by the frame. */
interface Reader {
  id: number;
  timeZone: string;
}

function StoryDialog(props: StoryPlayerProps) {
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
      className="story-dialog"
      aria-label="Stories"
      onCancel={(event) => {
        // Escape: the address goes back, and the player with it. Of a dialog inside it this is none of its business.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        props.onClose?.();
      }}
      // The browser insists, on a second Escape.
      onClose={(event) => event.target === event.currentTarget && props.onClose?.()}
    >
      <StoryPlayer {...props} />
    </dialog>
  );
}

let root: Root | undefined;
let host: HTMLElement | undefined;

function show(storyId: number) {
  const { id: memberId, timeZone } = fromSeed<Reader>({ id: 'reader' });
  if (!root) {
    host = document.body.appendChild(document.createElement('div'));
    root = createRoot(host);
  }
  root.render(<StoryDialog storyId={storyId} memberId={memberId} timeZone={timeZone} now={toWire(new Date())} onClose={close} />);
}

function hide() {
  root?.unmount();
  host?.remove();
  root = host = undefined;
}

let isClosing = false;
/** The opened player is an entry of the history: closing goes back over it. */
function close() {
  if (isClosing || !root) return;
  isClosing = true;
  history.back();
}

addEventListener('popstate', () => {
  isClosing = false;
  const id = (history.state as { isStory?: true } | null)?.isStory && storyAt(location.pathname);
  if (id) show(id);
  else hide();
});

/** Opens the player over the screen, at the address that the link names. */
export function openStory(link: HTMLAnchorElement) {
  const id = storyAt(link.pathname);
  if (!id) return;
  history.pushState({ isStory: true }, '', link.pathname);
  show(id);
}
