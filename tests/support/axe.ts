import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { fitsWidth } from './width.ts';

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** WCAG 2.2 AA. */
const wcag = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
/** Rules about colours; all others give the same result in both themes. */
const colourRules = ['color-contrast', 'link-in-text-block'];

export interface Look {
  /** Only one part of the page, such as a sheet: it covers the rest, which is then not operable. */
  within?: string;
  /** Also checks colours in the dark theme; the page is in the light one. */
  inBothThemes?: boolean;
  /** Beyond WCAG: best practice, or all rules. */
  beyond?: 'best-practice' | 'everything';
}

/** Expects no axe violations. `state` describes the moment in the test. */
export async function expectNoFaults(
  page: Page,
  state: string,
  { within, inBothThemes = false, beyond }: Look = {},
): Promise<void> {
  if (within) await page.locator(within).first().waitFor();
  const tags =
    beyond === 'everything'
      ? undefined
      : { type: 'tag' as const, values: [...wcag, ...(beyond ? [beyond] : [])] };
  expect(await faults(page, within, tags), state).toEqual([]);
  if (!inBothThemes) return;
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  const isDark = () =>
    matchMedia('(prefers-color-scheme: dark)').matches &&
    getComputedStyle(document.documentElement).colorScheme.includes('dark');
  expect(await page.evaluate(isDark), `${state}: is dark`).toBe(true);
  expect(
    await faults(page, within, { type: 'rule', values: colourRules }),
    `${state}, dark`,
  ).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** As `expectNoFaults`, and without horizontal overflow. */
export async function expectAccessible(page: Page, state: string, look: Look = {}): Promise<void> {
  await expectNoFaults(page, state, look);
  expect(await fitsWidth(page), `${state}: nothing sticks out`).toBe(true);
}

async function faults(
  page: Page,
  within: string | undefined,
  runOnly: axe.RunOnly | undefined,
): Promise<string[]> {
  const { isLoaded, hasScript } = await page.evaluate(() => ({
    isLoaded: 'axe' in globalThis,
    hasScript: !matchMedia('(scripting: none)').matches,
  }));
  // It would wait for a timer that never fires.
  if (!hasScript)
    throw new Error('axe needs a window with script: open one without javaScript: false');
  if (!isLoaded) await page.evaluate(source);
  return page.evaluate(
    async ([part, rules]) => {
      const { axe: engine } = globalThis as unknown as { axe: typeof axe };
      // Frames contain third-party players.
      const options = { iframes: false, resultTypes: ['violations' as const] };
      const { violations } = await engine.run(part ? { include: [part] } : document, {
        ...options,
        ...(rules && { runOnly: rules }),
      });
      const found: string[] = [];
      for (const { id, nodes } of violations) {
        for (const { html, target } of nodes) {
          // Targets under a sticky bar at the current scroll position are checked again where they
          // can be pressed.
          if (id === 'target-size') {
            const before = scrollY;
            document
              .querySelector(String(target[0]))
              ?.scrollIntoView({ block: 'center', behavior: 'instant' });
            const again = await engine.run(
              { include: [target as string[]] },
              { ...options, runOnly: { type: 'rule', values: [id] } },
            );
            scrollTo({ top: before, behavior: 'instant' });
            if (again.violations.length === 0) continue;
          }
          found.push(`${id}: ${html}`);
        }
      }
      return found;
    },
    [within, runOnly] as const,
  );
}
