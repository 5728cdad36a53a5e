import type { Page } from 'playwright';
import { expect } from 'vitest';

/**
 * Does something that shows at once, and waits until the server has taken it: a reload right after would overtake the call.
 * @param path how the call's address ends, such as `/user/add`
 */
export async function answered(page: Page, path: string, act: () => Promise<void>): Promise<void> {
  const answer = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith(path));
  await act();
  expect((await answer).status()).toBeLessThan(300);
}
