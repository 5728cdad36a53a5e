// Inlined in the head of every screen with islands, so that clicks count before the scripts have
// loaded (docs/decisions/030-forms-before-scripts.md). Inserted by InlineScript.astro.
(() => {
  /** Milliseconds. After that a form is sent without script, which may never load. */
  const timeout = 8_000;
  const asleep = (node) => node.closest?.('astro-island[ssr]:not([dead], [dead] *)');
  const listen = (type, listener) => addEventListener(type, listener, true);

  let giveUp;
  const failure = new Promise((resolve) => (giveUp = resolve));

  /** Resolves to true when the island hydrates, to undefined on error or timeout. */
  const awake = (island) =>
    new Promise((resolve) => {
      void failure.then(resolve);
      island.addEventListener('astro:hydrate', () => resolve(true));
      island.addEventListener(
        'astro:hydration-error',
        ({ target }) => target === island && resolve(),
      );
      setTimeout(resolve, timeout);
      // For a directive that has not loaded yet.
      island.setAttribute('wake', '');
      island.dispatchEvent(new Event('wake'));
    });

  listen('click', async (event) => {
    // The browser opens popovers and dialogs itself.
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
    // A second click in the meantime carries the same key.
    else if (button.type === 'submit') button.form?.requestSubmit(button);
  });

  // What cannot work any more is not shown (press-form.css).
  const hide = (node) => node.setAttribute('dead', '');
  listen('astro:hydration-error', ({ target }) => hide(target));
  listen('error', ({ target }) => {
    if (!target.src?.includes('/islands.')) return;
    hide(document.body);
    giveUp();
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
    // Makes React hydrate the island now, which resets the value.
    list.dispatchEvent(new Event('keyup', { bubbles: true }));
    list.value = value;
    list.dispatchEvent(new Event('change', { bubbles: true }));
  });
})();
