import { closedPath, parseLightboxPath } from '#domains/media/viewer/lightbox-route.rules.ts';
import { storyAt } from '#domains/stories/story-path.rules.ts';
import { servedPath } from '#lib/served-path.ts';

// A dialog with an address becomes a page of that address when it is loaded anew. The browser still
// takes the entries before and after it for the same page, and goes there without loading: then
// what belongs there is fetched.

/** What is looked at on one such page, however many are stepped through. */
function setAt(path: string): string | undefined {
  const place = parseLightboxPath(path);
  if (place) return closedPath(place);
  return storyAt(path) ? 'stories' : undefined;
}
export function followLightboxHistory(): void {
  const own = setAt(servedPath());
  const isElsewhere = () => setAt(location.pathname) !== own;

  if (isElsewhere()) location.reload();
  // It is no dialog any more.
  else history.replaceState(null, '');
  addEventListener('popstate', () => isElsewhere() && location.reload());
}
