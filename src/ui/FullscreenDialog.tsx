import { useLayoutEffect, useRef, type ReactNode } from 'react';
import './fullscreen-dialog.css';

interface StageDialogProps {
  className: string;
  /** What screen readers call it. */
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A dialog over the whole screen, dark around what it shows: stories, the viewer, the photos of a
 * conversation.
 */
export function FullscreenDialog({ className, label, onClose, children }: StageDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current!;
    // Nothing goes on playing behind it.
    for (const film of document.querySelectorAll('video'))
      if (!element.contains(film)) film.pause();
    element.showModal();
    // Not its first button: what it begins with, 'Loading...', makes room for something else, and
    // the focus would be lost with it.
    element.focus();
    // Closed before it leaves the page, or the focus would be lost.
    return () => element.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`stage-dialog ${className}`}
      aria-label={label}
      tabIndex={-1}
      onCancel={(event) => {
        // Escape: whoever opened it decides. Of a dialog inside it this is none of its business.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      // The browser insists, on a second Escape.
      onClose={(event) => event.target === event.currentTarget && onClose()}
    >
      {children}
    </dialog>
  );
}
