// A sign-out in one tab ends the others as well: they show what is no longer for whoever sits
// there.

const name = 'signed-out';

export function tellSignOut(): void {
  try {
    localStorage.setItem(name, String(Date.now()));
    localStorage.removeItem(name);
  } catch {
    // Without storage the other tabs find out with their next request.
  }
}

export function onSignOut(leave: () => void): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === name && newValue) leave();
  });
}
