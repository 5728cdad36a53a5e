/**
 * The path that this page was served for: while its scripts were on their way, Back or Forward may
 * have led to another one without loading.
 */
export function servedPath(): string {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation && URL.canParse(navigation.name)
    ? new URL(navigation.name).pathname
    : location.pathname;
}
