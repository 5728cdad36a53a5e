/**
 * The path this page was served for: while scripts were loading, Back or Forward may have changed
 * the URL without a page load.
 */
export function servedPath(): string {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation && URL.canParse(navigation.name)
    ? new URL(navigation.name).pathname
    : location.pathname;
}
