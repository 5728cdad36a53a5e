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
 * @param end how they and later ones end once they are released
 * @returns releases them
 */
export async function holdRequests(
  page: Page,
  url: string,
  end: 'continue' | 'abort' = 'continue',
): Promise<() => void> {
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route(url, async (route) => {
    await held;
    await route[end]();
  });
  return letThrough;
}
