import type { Page } from 'playwright';

/**
 * Whether nothing sticks out sideways. Not against innerWidth: phones zoom out until what sticks
 * out fits, and it grows along.
 */
export const fitsWidth = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
