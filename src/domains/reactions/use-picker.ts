import { useEffect, useLayoutEffect, useRef, useState, type PointerEvent } from 'react';

const hoverDelay = 120;
const leaveDelay = 300;
const longPress = 450;

/**
 * Opens the row of reactions: hover with a mouse, long press with a finger, arrow keys or the
 * button behind Like.
 */
export function usePicker() {
  const root = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wasLongPress = useRef(false);

  const later = (delay: number, work: () => void) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(work, delay);
  };
  const open = (withFocus = false) => {
    clearTimeout(timer.current);
    setOpen(true);
    if (withFocus) requestAnimationFrame(() => focusIn(root.current));
  };
  const close = (giveFocusBack = false) => {
    clearTimeout(timer.current);
    const hadFocus = root.current
      ?.querySelector('.reaction-panel')
      ?.contains(document.activeElement);
    setOpen(false);
    if (giveFocusBack && hadFocus)
      root.current?.querySelector<HTMLElement>('.reaction-button')?.focus();
  };

  useEffect(() => () => clearTimeout(timer.current), []);

  useLayoutEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Closes only the row, not the dialog around it.
      event.preventDefault();
      close(true);
    };
    const onOutside = (event: Event) => !root.current?.contains(event.target as Node) && close();
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onOutside);
    document.addEventListener('focusin', onOutside);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onOutside);
      document.removeEventListener('focusin', onOutside);
    };
  }, [isOpen]);

  const isMouse = (event: PointerEvent) => event.pointerType === 'mouse';
  return {
    root,
    isOpen,
    open,
    close,
    /** For the root: the way from the button to the row is part of it. */
    hover: {
      onPointerEnter: (event: PointerEvent) => isMouse(event) && later(hoverDelay, () => open()),
      onPointerLeave: (event: PointerEvent) => isMouse(event) && later(leaveDelay, () => close()),
    },
    /** For the Like button. */
    press: {
      onPointerDown: (event: PointerEvent) => {
        wasLongPress.current = false;
        if (isMouse(event)) return;
        later(longPress, () => {
          wasLongPress.current = true;
          open();
        });
      },
      onPointerUp: (event: PointerEvent) => !isMouse(event) && clearTimeout(timer.current),
      onPointerCancel: () => clearTimeout(timer.current),
      // Prevents the browser's own menu on a long press.
      onContextMenu: (event: { preventDefault: () => void }) =>
        wasLongPress.current && event.preventDefault(),
    },
    /** False for the click that ends a long press. */
    takeClick: () => {
      const isReal = !wasLongPress.current;
      wasLongPress.current = false;
      return isReal;
    },
  };
}

function focusIn(root: HTMLElement | null): void {
  const panel = root?.querySelector('.reaction-panel');
  (
    panel?.querySelector<HTMLElement>('[aria-pressed=true]') ?? panel?.querySelector('button')
  )?.focus();
}
