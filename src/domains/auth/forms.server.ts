import type { z } from 'zod';
import { env } from '#server/env.ts';
import { invalid, Refusal } from '#server/errors.ts';
import { asRefusal } from '#server/http/answer.ts';
import { parseUrlEncoded } from '#server/http/body.ts';
import { logLimit } from '#server/log-limit.ts';
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

/** What a form shows after it was sent and something was wrong. */
export interface FormState {
  /** What was typed, passwords excepted. */
  typed: Record<string, string>;
  /** By field; `general` is for the form as a whole. */
  problems: Record<string, string>;
  /** Of the refusal, as the call surface names it. */
  code?: string;
}

export const emptyForm: FormState = { typed: {}, problems: {} };

const isHttps = () => env().PUBLIC_ORIGIN.startsWith('https:');

export function callerOf({ request, locals }: Screen): Caller {
  const device = readSessionCookies(request.headers.get('cookie') ?? undefined, isHttps()).device;
  return { address: locals.address ?? '0.0.0.0', userAgent: request.headers.get('user-agent')?.slice(0, 300) ?? '', device };
}

const mostBytes = 64 * 1024;

async function readForm(request: Request): Promise<Record<string, unknown>> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') throw invalid('The request could not be read.');
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength > mostBytes) throw new Refusal('request_too_large', 'The request is too large.');
  try {
    return parseUrlEncoded(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw error instanceof Refusal ? error : invalid('The request could not be read.');
  }
}

function typedIn(fields: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && !/passw|passconf|^code$/i.test(entry[0])));
}

function problemsOf(error: z.ZodError, fields: Record<string, unknown>): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const { path, message } of error.issues) {
    const field = String(path[0] ?? 'general');
    problems[field] ??= fields[field] === undefined || fields[field] === '' ? 'Please fill in this field.' : message;
  }
  return problems;
}

/**
 * The posted form, checked and handed on: `done` is what `run` answered, else `state` says what to show. The answer then
 * has a status of its own; 401 and 404 speak of addresses, not of what was typed.
 */
export async function submit<Input, Done>(
  screen: Screen,
  schema: z.ZodType<Input>,
  run: (input: Input, caller: Caller) => Promise<Done>,
  more: Record<string, unknown> = {},
): Promise<{ done: Done; state?: undefined } | { done?: undefined; state: FormState }> {
  let fields: Record<string, unknown> = {};
  try {
    fields = { ...(await readForm(screen.request)), ...more };
    const parsed = schema.safeParse(fields);
    if (!parsed.success) throw invalid(problemsOf(parsed.error, fields));
    return { done: await run(parsed.data, callerOf(screen)) };
  } catch (error) {
    const refusal = asRefusal(error, screen.locals.requestId);
    if (refusal.status === 500) throw refusal;
    logLimit(refusal, screen.routePattern, screen.locals);
    const { status, detail, retryAfter, code } = refusal;
    screen.response.status = status === 401 || status === 404 ? 400 : status;
    if (retryAfter !== undefined) screen.response.headers.set('retry-after', String(retryAfter));
    return { state: { typed: typedIn(fields), problems: typeof detail === 'string' ? { general: detail } : detail, code } };
  }
}

/** On to the next screen, with cookies if there are any. 303: it is fetched with GET, and a reload posts nothing twice. */
export function seeOther(path: string, cookies: string[] = []): Response {
  const headers = new Headers({ location: path, 'cache-control': 'private, no-store' });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(null, { status: 303, headers });
}

export const deviceCookieOf = ({ device }: { device: string }) => deviceCookie(device, isHttps());

export const cookiesOf = ({ pair, memberId, device }: LoggedIn): string[] => [...sessionCookies(pair, memberId, isHttps()), deviceCookie(device, isHttps())];

/** The log-in that waits for its code in this browser. */
export const stepOf = ({ request }: Screen): string | undefined => readSessionCookies(request.headers.get('cookie') ?? undefined, isHttps()).step;
export const stepCookieOf = (token: string) => stepCookie(token, isHttps());

/** For screens with a secret in their address: it goes to no other site, into no cache and no index. */
export function keepAddressSecret({ response }: Screen) {
  response.headers.set('referrer-policy', 'no-referrer');
  response.headers.set('cache-control', 'private, no-store');
  response.headers.set('x-robots-tag', 'noindex');
}
