import { useLayoutEffect, useRef, type ReactNode } from 'react';
import './fullscreen-dialog.css';

interface FullscreenDialogProps {
  className: string;
  /** The accessible name. */
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/** A dark full-screen dialog: stories, the lightbox, the photos of a conversation. */
export function FullscreenDialog({ className, label, onClose, children }: FullscreenDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current!;
    // Pause videos behind the dialog.
    for (const video of document.querySelectorAll('video'))
      if (!element.contains(video)) video.pause();
    element.showModal();
    // Not the first button: the first content, 'Loading...', is replaced, and the focus would be
    // lost with it.
    element.focus();
    // Closed before it is removed, or the focus would be lost.
    return () => element.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`stage-dialog ${className}`}
      aria-label={label}
      tabIndex={-1}
      onCancel={(event) => {
        // On Escape the opener decides. Ignore events of dialogs inside this one.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      // The browser closes it anyway on a second Escape.
      onClose={(event) => event.target === event.currentTarget && onClose()}
    >
      {children}
    </dialog>
  );
}
