// A sign-out in one tab closes the others as well: their content is not for the next person at the
// screen.

const begun = 'signing-out';
const done = 'signed-out';
/** Milliseconds. */
const signOutTime = 60_000;

let underWayUntil = 0;
const note = () => (underWayUntil = Date.now() + signOutTime);

function notifyOtherTabs(name: string): void {
  try {
    localStorage.setItem(name, String(Date.now()));
    localStorage.removeItem(name);
  } catch {
    // Without storage the other tabs find out with their next request.
  }
}

/** Called before the sign-out is sent. */
export function beginSignOut(): void {
  note();
  notifyOtherTabs(begun);
}

export const emitSignOut = (): void => notifyOtherTabs(done);

/** Whether this browser ends the session itself: then its answer leads all tabs to the start page. */
export const isSigningOut = (): boolean => Date.now() < underWayUntil;

export function onSignOut(leave: () => void): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === begun && newValue) note();
    if (key === done && newValue) leave();
  });
}
