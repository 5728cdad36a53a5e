/**
 * What has the focus goes away with what it does: the keyboard goes on at `next`, not at the start
 * of the page.
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
