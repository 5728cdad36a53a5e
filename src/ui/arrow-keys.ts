import type { KeyboardEvent } from 'react';

/** 1 or -1 for the arrow key that moves forward or back in reading direction, else 0. */
export function readingStep({ key, currentTarget }: KeyboardEvent<HTMLElement>): -1 | 0 | 1 {
  const isRightToLeft = getComputedStyle(currentTarget).direction === 'rtl';
  if (key === (isRightToLeft ? 'ArrowLeft' : 'ArrowRight')) return 1;
  if (key === (isRightToLeft ? 'ArrowRight' : 'ArrowLeft')) return -1;
  return 0;
}

/** Index of the tab that a key moves to, wrapping around; undefined for other keys. */
export function tabAfterKey(
  event: KeyboardEvent<HTMLElement>,
  here: number,
  count: number,
): number | undefined {
  if (event.key === 'Home') return 0;
  if (event.key === 'End') return count - 1;
  const step = readingStep(event);
  return step ? (here + step + count) % count : undefined;
}

/**
 * Index of the cell that a key moves to, row by row; undefined for other keys, negative when it
 * leaves the grid upwards.
 */
export function cellAfterKey(
  event: KeyboardEvent<HTMLElement>,
  here: number,
  count: number,
  columns: number,
): number | undefined {
  const rowStart = here - (here % columns);
  const within = (target: number) => Math.min(count - 1, Math.max(0, target));
  const step = readingStep(event);
  if (step) return within(here + step);
  switch (event.key) {
    case 'ArrowDown':
      return here + columns < count ? here + columns : here;
    case 'ArrowUp':
      return here - columns;
    case 'Home':
      return event.ctrlKey ? 0 : rowStart;
    case 'End':
      return event.ctrlKey ? count - 1 : within(rowStart + columns - 1);
    case 'PageDown':
      return within(here + columns * 5);
    case 'PageUp':
      return within(here - columns * 5);
    default:
      return undefined;
  }
}
