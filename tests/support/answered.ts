import type { Page } from 'playwright';
import { expect } from 'vitest';

/**
 * Does something that shows at once, and waits until the server has taken it: a reload right after
 * would overtake the call.
 * @param path how the call's address ends, such as `/user/add`
 */
export async function answered(page: Page, path: string, act: () => Promise<void>): Promise<void> {
  const answer = page.waitForResponse((response) =>
    new URL(response.url()).pathname.endsWith(path),
  );
  await act();
  expect((await answer).status()).toBeLessThan(300);
}

/**
 * Keeps the calls of this address from the server until they are let through: what shows only
 * meanwhile can be seen however fast it is.
 * @returns lets them through, also those to come
 */
export async function holdBack(page: Page, url: string): Promise<() => void> {
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route(url, async (route) => {
    await held;
    await route.continue();
  });
  return letThrough;
}
