import axe from 'axe-core';
import { expect } from 'vitest';
import { page } from './island.tsx';
import { commands } from './run-outside.ts';

/** WCAG 2.2 AA, as in the browser tests (tests/support/axe.ts). */
const wcag = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/** Rules about colours; all others give the same result in both themes. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Expects no axe violations in this part of the page, and no horizontal overflow. */
export async function expectAccessible(
  state: string,
  within: string,
  { inBothThemes = false } = {},
): Promise<void> {
  await page.css(within).first().waitFor();
  expect(await violations(within, { type: 'tag', values: wcag }), state).toEqual([]);
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

async function violations(within: string, runOnly: axe.RunOnly): Promise<string[]> {
  const options = { iframes: false, resultTypes: ['violations' as const], runOnly };
  const { violations } = await axe.run({ include: [within] }, options);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
