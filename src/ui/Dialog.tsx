import { X } from 'lucide';
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import './Dialog.css';

export interface DialogProps {
  /** Lets a button of a page without script open it: `command="show-modal" commandfor={id}`. */
  id?: string;
  title: string;
  open?: boolean;
  /** Escape, the close button, or a press beside it. */
  onClose?: () => void;
  size?: 'small' | 'medium' | 'large';
  /** A press beside it closes it too: only where nothing typed could be lost. */
  isLight?: boolean;
  footer?: ReactNode;
  children: ReactNode;
}

/** The browser's own modal dialog: it traps the focus, and gives it back to where it was. */
export function Dialog({
  id,
  title,
  open = false,
  onClose,
  size = 'medium',
  isLight,
  footer,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useLayoutEffect(() => {
    const element = dialog.current!;
    if (open && !element.open) element.showModal();
    else if (!open && element.open) element.close();
  }, [open]);

  // Closed before it leaves the page, or the focus would be lost.
  useLayoutEffect(() => {
    const element = dialog.current!;
    return () => element.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      id={id}
      className={classes('dialog', `dialog-${size}`)}
      aria-labelledby={titleId}
      onClose={onClose}
      closedby={isLight ? 'any' : 'closerequest'}
    >
      <header className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <form method="dialog">
          <IconButton type="submit" label="Close" icon={<Icon of={X} />} />
        </form>
      </header>
      <div className="dialog-body">{children}</div>
      {footer && <footer className="dialog-foot">{footer}</footer>}
    </dialog>
  );
}
