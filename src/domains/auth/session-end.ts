// A sign-out in one tab closes the others as well: their content is not for the next person at the
// screen.

const name = 'signed-out';

export function emitSignOut(): void {
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
