import type { Browser } from 'playwright';
import { openWindow, type ContextOptions, type Visit } from './browser.ts';
import type { ApiMember } from './member.ts';

/** A window in which that member is signed in. */
export async function openWindowAs(
  browser: Browser,
  member: ApiMember,
  options: ContextOptions,
): Promise<Visit> {
  const visit = await openWindow(browser, options);
  const cookies = member.cookie.split('; ').map((pair) => {
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: options.origin };
  });
  await visit.context.addCookies(cookies);
  return visit;
}

/**
 * Until the islands of the screen answer; before that a press would do nothing. Of those that wake
 * when they are seen, the ones in sight. Astro takes its mark off when it hands an island over, and
 * React draws it when it has time: what it keeps on the element tells.
 */
export async function whenAwake({ page }: Visit): Promise<void> {
  await page.waitForFunction(() => {
    // Before the page is whole there may be no island yet.
    if (document.readyState === 'loading') return false;
    const isInSight = (island: Element) =>
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
            { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } } | undefined
        )?.stateNode.current.memoizedState.isDehydrated === true
      );
    };
    const asleep = [
      ...document.querySelectorAll('astro-island[ssr]:not([client=media], [client=interaction])'),
    ];
    return (
      asleep.every((island) => island.getAttribute('client') === 'visible' && !isInSight(island)) &&
      ![...document.querySelectorAll('astro-island')].some(isUndrawn)
    );
  });
}
