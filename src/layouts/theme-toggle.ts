// Theme and motion follow the system until a member chooses; theme-script.ts applies the choice
// before the first paint.
export function startThemeToggle(): void {
  const root = document.documentElement;

  for (const name of ['theme', 'motion'] as const) {
    const chosen = root.dataset[name] ?? 'system';
    const inputs = [...document.querySelectorAll<HTMLInputElement>(`input[name=${name}]`)];
    for (const input of inputs) {
      input.checked = input.value === chosen;
      input.addEventListener('change', () => {
        // The same choice may be in the menu and on the screen.
        for (const other of inputs) other.checked = other.value === input.value;
        if (input.value === 'system') delete root.dataset[name];
        else root.dataset[name] = input.value;
        try {
          if (input.value === 'system') localStorage.removeItem(name);
          else localStorage.setItem(name, input.value);
        } catch {
          // Without storage the choice applies to this page only.
        }
      });
    }
  }
}
