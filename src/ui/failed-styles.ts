// Retries failed stylesheets of lazy parts. Vite requests each only once: after a failure, loading
// the part again would leave it without styles.

const failed = new Set<HTMLLinkElement>();

if (typeof document !== 'undefined') {
  // Load errors do not bubble, but can be captured.
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
    // A new element, because a link does not load twice; at the same position, because the order of
    // styles counts.
    link.replaceWith(again);
  });

/** Call before loading a lazy part: loads styles that failed before. Rejects if they fail again. */
export async function retryFailedStyles(): Promise<void> {
  await Promise.all([...failed].map(fetchAgain));
}
