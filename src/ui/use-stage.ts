import { useEffect, useEffectEvent, useLayoutEffect } from 'react';

/** Parts of a stage with keys of their own, and dialogs above it. */
const elsewhere =
  'input, textarea, select, video[controls], .reaction-panel, [popover], dialog:not(.stage-dialog)';

/** Keys of a stage: an action for each `event.key`; the others are the browser's. */
export function useStageKeys(
  actionsOf: (event: KeyboardEvent) => Partial<Record<string, () => unknown>>,
): void {
  // A layout effect, so that no key press reaches the handlers of the previous item.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if ((event.target as Element).closest(elsewhere)) return;
      const act = actionsOf(event)[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
}

/**
 * Puts the shown item into address and title. The address is replaced, so that one press on Back
 * closes the stage, however many items were viewed.
 * @param onMove called when it is not the item that the address named
 */
export function useStageAddress(
  path: string | undefined,
  title: string,
  onMove?: () => unknown,
): void {
  const moved = useEffectEvent(() => onMove?.());
  useEffect(() => {
    if (!path) return;
    if (location.pathname !== path) {
      history.replaceState(history.state, '', path);
      moved();
    }
    const before = document.title;
    document.title = title;
    return () => void (document.title = before);
  }, [path, title]);
}
