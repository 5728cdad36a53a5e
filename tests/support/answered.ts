import type { Page } from 'playwright';
import { expect } from 'vitest';

/**
 * Performs an optimistic action and waits for the server's response: a reload right after would
 * overtake the call.
 * @param path end of the call's URL, such as `/user/add`
 */
export async function answered(page: Page, path: string, act: () => Promise<void>): Promise<void> {
  const answer = page.waitForResponse((response) =>
    new URL(response.url()).pathname.endsWith(path),
  );
  await act();
  expect((await answer).status()).toBeLessThan(300);
}

/**
 * Holds back calls to this URL, so that the state meanwhile can be seen however fast it is.
 * @returns releases them, and lets later ones pass
 */
export async function holdRequests(page: Page, url: string): Promise<() => void> {
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route(url, async (route) => {
    await held;
    await route.continue();
  });
  return letThrough;
}
