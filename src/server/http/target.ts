import { invalid, notFound, refused } from '#server/errors.ts';

/** The address of a request as it was sent: nothing in it is decoded. */
export interface Target {
  path: string;
  /** Without the question mark; empty when there is none. */
  query: string;
}

const longestTarget = 8_192;
// An e-mail address may hold a percent sign, which is encoded in the link of the mail.
const mayHoldPercent = /^\/signup\/verify\/email\//;
// Backslashes become slashes where an address is parsed.
// eslint-disable-next-line no-control-regex
const neverInPath = /[\u0000-\u001f\u007f\\]/;

/** Text that the database and every screen can hold: no NUL, no half of a surrogate pair. */
export const isValidText = (text: string) => !text.includes('\u0000') && text.isWellFormed();

export function splitTarget(url: string): Target {
  const at = url.indexOf('?');
  return at < 0 ? { path: url, query: '' } : { path: url.slice(0, at), query: url.slice(at + 1) };
}

function decodeOnce(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/**
 * Whether it can name something here: still encoded after decoding it once, it cannot. Astro would
 * go on decoding.
 */
export function isPath(path: string): boolean {
  if (!path.includes('%') && !path.includes('\\')) return true;
  const decoded = decodeOnce(path);
  if (decoded === undefined || neverInPath.test(decoded)) return false;
  return !decoded.includes('%') || mayHoldPercent.test(path);
}

/** A lone percent sign stands for itself, as browsers read it. */
function isReadable(query: string): boolean {
  if (!query.includes('%')) return true;
  const decoded = decodeOnce(query.replace(/%(?![\da-f]{2})/gi, '%25'));
  return decoded !== undefined && isValidText(decoded);
}

/**
 * Refuses, before anything is routed, a path that names nothing (404) and a query that is no text
 * (400).
 */
export function checkTarget(url: string) {
  if (url.length > longestTarget) throw refused('request_too_large', 'The address is too long.');
  const { path, query } = splitTarget(url);
  if (!isPath(path)) throw notFound();
  if (!isReadable(query)) throw invalid('The address could not be read.');
}
