import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { fitsWidth } from './width.ts';

/**
 * WCAG 2.2 AA. `state` says where in the test. `within` looks at one part alone, such as a sheet: how much of the page behind it
 * still shows is chance, and who opened the sheet cannot press there.
 */
export async function expectAccessible(page: Page, state: string, within?: string): Promise<void> {
  if (within) await page.locator(within).first().waitFor();
  const axe = new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']);
  const { violations } = await (within ? axe.include(within) : axe).analyze();
  expect(violations.map(({ id, nodes }) => `${state}: ${id}: ${nodes[0]?.html}`)).toEqual([]);
  expect(await fitsWidth(page), `${state}: nothing sticks out`).toBe(true);
}
