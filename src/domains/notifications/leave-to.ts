/**
 * Keeps the keyboard position when the focused element is removed: focus moves to `next`, not to
 * the start of the page.
 */
export function leaveTo(
  going: Element | null | undefined,
  next: () => Element | null | undefined,
): void {
  if (!going?.contains(document.activeElement)) return;
  requestAnimationFrame(() => {
    const found = next();
    if (found instanceof HTMLElement) found.focus();
  });
}

export const screenHeading = (): Element | null => document.querySelector('main h1');
