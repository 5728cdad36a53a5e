import { readSessionCookies, type SessionPair } from './cookies.ts';

/**
 * Sources of the credential in a request: headers, fields (query or form; empty for screens),
 * cookies.
 */
export interface CredentialSource {
  headers: { [name: string]: string | string[] | undefined };
  /** Query and form of a call, merged; screens have neither. */
  fields: { [name: string]: unknown };
}

export type Credentials =
  | { kind: 'none' }
  | { kind: 'pair'; pair: SessionPair }
  | { kind: 'malformed' }
  | { kind: 'conflict' };

const tokenShape = /^[0-9a-f]{32}$/;
const secretShape = /^[0-9a-f]{64}$/;

/** Checked before any query: both parts are strings of the right length. */
function asPair(token: unknown, secret: unknown): Credentials {
  if ((token === undefined || token === '') && (secret === undefined || secret === ''))
    return { kind: 'none' };
  if (
    typeof token !== 'string' ||
    typeof secret !== 'string' ||
    !tokenShape.test(token) ||
    !secretShape.test(secret)
  )
    return { kind: 'malformed' };
  return { kind: 'pair', pair: { token, secret } };
}

const isSame = (one: Credentials, other: Credentials) =>
  one.kind === 'pair' &&
  other.kind === 'pair' &&
  one.pair.token === other.pair.token &&
  one.pair.secret === other.pair.secret;

/**
 * The one credential of a request. Headers win over fields; a cookie beside either must be equal.
 */
export function readCredentials(
  { headers, fields }: CredentialSource,
  isHttps: boolean,
): Credentials {
  const fromHeaders = asPair(headers.oauth_token, headers.oauth_secret);
  const sent =
    fromHeaders.kind === 'none' ? asPair(fields.oauth_token, fields.oauth_secret) : fromHeaders;
  const cookies = readSessionCookies(
    typeof headers.cookie === 'string' ? headers.cookie : undefined,
    isHttps,
  );
  const kept = asPair(cookies.token, cookies.secret);
  if (sent.kind === 'none') return kept;
  return kept.kind !== 'none' && !isSame(sent, kept) ? { kind: 'conflict' } : sent;
}
