// The header's search field is a form that leads to /search. The popup under it is fetched when somebody goes to the field.

const form = document.querySelector<HTMLFormElement>('.top-search');

form?.addEventListener('focusin', () => void import('#domains/search/SearchPopup.island.tsx').then(({ openSearch }) => openSearch(form), () => undefined), { once: true });
