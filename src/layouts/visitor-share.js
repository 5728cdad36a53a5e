// Copies the link of a post when a visitor clicks Share. Inlined by InlineScript.astro.
addEventListener('click', async (event) => {
  const link = event.target.closest?.('a[data-copy]');
  const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
  if (!link || button || metaKey || ctrlKey || shiftKey || altKey) return;
  event.preventDefault();
  try {
    await navigator.clipboard.writeText(new URL(link.dataset.copy, location).href);
    link.lastChild.data = ' Link copied';
  } catch {
    // The log-in page shows the link.
    location.assign(link.href);
  }
});
