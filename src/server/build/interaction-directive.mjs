// `wake` is sent by others: by a press that waits (layouts/early-presses.js), or by news to be
// drawn.
const approaches = ['pointerover', 'touchstart', 'focusin', 'dragenter', 'wake'];

/** `client:interaction`, see interaction-islands.mjs. Runs in the browser, written into the page. */
export default (load, _options, island) => {
  const wake = async () => {
    for (const approach of approaches) island.removeEventListener(approach, wake);
    const hydrate = await load();
    await hydrate();
  };
  for (const approach of approaches) island.addEventListener(approach, wake, { passive: true });
  // What Back brings may be older than what was done since.
  if (performance.getEntriesByType('navigation')[0]?.type === 'back_forward') void wake();
};
