import type { z } from 'zod';
import { env } from '#server/env.ts';
import { invalid } from '#server/errors.ts';
import { asRefusal } from '#server/http/answer.ts';
import { logLimit } from '#server/log-limit.ts';
import {
  fieldProblems,
  formState,
  formStatus,
  readPageForm,
  type FormState,
} from '#server/page-form.ts';
import { deviceCookie, readSessionCookies, sessionCookies, stepCookie } from './cookies.ts';
import type { LoggedIn } from './login.server.ts';
import type { Caller } from './members.server.ts';

/** The part of Astro's context that forms need. */
interface Screen {
  request: Request;
  locals: App.Locals;
  response: ResponseInit & { readonly headers: Headers };
  routePattern: string;
}

export type { FormState };
export const emptyForm: FormState = { typed: {}, problems: {} };

const isHttps = () => env().PUBLIC_ORIGIN.startsWith('https:');

export function callerOf({ request, locals }: Screen): Caller {
  const device = readSessionCookies(request.headers.get('cookie') ?? undefined, isHttps()).device;
  return {
    address: locals.address ?? '0.0.0.0',
    userAgent: request.headers.get('user-agent')?.slice(0, 300) ?? '',
    device,
  };
}

/**
 * The posted form, checked and handed on: `done` is what `run` answered, else `state` says what to
 * show. The answer then has a status of its own; 401 and 404 speak of addresses, not of what was
 * typed.
 */
export async function submit<Input, Done>(
  screen: Screen,
  schema: z.ZodType<Input>,
  run: (input: Input, caller: Caller) => Promise<Done>,
  more: Record<string, unknown> = {},
): Promise<{ done: Done; state?: undefined } | { done?: undefined; state: FormState }> {
  let fields: Record<string, unknown> = {};
  try {
    fields = { ...(await readPageForm(screen.request)), ...more };
    const parsed = schema.safeParse(fields);
    if (!parsed.success) throw invalid(fieldProblems(parsed.error, fields));
    return { done: await run(parsed.data, callerOf(screen)) };
  } catch (error) {
    const refusal = asRefusal(error, screen.locals.requestId);
    if (refusal.status === 500) throw refusal;
    logLimit(refusal, screen.routePattern, screen.locals);
    screen.response.status = formStatus(refusal);
    if (refusal.retryAfter !== undefined)
      screen.response.headers.set('retry-after', String(refusal.retryAfter));
    return { state: formState(refusal, fields) };
  }
}

/**
 * On to the next screen, with cookies if there are any. 303: it is fetched with GET, and a reload
 * posts nothing twice.
 */
export function seeOther(path: string, cookies: string[] = []): Response {
  const headers = new Headers({ location: path, 'cache-control': 'private, no-store' });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(null, { status: 303, headers });
}

export const deviceCookieOf = ({ device }: { device: string }) => deviceCookie(device, isHttps());

const cookiesOf = ({ pair, memberId, device }: LoggedIn): string[] => [
  ...sessionCookies(pair, memberId, isHttps()),
  deviceCookie(device, isHttps()),
];

/**
 * Signed in: on to the next screen, with the cookies of the session. A native shell asks for JSON
 * instead, because its calls carry the credentials themselves (native-sign-in.ts).
 */
export function answerSignIn(
  { request }: Screen,
  next: string,
  loggedIn: LoggedIn,
  cookies: string[] = [],
): Response {
  const answer = seeOther(next, [...cookiesOf(loggedIn), ...cookies]);
  if (request.headers.get('accept') !== 'application/json') return answer;
  const { headers } = answer;
  headers.delete('location');
  headers.set('content-type', 'application/json');
  const { pair, memberId } = loggedIn;
  const credentials = {
    oauth_token: pair.token,
    oauth_secret: pair.secret,
    user_id: String(memberId),
  };
  return new Response(JSON.stringify({ ...credentials, next }), { headers });
}

/** The log-in that waits for its code in this browser. */
export const stepOf = ({ request }: Screen): string | undefined =>
  readSessionCookies(request.headers.get('cookie') ?? undefined, isHttps()).step;
export const stepCookieOf = (token: string) => stepCookie(token, isHttps());

/**
 * For screens with a secret in their address: it goes to no other site, into no cache and no index.
 */
export function keepAddressSecret({ response }: Screen) {
  response.headers.set('referrer-policy', 'no-referrer');
  response.headers.set('cache-control', 'private, no-store');
  response.headers.set('x-robots-tag', 'noindex');
}
