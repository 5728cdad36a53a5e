import { memberCookie } from '#lib/served-member.ts';

/**
 * The web session in cookies. On https the names carry `__Host-`, which makes browsers insist on
 * Secure, Path=/ and no Domain, so that no neighbouring host can plant a session.
 */
export interface SessionPair {
  token: string;
  secret: string;
}

export interface SessionCookies {
  token?: string;
  secret?: string;
  /** Id of the browser, for accounts under attack (security.md section 8). */
  device?: string;
  /** Token of a log-in whose second step is pending. */
  step?: string;
  /** The id that scripts read. */
  hint?: string;
}

/** Readable by scripts: one message for the next page, which shows and removes it. */
export const flashCookie = 'hearth_flash';

const absoluteSeconds = 180 * 24 * 60 * 60;
const deviceSeconds = 400 * 24 * 60 * 60;
/** Lifetime of a pending second step. */
export const stepSeconds = 600;

type Part = 'token' | 'secret' | 'device' | 'step';
const nameOf = (part: Part, isHttps: boolean) => `${isHttps ? '__Host-' : ''}hearth_${part}`;

function cookie(
  name: string,
  value: string,
  isHttps: boolean,
  maxAge: number,
  isHidden: boolean,
): string {
  return `${name}=${value}; Path=/; Max-Age=${maxAge}; SameSite=Lax${isHttps ? '; Secure' : ''}${isHidden ? '; HttpOnly' : ''}`;
}

/** The Set-Cookie headers of a log-in. */
export function sessionCookies(pair: SessionPair, memberId: number, isHttps: boolean): string[] {
  return [
    cookie(nameOf('token', isHttps), pair.token, isHttps, absoluteSeconds, true),
    cookie(nameOf('secret', isHttps), pair.secret, isHttps, absoluteSeconds, true),
    memberHint(memberId, isHttps),
  ];
}

/**
 * Readable by scripts: the id of the signed-in member. Proves nothing; pages that were served for
 * another one learn from it (layouts/other-member.js).
 */
export const memberHint = (memberId: number, isHttps: boolean) =>
  cookie(memberCookie(isHttps), String(memberId), isHttps, absoluteSeconds, false);

/** The Set-Cookie headers of a sign-out, also for an invalid session. The device cookie stays. */
export function clearedCookies(isHttps: boolean): string[] {
  return [
    cookie(nameOf('token', isHttps), '', isHttps, 0, true),
    cookie(nameOf('secret', isHttps), '', isHttps, 0, true),
    cookie(memberCookie(isHttps), '', isHttps, 0, false),
  ];
}

export const deviceCookie = (device: string, isHttps: boolean) =>
  cookie(nameOf('device', isHttps), device, isHttps, deviceSeconds, true);
/** An empty token removes the cookie. */
export const stepCookie = (token: string, isHttps: boolean) =>
  cookie(nameOf('step', isHttps), token, isHttps, token ? stepSeconds : 0, true);
export const flash = (message: 'signed-out', isHttps: boolean) =>
  cookie(flashCookie, message, isHttps, 60, false);

/**
 * Values by name. The first of two with one name wins, since browsers put the most specific first.
 */
export function parseCookies(header: string | undefined): Map<string, string> {
  const found = new Map<string, string>();
  for (const part of header?.split(';', 100) ?? []) {
    const at = part.indexOf('=');
    const name = part.slice(0, at).trim();
    if (at > 0 && !found.has(name)) found.set(name, part.slice(at + 1).trim());
  }
  return found;
}

export function readSessionCookies(header: string | undefined, isHttps: boolean): SessionCookies {
  if (!header?.includes('hearth_')) return {};
  const cookies = parseCookies(header);
  const value = (part: Part) => cookies.get(nameOf(part, isHttps)) || undefined;
  return {
    token: value('token'),
    secret: value('secret'),
    device: value('device'),
    step: value('step'),
    hint: cookies.get(memberCookie(isHttps)) || undefined,
  };
}

/**
 * Whether the sender may be a member, who must not get pages cached for visitors. Errs on the side
 * of true.
 */
export const hasSessionCookie = (header: string | undefined): boolean =>
  header !== undefined && /(^|;\s*)(__Host-)?hearth_(token|secret|member)=[^;\s]/.test(header);
