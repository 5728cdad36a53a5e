import { isHttps } from '#server/base-url.ts';
import type { Caller } from '#server/caller.ts';
import { env } from '#server/env.ts';
import type { RestRequest } from '#server/handle.ts';
import type { Session, SignedUp as SignedUpView } from './auth.schema.ts';
import { pendingView, sessionView } from './auth.views.server.ts';
import { deviceCookie, readSessionCookies, sessionCookies } from './cookies.ts';
import type { LoggedIn } from './login.server.ts';
import type { SignedUp } from './signup.server.ts';

export function toCaller(
  { address, device: userAgent, headers }: RestRequest,
  deviceId?: string,
): Caller {
  return {
    address,
    userAgent,
    device: deviceId || readSessionCookies(headers.cookie, isHttps()).device,
  };
}

/**
 * A browser sends Origin or Sec-Fetch-Site, and the edge lets only our own origin pass. Native
 * clients store the pair themselves.
 */
function isOwnBrowser({ isNative, headers }: RestRequest): boolean {
  if (isNative || (headers.origin !== undefined && env().NATIVE_ORIGINS.includes(headers.origin)))
    return false;
  return headers['sec-fetch-site'] !== undefined || headers.origin !== undefined;
}

/** The response of a call that logged somebody in; a browser gets cookies. */
export async function answerSession(loggedIn: LoggedIn, request: RestRequest): Promise<Session> {
  if (isOwnBrowser(request)) {
    for (const line of [
      ...sessionCookies(loggedIn.pair, loggedIn.memberId, isHttps()),
      deviceCookie(loggedIn.device, isHttps()),
    ])
      request.setCookie(line);
  }
  return sessionView(loggedIn);
}

/** The response of a sign-up: a session, or the address that the mail was sent to. */
export async function answerSignUp(
  signedUp: SignedUp,
  request: RestRequest,
): Promise<SignedUpView> {
  if (signedUp.kind === 'member') return answerSession(signedUp, request);
  if (isOwnBrowser(request)) request.setCookie(deviceCookie(signedUp.device, isHttps()));
  return pendingView(signedUp);
}
