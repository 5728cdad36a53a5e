import type { Browser } from 'playwright';
import { openWindow, type ContextOptions, type Visit } from './browser.ts';
import type { ApiMember } from './member.ts';

/** Opens a window signed in as that member. */
export async function openWindowAs(
  browser: Browser,
  member: ApiMember,
  options: ContextOptions,
): Promise<Visit> {
  const visit = await openWindow(browser, options);
  await visit.context.addCookies(toCookies(member.cookie, options.origin));
  return visit;
}

/** Cookies as a browser sends them, for Playwright. */
export function toCookies(cookie: string, url: string) {
  return cookie
    .split('; ')
    .filter(Boolean)
    .map((pair) => {
      const at = pair.indexOf('=');
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
    });
}

/**
 * Waits until the screen's islands are hydrated; earlier presses would do nothing. With
 * client:visible only those in view are. Astro removes its attribute when it hands an island to
 * React, which renders later: React's property on the element shows when.
 */
export async function waitForHydration({ page }: Visit): Promise<void> {
  await page.waitForFunction(() => {
    // A page still loading may have no island yet.
    if (document.readyState === 'loading') return false;
    const isInView = (island: Element) =>
      [...island.children].some((child) => {
        const { top, bottom, height } = child.getBoundingClientRect();
        return height > 0 && bottom > 0 && top < innerHeight;
      });
    const isUndrawn = (island: Element) => {
      const [, root] =
        Object.entries(island).find(([name]) => name.startsWith('__reactContainer$')) ?? [];
      return (
        (
          root as
            | { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } }
            | undefined
        )?.stateNode.current.memoizedState.isDehydrated === true
      );
    };
    const asleep = [
      ...document.querySelectorAll('astro-island[ssr]:not([client=media], [client=interaction])'),
    ];
    return (
      asleep.every((island) => island.getAttribute('client') === 'visible' && !isInView(island)) &&
      ![...document.querySelectorAll('astro-island')].some(isUndrawn)
    );
  });
}
