import { registerWorker } from '#worker/client.ts';

/**
 * Tells a new worker what this page has loaded without it, so that the feed can be read offline
 * from the first visit on.
 */
async function keepLoaded(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const files = entries.filter(
    ({ name, initiatorType }) => initiatorType === 'img' || name.includes('/_astro/'),
  );
  active?.postMessage({ keep: files.map(({ name }) => name) });
}

/** Only for members: visitors keep nothing. */
export async function startWorker(): Promise<void> {
  // Only in secure contexts.
  if (!('serviceWorker' in navigator)) return;
  const isNew = !navigator.serviceWorker.controller;
  try {
    await registerWorker();
    if (isNew) await keepLoaded();
  } catch {
    // A browser may refuse; then the site works as it does without.
  }
}
