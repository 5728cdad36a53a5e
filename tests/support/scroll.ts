import type { Page } from 'playwright';

/** Scrolls by that many pixels or to the end, and waits for the render. */
export async function scrollBy(page: Page, by: number | 'end'): Promise<void> {
  await page.evaluate(async (pixels) => {
    window.scrollBy({
      top: pixels === 'end' ? document.documentElement.scrollHeight : pixels,
      behavior: 'instant',
    });
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  }, by);
}

/** Waits until nothing loads or moves for some frames: a slow machine renders fewer of them. */
export async function waitUntilIdle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const state = () =>
      [
        scrollY,
        document.documentElement.scrollHeight,
        document.querySelector('[aria-busy="true"]') !== null,
      ].join();
    for (let still = 0, last = ''; still < 12;) {
      await new Promise(requestAnimationFrame);
      const next = state();
      still = next === last && next.endsWith('false') ? still + 1 : 0;
      last = next;
    }
  });
}

/** As `scrollBy`, by the wheel of the mouse. */
export async function wheelBy(page: Page, by: number): Promise<void> {
  await page.mouse.wheel(0, by);
  await scrollBy(page, 0);
}

/** Scrolls step by step until the condition holds. */
export async function scrollUntil<By extends number | 'end'>(
  page: Page,
  by: By,
  isSo: () => Promise<boolean>,
  scroll: (page: Page, by: By) => Promise<void> = scrollBy,
): Promise<void> {
  for (let step = 0; step < 400; step += 1) {
    if (await isSo()) return;
    await scroll(page, by);
  }
  throw new Error(`After 400 steps of ${by} pixels it was not so.`);
}
