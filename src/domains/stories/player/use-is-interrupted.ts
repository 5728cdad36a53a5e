import { useEffect, useState, type RefObject } from 'react';

/** True while the tab is hidden or a menu is open over the player. */
export function useIsInterrupted(root: RefObject<HTMLElement | null>): boolean {
  const [isHidden, setHidden] = useState(false);
  const [isMenuOpen, setMenuOpen] = useState(false);
  useEffect(() => {
    const updateHidden = () => setHidden(document.hidden);
    // The toggle event does not bubble, so it is captured.
    const toggled = () =>
      setMenuOpen(Boolean(root.current?.querySelector('[popover]:popover-open')));
    updateHidden();
    document.addEventListener('visibilitychange', updateHidden);
    document.addEventListener('toggle', toggled, true);
    return () => {
      document.removeEventListener('visibilitychange', updateHidden);
      document.removeEventListener('toggle', toggled, true);
    };
  }, [root]);
  return isHidden || isMenuOpen;
}
