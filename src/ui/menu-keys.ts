/** A keyboard event of React or of the DOM. */
interface MenuKey<Target> {
  key: string;
  currentTarget: Target;
  preventDefault(): void;
}

const step: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at <= 0 ? count : at) - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Arrow keys, Home and End move along the entries of an open menu, as Tab does. */
export function moveMenuFocus(event: MenuKey<HTMLElement>): void {
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('.menu-entry')];
  const next = step[event.key]?.(
    entries.indexOf(document.activeElement as HTMLElement),
    entries.length,
  );
  if (next === undefined || !entries.length) return;
  event.preventDefault();
  entries[next]?.focus();
}

/** Arrow down on a menu's button opens it and focuses the first entry. */
export function openMenu(event: MenuKey<HTMLButtonElement>): void {
  if (event.key !== 'ArrowDown') return;
  const menu = event.currentTarget.popoverTargetElement as HTMLElement | null;
  if (!menu) return;
  event.preventDefault();
  menu.showPopover({ source: event.currentTarget });
  // Lazy content is rendered after the next frame.
  requestAnimationFrame(() => menu.querySelector<HTMLElement>('.menu-entry')?.focus());
}
