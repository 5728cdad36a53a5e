import { isHttps } from '#server/base-url.ts';
import { seeOther, type Screen } from '#server/page-form.ts';
import { nativeSessionView } from './auth.views.server.ts';
import { deviceCookie, readSessionCookies, sessionCookies, stepCookie } from './cookies.ts';
import type { LoggedIn } from './login.server.ts';

export const toDeviceCookie = ({ device }: { device: string }) => deviceCookie(device, isHttps());

const toCookies = ({ pair, memberId, device }: LoggedIn): string[] => [
  ...sessionCookies(pair, memberId, isHttps()),
  deviceCookie(device, isHttps()),
];

/**
 * Redirects to the next screen with the cookies of the session. A native shell asks for JSON
 * instead, because its calls carry the credentials themselves (native-sign-in.ts).
 */
export function answerSignIn(
  { request }: Pick<Screen, 'request'>,
  next: string,
  loggedIn: LoggedIn,
  cookies: string[] = [],
): Response {
  const answer = seeOther(next, [...toCookies(loggedIn), ...cookies]);
  if (request.headers.get('accept') !== 'application/json') return answer;
  const { headers } = answer;
  headers.delete('location');
  headers.set('content-type', 'application/json');
  return new Response(JSON.stringify({ ...nativeSessionView(loggedIn), next }), { headers });
}

/** Token of the log-in with a pending second step in this browser. */
export const readStepToken = ({ request }: Pick<Screen, 'request'>): string | undefined =>
  readSessionCookies(request.headers.get('cookie') ?? undefined, isHttps()).step;
export const toStepCookie = (token: string) => stepCookie(token, isHttps());
