import { atom } from 'nanostores';

/** The slider is open. Its buttons stand in the rail and, on narrow screens, over the feed. */
export const $isDateFilterOpen = atom(false);

export const toggleDateFilter = (): void => $isDateFilterOpen.set(!$isDateFilterOpen.get());
