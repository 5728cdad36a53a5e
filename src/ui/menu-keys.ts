/** Of React or of the browser itself. */
interface MenuKey<Target> {
  key: string;
  currentTarget: Target;
  preventDefault(): void;
}

/** Of a menu that React draws, and of one that the frame has in its markup. */
const entry = '.menu-entry, .popup-entry';

const step: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at <= 0 ? count : at) - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Arrows, Home and End walk along the entries of an open menu, as Tab does. */
export function walkMenu(event: MenuKey<HTMLElement>): void {
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>(entry)];
  const next = step[event.key]?.(
    entries.indexOf(document.activeElement as HTMLElement),
    entries.length,
  );
  if (next === undefined || !entries.length) return;
  event.preventDefault();
  entries[next]?.focus();
}

/** The arrow down on a menu's button opens it at its first entry. */
export function openMenu(event: MenuKey<HTMLButtonElement>): void {
  if (event.key !== 'ArrowDown') return;
  const menu = event.currentTarget.popoverTargetElement as HTMLElement | null;
  if (!menu) return;
  event.preventDefault();
  menu.showPopover({ source: event.currentTarget });
  // What is drawn only when needed is there after the next frame.
  requestAnimationFrame(() => menu.querySelector<HTMLElement>(entry)?.focus());
}
