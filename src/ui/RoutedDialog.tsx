import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { FullscreenDialog } from './FullscreenDialog.tsx';

export interface RoutedDialogOptions<Target> {
  /** Marks its history entries and names its class: `story` gives `story-dialog`. */
  name: string;
  /** The accessible name. */
  label: string;
  /** Parses a path into what the dialog shows; undefined for every other path. */
  match: (path: string) => Target | undefined;
  /** @param link the clicked link; none after Back or Forward */
  draw: (target: Target, onClose: () => void, link?: HTMLAnchorElement) => ReactNode;
}

/**
 * A full-screen dialog with a URL of its own: a history entry, so that Back closes it and Forward
 * opens it again. Returns a function that opens the dialog for a link; links it does not match are
 * ignored.
 */
export function createRoutedDialog<Target>({
  name,
  label,
  match,
  draw,
}: RoutedDialogOptions<Target>): (link: HTMLAnchorElement) => void {
  let root: Root | undefined;
  let host: HTMLElement | undefined;
  let isClosing = false;

  const close = () => {
    if (isClosing || !root) return;
    isClosing = true;
    history.back();
  };
  const show = (target: Target, link?: HTMLAnchorElement) => {
    if (!root) {
      host = document.body.appendChild(document.createElement('div'));
      root = createRoot(host);
    }
    root.render(
      <FullscreenDialog className={`${name}-dialog`} label={label} onClose={close}>
        {draw(target, close, link)}
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
    const target = isOurs ? match(location.pathname) : undefined;
    if (target === undefined) hide();
    else show(target);
  };
  addEventListener('popstate', follow);
  // This module may have been loaded because Forward led to the dialog.
  follow();
  return (link) => {
    const target = match(link.pathname);
    if (target === undefined) return;
    history.pushState({ ...history.state, dialog: name }, '', link.pathname);
    show(target, link);
  };
}
