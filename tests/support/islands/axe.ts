import axe from 'axe-core';
import { expect } from 'vitest';

/** WCAG 2.2 AA, as in the browser tests (tests/support/axe.ts). */
const wcag = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/** Expects no axe violations in this part of the page, and no horizontal overflow. */
export async function expectAccessible(state: string, within: string): Promise<void> {
  const { violations } = await axe.run(
    { include: [within] },
    { iframes: false, resultTypes: ['violations'], runOnly: { type: 'tag', values: wcag } },
  );
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  expect(found, state).toEqual([]);
  const { scrollWidth, clientWidth } = document.documentElement;
  expect(scrollWidth, `${state}: nothing overflows`).toBeLessThanOrEqual(clientWidth);
}
