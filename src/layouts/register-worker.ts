import { registerWorker } from '#worker/client.ts';

/**
 * Sends a new worker the files that this page has loaded without it, so that the feed can be read
 * offline from the first visit on.
 */
async function cacheLoadedFiles(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const files = entries.filter(
    ({ name, initiatorType }) => initiatorType === 'img' || name.includes('/_astro/'),
  );
  active?.postMessage({ keep: files.map(({ name }) => name) });
}

/** Only for members: nothing is cached for visitors. */
export async function startWorker(): Promise<void> {
  // Service workers need a secure context.
  if (!('serviceWorker' in navigator)) return;
  // One that was installed by the page before may control this one without having loaded it.
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  try {
    await registerWorker();
    if (!navigation?.workerStart) await cacheLoadedFiles();
  } catch {
    // A browser may refuse; the site works without the worker.
  }
}
