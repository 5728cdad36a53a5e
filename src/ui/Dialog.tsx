import { X } from 'lucide';
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import './Dialog.css';

export interface DialogProps {
  /** Lets a button open it without script: `command="show-modal" commandfor={id}`. */
  id?: string;
  title: string;
  open?: boolean;
  /** Called on Escape, the close button or a click on the backdrop. */
  onClose?: () => void;
  size?: 'small' | 'medium' | 'large';
  /** A click on the backdrop closes it too: only if no typed text could be lost. */
  isLight?: boolean;
  footer?: ReactNode;
  children: ReactNode;
}

/** The native modal dialog: it traps the focus and restores it afterwards. */
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

  // Closed before it is removed, or the focus would be lost.
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
