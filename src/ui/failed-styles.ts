// Styles of parts that are fetched late. Vite asks for each once: where that failed, who asks for
// the part again would get it without them.

const failed = new Set<HTMLLinkElement>();

if (typeof document !== 'undefined') {
  // What fails tells nobody above it, but is seen on its way down.
  addEventListener(
    'error',
    ({ target }) =>
      target instanceof HTMLLinkElement && target.rel === 'stylesheet' && failed.add(target),
    true,
  );
}

const fetchAgain = (link: HTMLLinkElement): Promise<void> =>
  new Promise((resolve, reject) => {
    failed.delete(link);
    const again = link.cloneNode() as HTMLLinkElement;
    again.addEventListener('load', () => resolve());
    again.addEventListener('error', () => reject(new Error('The styles did not come.')));
    // Another element, because a link does not ask twice; in the same place, because the order of
    // styles counts.
    link.replaceWith(again);
  });

/**
 * Before a late part is asked for: brings the styles that did not come before. Fails where they do
 * not come now either.
 */
export async function bringFailedStyles(): Promise<void> {
  await Promise.all([...failed].map(fetchAgain));
}
