// `wake` is dispatched by a press before hydration (layouts/early-presses.js) and by live updates.
const approaches = ['pointerover', 'touchstart', 'focusin', 'dragenter', 'wake'];

/** `client:interaction`, see interaction-islands.mjs. Runs in the browser, written into the page. */
export default (load, _options, island) => {
  const wake = async () => {
    for (const approach of approaches) island.removeEventListener(approach, wake);
    const hydrate = await load();
    await hydrate();
  };
  for (const approach of approaches) island.addEventListener(approach, wake, { passive: true });
  // Pressed or written in before this script came; or a page restored by the back button, which may
  // be older than changes made since.
  if (
    island.hasAttribute('wake') ||
    island.contains(document.activeElement) ||
    performance.getEntriesByType('navigation')[0]?.type === 'back_forward'
  )
    void wake();
};
