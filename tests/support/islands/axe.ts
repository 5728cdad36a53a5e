import axe from 'axe-core';
import { expect } from 'vitest';
import { page } from './island.tsx';
import { commands } from './run-outside.ts';

/** WCAG 2.2 AA, as in the browser tests (tests/support/axe.ts). */
const wcag = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/** Rules about colours; all others give the same result in both themes. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * Expects no axe violations in this part of the page, and no horizontal overflow.
 * @param beyond all rules, also those beyond WCAG
 */
export async function expectAccessible(
  state: string,
  within: string,
  { inBothThemes = false, beyond }: { inBothThemes?: boolean; beyond?: 'everything' } = {},
): Promise<void> {
  await page.css(within).first().waitFor();
  const rules = beyond ? undefined : { type: 'tag' as const, values: wcag };
  expect(await violations(within, rules), state).toEqual([]);
  const { scrollWidth, clientWidth } = document.documentElement;
  expect(scrollWidth, `${state}: nothing overflows`).toBeLessThanOrEqual(clientWidth);
  if (!inBothThemes) return;
  await commands.chooseTheme('dark');
  const isDark = () =>
    matchMedia('(prefers-color-scheme: dark)').matches &&
    getComputedStyle(document.documentElement).colorScheme.includes('dark');
  await expect.poll(isDark, { message: `${state}: is dark` }).toBe(true);
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const dark = await violations(within, { type: 'rule', values: colourRules });
  expect(dark, `${state}, dark`).toEqual([]);
  await commands.chooseTheme('light');
}

async function violations(within: string, runOnly?: axe.RunOnly): Promise<string[]> {
  const options = {
    iframes: false,
    resultTypes: ['violations' as const],
    ...(runOnly && { runOnly }),
  };
  const { violations } = await axe.run({ include: [within] }, options);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
