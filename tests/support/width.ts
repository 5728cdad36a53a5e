import type { Page } from 'playwright';

/**
 * Whether nothing overflows horizontally. Not compared with innerWidth, which grows when phones
 * zoom out to fit the overflow.
 */
export const fitsWidth = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
