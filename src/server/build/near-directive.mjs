// `wake` is for what somebody else has heard, and the island has to draw.
const approaches = ['pointerover', 'touchstart', 'focusin', 'dragenter', 'wake'];

/** `client:near`, see near-islands.mjs. Runs in the browser, written into the page. */
export default (load, _options, island) => {
  let isAwake = false;
  const wake = async () => {
    for (const approach of approaches) island.removeEventListener(approach, wake);
    const hydrate = await load();
    await hydrate();
    isAwake = true;
  };
  for (const approach of approaches) island.addEventListener(approach, wake, { passive: true });
  // A button that was pressed before anybody listened is pressed again. Links lead on by themselves.
  island.addEventListener(
    'click',
    async (event) => {
      const button = event.target.closest('button');
      if (isAwake || !button) return;
      event.stopPropagation();
      await wake();
      button.click();
    },
    true,
  );
  // What Back brings may be older than what was done since.
  if (performance.getEntriesByType('navigation')[0]?.type === 'back_forward') void wake();
};
