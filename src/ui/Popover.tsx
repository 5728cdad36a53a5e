import { useEffect, useRef, type ReactNode } from 'react';
import { classes } from './classes.ts';
import './Popover.css';

export interface PopoverProps {
  /** A button with `popoverTarget={id}` opens it, without script. */
  id: string;
  label?: string;
  className?: string;
  onOpenChange?: (isOpen: boolean) => void;
  /** Before it shows: what is drawn only when needed is drawn now. */
  onBeforeOpen?: () => void;
  children: ReactNode;
}

/**
 * Browsers without anchor positioning get the place from here; without script too, it opens in the
 * middle of the screen.
 */
function placeUnderButton(popover: HTMLElement): void {
  if (CSS.supports('position-area', 'block-end')) return;
  // On phones such a one lies at the bottom of the screen.
  if (popover.classList.contains('popover-sheet') && matchMedia('(width < 480px)').matches)
    return popover.removeAttribute('style');
  const button = document.querySelector(`[popovertarget="${CSS.escape(popover.id)}"]`);
  if (!button) return;
  const { bottom, right } = button.getBoundingClientRect();
  Object.assign(popover.style, {
    inset: `${bottom + 4}px ${Math.max(8, document.documentElement.clientWidth - right)}px auto auto`,
    margin: '0',
  });
}

/**
 * The browser's own popover: closes on Escape and on a press elsewhere, and hangs under its button.
 */
export function Popover({
  id,
  label,
  className,
  onOpenChange,
  onBeforeOpen,
  children,
}: PopoverProps) {
  const popover = useRef<HTMLDivElement>(null);
  const willOpen = () => {
    onBeforeOpen?.();
    placeUnderButton(popover.current!);
  };

  useEffect(() => {
    // Opened before there was any script: nobody heard of it.
    if (!popover.current!.matches(':popover-open')) return;
    willOpen();
    onOpenChange?.(true);
  }, []);

  return (
    <div
      ref={popover}
      id={id}
      popover="auto"
      className={classes('popover', className)}
      {...(label ? { role: 'group', 'aria-label': label } : {})}
      onBeforeToggle={(event) => event.newState === 'open' && willOpen()}
      onToggle={onOpenChange && ((event) => onOpenChange(event.newState === 'open'))}
    >
      {children}
    </div>
  );
}
