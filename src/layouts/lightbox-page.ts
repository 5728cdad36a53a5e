import { closedPath, parseLightboxPath } from '#domains/lightbox/lightbox-route.rules.ts';
import { storyAt } from '#domains/stories/story-path.rules.ts';
import { servedPath } from '#lib/served-path.ts';

// Reloading while a routed dialog is open gives a page of its own. The browser still treats its
// neighbours in the history as the same document and goes there without loading: then reload.

/** Identifies the content of such a page, however many items are stepped through. */
function getDialogKey(path: string): string | undefined {
  const route = parseLightboxPath(path);
  if (route) return closedPath(route);
  return storyAt(path) ? 'stories' : undefined;
}
export function followLightboxHistory(): void {
  const initialKey = getDialogKey(servedPath());
  const isElsewhere = () => getDialogKey(location.pathname) !== initialKey;

  if (isElsewhere()) location.reload();
  // The page is no longer a dialog.
  else history.replaceState({ ...history.state, dialog: undefined }, '');
  addEventListener('popstate', () => isElsewhere() && location.reload());
}
