import { useEffect, useState, type RefObject } from 'react';

/** While the tab is hidden or a menu is open over it, nothing goes on. */
export function useIsWaiting(root: RefObject<HTMLElement | null>): boolean {
  const [isHidden, setHidden] = useState(false);
  const [isMenuOpen, setMenuOpen] = useState(false);
  useEffect(() => {
    const look = () => setHidden(document.hidden);
    // It does not bubble, but is caught on its way down.
    const toggled = () =>
      setMenuOpen(Boolean(root.current?.querySelector('[popover]:popover-open')));
    look();
    document.addEventListener('visibilitychange', look);
    document.addEventListener('toggle', toggled, true);
    return () => {
      document.removeEventListener('visibilitychange', look);
      document.removeEventListener('toggle', toggled, true);
    };
  }, []);
  return isHidden || isMenuOpen;
}
