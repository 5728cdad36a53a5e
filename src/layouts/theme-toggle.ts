// The theme follows the system until a member chooses; theme-script.ts applies the choice before the first paint.
const root = document.documentElement;
const chosen = root.dataset.theme ?? 'system';

for (const input of document.querySelectorAll<HTMLInputElement>('input[name=theme]')) {
  input.checked = input.value === chosen;
  input.addEventListener('change', () => {
    if (input.value === 'system') delete root.dataset.theme;
    else root.dataset.theme = input.value;
    try {
      if (input.value === 'system') localStorage.removeItem('theme');
      else localStorage.setItem('theme', input.value);
    } catch {
      // Without storage the choice holds for this page.
    }
  });
}
