// The header's search field is a form that leads to /search. The popup under it is fetched when
// somebody goes to the field.

/**
 * What did not come is asked for again by the next word typed: until then the form does what it
 * does without script.
 */
function wake(form: HTMLFormElement): void {
  const begin = () => {
    for (const name of events) form.removeEventListener(name, begin);
    import('#domains/search/SearchPopup.island.tsx').then(
      ({ openSearch }) => openSearch(form),
      () => wake(form),
    );
  };
  for (const name of events) form.addEventListener(name, begin);
}

const events = ['focusin', 'input'];

export function startSearchBox(): void {
  const form = document.querySelector<HTMLFormElement>('.top-search');
  if (form) wake(form);
}
