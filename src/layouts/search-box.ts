// The header's search field is a form that submits to /search. Its popup is loaded when the field
// gets focus.

/**
 * Loads the popup on first use. After a failure the next input tries again; until then the form
 * works as without script.
 */
function loadOnFirstUse(form: HTMLFormElement): void {
  const load = () => {
    for (const name of events) form.removeEventListener(name, load);
    import('#domains/search/SearchPopup.island.tsx').then(
      ({ openSearch }) => openSearch(form),
      () => loadOnFirstUse(form),
    );
  };
  for (const name of events) form.addEventListener(name, load);
}

const events = ['focusin', 'input'];

export function startSearchBox(): void {
  const form = document.querySelector<HTMLFormElement>('.top-search');
  if (form) loadOnFirstUse(form);
}
