import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { FullscreenDialog } from './FullscreenDialog.tsx';

export interface Addressed<Place> {
  /** Names its entries in the history, and its class: `story` is a `story-dialog`. */
  name: string;
  /** What screen readers call it. */
  label: string;
  /** What an address shows in it; undefined for every other address. */
  placeAt: (path: string) => Place | undefined;
  /** @param link what was pressed; none when the browser's buttons lead there */
  draw: (place: Place, onClose: () => void, link?: HTMLAnchorElement) => ReactNode;
}

/**
 * A dialog that covers the screen at an address of its own: an entry of the history, so that Back
 * closes it and Forward brings it again. Gives what opens it where a link leads; a link that names
 * nothing of it is left alone.
 */
export function addressedDialog<Place>({
  name,
  label,
  placeAt,
  draw,
}: Addressed<Place>): (link: HTMLAnchorElement) => void {
  let root: Root | undefined;
  let host: HTMLElement | undefined;
  let isClosing = false;

  const close = () => {
    if (isClosing || !root) return;
    isClosing = true;
    history.back();
  };
  const show = (place: Place, link?: HTMLAnchorElement) => {
    if (!root) {
      host = document.body.appendChild(document.createElement('div'));
      root = createRoot(host);
    }
    root.render(
      <FullscreenDialog className={`${name}-dialog`} label={label} onClose={close}>
        {draw(place, close, link)}
      </FullscreenDialog>,
    );
  };
  const hide = () => {
    root?.unmount();
    host?.remove();
    root = host = undefined;
  };

  const follow = () => {
    isClosing = false;
    const isOurs = (history.state as { dialog?: string } | null)?.dialog === name;
    const place = isOurs ? placeAt(location.pathname) : undefined;
    if (place === undefined) hide();
    else show(place);
  };
  addEventListener('popstate', follow);
  // Fetched because Forward led to it.
  follow();
  return (link) => {
    const place = placeAt(link.pathname);
    if (place === undefined) return;
    history.pushState({ dialog: name }, '', link.pathname);
    show(place, link);
  };
}
