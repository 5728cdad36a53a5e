import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { classes } from './classes.ts';
import './Popover.css';

export interface PopoverProps {
  /** A button with `popoverTarget={id}` opens it, without script. */
  id: string;
  label?: string;
  className?: string;
  onOpenChange?: (isOpen: boolean) => void;
  /** Called before it shows, to render lazy content. */
  onBeforeOpen?: () => void;
  children: ReactNode;
}

/**
 * Positions the popover in browsers without anchor positioning; without script they open it in the
 * middle of the screen.
 */
function positionUnderButton(popover: HTMLElement): void {
  if (CSS.supports('position-area', 'block-end')) return;
  // On phones a sheet lies at the bottom of the screen.
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

/** The native popover: closes on Escape and on a click elsewhere, positioned below its button. */
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
    positionUnderButton(popover.current!);
  };

  const catchUp = useEffectEvent(() => {
    // Opened before hydration: the events were missed.
    if (!popover.current!.matches(':popover-open')) return;
    willOpen();
    onOpenChange?.(true);
  });
  useEffect(() => catchUp(), []);

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
