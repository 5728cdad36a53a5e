import { httpError, invalid, notFound } from '#server/errors.ts';

/** The request target as sent: nothing is decoded. */
export interface Target {
  path: string;
  /** Without the question mark; empty when there is none. */
  query: string;
}

const longestTarget = 8_192;
// An e-mail address may hold a percent sign, which is encoded in the link of the mail.
const mayHoldPercent = /^\/signup\/verify\/email\//;
// URL parsers turn backslashes into slashes.
// eslint-disable-next-line no-control-regex
const neverInPath = /[\u0000-\u001f\u007f\\]/;

/** Text that the database and every screen can represent: no NUL, no lone surrogate. */
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
 * Whether the path can name a resource: not if it is still encoded after decoding once, since Astro
 * would continue decoding.
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

/** Before routing, refuses malformed paths (404) and queries (400). */
export function checkTarget(url: string) {
  if (url.length > longestTarget) throw httpError('request_too_large', 'The address is too long.');
  const { path, query } = splitTarget(url);
  if (!isPath(path)) throw notFound();
  if (!isReadable(query)) throw invalid('The address could not be read.');
}
