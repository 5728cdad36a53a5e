// Stands in the head of every screen that has islands, so that presses count before their scripts
// have come (docs/decisions/030-forms-before-scripts.md). Written into the page by
// EarlyScript.astro.
(() => {
  /** Milliseconds. After that a form is sent without script: its scripts may never come. */
  const patience = 8_000;
  const asleep = (node) => node.closest?.('astro-island[ssr]');
  const listen = (type, listener) => addEventListener(type, listener, true);

  /** Resolves with true when the island is awake, else when it cannot or does not wake. */
  const awake = (island) =>
    new Promise((resolve) => {
      island.addEventListener('astro:hydrate', () => resolve(true));
      island.addEventListener(
        'astro:hydration-error',
        ({ target }) => target === island && resolve(),
      );
      setTimeout(resolve, patience);
      island.dispatchEvent(new Event('wake'));
    });

  listen('click', async (event) => {
    // The browser opens popovers and dialogs by itself.
    const button = event.target.closest?.('button:not([popovertarget],[commandfor])');
    const island = button && asleep(button);
    if (!island) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (button.ariaBusy === 'true') return;
    button.ariaBusy = 'true';
    const isAwake = await awake(island);
    button.ariaBusy = null;
    if (isAwake) button.click();
    // Pressed again meanwhile, it carries the same key.
    else if (button.type === 'submit') button.form?.requestSubmit(button);
  });

  listen('keydown', (event) => {
    const { target: field, key, ctrlKey, metaKey, shiftKey, isComposing } = event;
    if (key !== 'Enter' || isComposing || field.localName !== 'textarea' || !asleep(field)) return;
    const isSend =
      field.matches('[data-enter]') && !shiftKey && !matchMedia('(pointer:coarse)').matches;
    const button = [...(field.form?.elements ?? [])].find(({ type }) => type === 'submit');
    if (!button || !(ctrlKey || metaKey || isSend)) return;
    event.preventDefault();
    button.click();
  });

  listen('change', async ({ target: list }) => {
    const island = list.localName === 'select' && asleep(list);
    if (!island) return;
    const { value } = list;
    if (!(await awake(island))) return;
    // Makes React draw the island now, which sets the value that it knows of.
    list.dispatchEvent(new Event('keyup', { bubbles: true }));
    list.value = value;
    list.dispatchEvent(new Event('change', { bubbles: true }));
  });
})();
