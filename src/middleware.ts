import { defineMiddleware } from 'astro:middleware';
import { findNotice, noticeCookie, readSentForm, runForm, signedOutForm } from '#app/form-calls.ts';
import { hasMemberPage, isPublicPage, isServedWithoutDatabase } from '#app/page-access.ts';
import {
  clearedCookies,
  hasSessionCookie,
  memberHint,
  readSessionCookies,
  type SessionCookies,
} from '#domains/auth/cookies.ts';
import { readViewer } from '#domains/policy/viewer.server.ts';
import { isMember, visitor, type Viewer } from '#domains/policy/viewer.ts';
import { loginPath } from '#lib/login-path.ts';
import { memberHeader } from '#lib/served-member.ts';
import { isHttps } from '#server/base-url.ts';
import { HttpError, notFound } from '#server/errors.ts';
import { toHttpError } from '#server/http/answer.ts';
import { lastEventId } from '#server/live/streams.ts';
import { logLimit } from '#server/log-limit.ts';
import { log } from '#server/log.ts';
import { isInSafeMode } from '#server/safe-mode.ts';

/** How long the log-in form waits to learn that somebody is signed in already. */
const maxWaitForSession = 1_000;

/** Resolves with undefined if the work takes longer. */
function atMost<T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout;
  const over = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  return Promise.race([work, over]).finally(() => clearTimeout(timer));
}

/**
 * The viewer of the session cookies; undefined if it cannot be read, or not soon, where the log-in
 * form has to work all the same. Invalid credentials count as a visitor.
 */
async function authenticate(request: Request, path: string): Promise<Viewer | undefined> {
  const cookie = request.headers.get('cookie');
  if (!cookie) return visitor;
  const needsNoDatabase = isServedWithoutDatabase(request.method, path);
  const onlyReads = request.method === 'GET' || request.method === 'HEAD';
  try {
    const reading = readViewer({ headers: { cookie }, fields: {} }, onlyReads);
    return await (needsNoDatabase ? atMost(maxWaitForSession, reading) : reading);
  } catch (error) {
    if (error instanceof HttpError && error.status < 500) return visitor;
    if (needsNoDatabase) return undefined;
    throw error;
  }
}

/**
 * The cookies by which the other pages of this browser learn who is signed in, where they say
 * something else: a session has ended, or the one that scripts read was lost. A session that safe
 * mode refuses has not ended, and may be that of the site itself on another port.
 */
function correctedCookies(viewer: Viewer, { token, hint }: SessionCookies): string[] {
  if (isMember(viewer)) return hint === String(viewer.id) ? [] : [memberHint(viewer.id, isHttps())];
  return (token || hint) && !isInSafeMode() ? clearedCookies(isHttps()) : [];
}

type Context = Parameters<Parameters<typeof defineMiddleware>[0]>[0];

export const onRequest = defineMiddleware(async (context, next) => {
  const started = performance.now();
  const { locals, request, url } = context;
  locals.requestId ??= crypto.randomUUID();
  let response: Response;
  let corrected: string[] = [];
  try {
    // Only the rewrite below may use these routes.
    if (/^\/for-members(\/|$)/.test(context.routePattern)) throw notFound();
    // Before anything is read: the screen may miss later events.
    locals.lastEvent ??= lastEventId();
    const cookies = readSessionCookies(request.headers.get('cookie') ?? undefined, isHttps());
    if (!locals.viewer) {
      const viewer = await authenticate(request, url.pathname);
      // A form may set cookies itself.
      if (viewer && request.method === 'GET') corrected = correctedCookies(viewer, cookies);
      locals.viewer = viewer ?? visitor;
    }
    locals.device ??= cookies.device;
    locals.requestPath ??= url.pathname + url.search;
    const formResult = await handleForm(context);
    if (formResult instanceof Response) response = formResult;
    else if (!isMember(locals.viewer) && !isPublicPage(context.routePattern)) {
      response = context.redirect(loginFor(context), 303);
    } else {
      const notice = takeNotice(context);
      // Two screens at one URL, so that visitors do not load styles for members only.
      const isForMember = isMember(locals.viewer) && hasMemberPage(context.routePattern);
      const path = `${isForMember ? '/for-members' : ''}${url.pathname}${url.search}`;
      // The body of a rejected form was consumed: render its screen as if it had been requested by
      // GET.
      if (formResult) response = withStatus(await next(toGet(context, path)), formResult);
      else if (isForMember)
        response = await next(request.method === 'GET' ? toGet(context, path) : path);
      else response = await next();
      if (notice) response.headers.append('set-cookie', notice);
    }
  } catch (error) {
    // A component inside of a page leads elsewhere by throwing.
    if (error instanceof Response) return error;
    const httpError = toHttpError(error, locals.requestId);
    // The error page runs through here again and must not authenticate once more.
    locals.viewer ??= visitor;
    logLimit(httpError, context.routePattern, locals);
    // Missing and hidden look the same: the one 404 page, at the requested URL.
    if (httpError.status === 404 || httpError.status === 401)
      response = await context.rewrite('/404');
    else response = await errorPage(context, httpError);
  }
  if (request.method === 'POST') response = await focusFirstError(response);
  const { headers } = response;
  for (const line of corrected) headers.append('set-cookie', line);
  if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-cache');
  // Publicly cacheable responses are made for visitors; a shared cache must not mix them with those
  // for members.
  else if (headers.get('cache-control')?.startsWith('public')) headers.append('vary', 'cookie');
  if (headers.get('content-type')?.startsWith('text/html')) {
    headers.set('content-type', 'text/html; charset=utf-8');
    headers.append('vary', 'cookie');
    headers.set('speculation-rules', '"/speculation.json"');
    if (response.status >= 400 || isMember(locals.viewer)) headers.set('x-robots-tag', 'noindex');
    // For the service worker, which keeps the caches of members apart
    // (src/worker/private-cache.ts).
    if (locals.viewer && isMember(locals.viewer))
      headers.set(memberHeader, String(locals.viewer.id));
  }
  if (!locals.cacheTags) {
    log('info', 'screen', {
      requestId: locals.requestId,
      route: context.routePattern,
      member: locals.viewer && isMember(locals.viewer) ? locals.viewer.id : undefined,
      status: response.status,
      ms: Math.round((performance.now() - started) * 10) / 10,
    });
  }
  return response;
});

/** Another path, requested by GET: a form was read already, and must not be read again. */
const toGet = ({ request, url }: Context, path: string) =>
  new Request(new URL(path, url), { headers: request.headers });

/** Anybody with session cookies was signed in and gets the message that the session has ended. */
function loginFor({ request, url }: Parameters<typeof onRequest>[0]): string {
  const wasMember = hasSessionCookie(request.headers.get('cookie') ?? undefined);
  return loginPath(url.pathname + url.search, wasMember ? 'ended' : undefined);
}

interface RejectedForm {
  status: number;
  headers: Headers;
}

/** Runs the call of a submitted form, or redirects; undefined if no such form was sent. */
async function handleForm(context: Context): Promise<Response | RejectedForm | undefined> {
  const { locals, request, url, routePattern } = context;
  const form = await readSentForm(request, locals.viewer);
  if (!form) return undefined;
  if ('go' in form) return context.redirect(form.go, 303);
  const { viewer, address, requestId } = locals;
  if (!isMember(viewer)) {
    locals.form = signedOutForm(form);
    return context.rewrite(toGet(context, loginFor(context)));
  }
  const sender = { viewer, request, address, requestId, routePattern };
  const formResult = await runForm(form, sender, url.pathname + url.search);
  const { headers } = formResult;
  if (formResult.state) {
    locals.form = formResult.state;
    return { status: formResult.status, headers };
  }
  headers.set('location', formResult.location);
  return new Response(null, { status: 303, headers });
}

/** Takes the previous form's result, to show it once; returns the cookie that clears it. */
function takeNotice({ locals, request }: Context): string | undefined {
  // A prerendered screen may never be shown.
  if (request.method !== 'GET' || request.headers.has('sec-purpose')) return undefined;
  const found = findNotice(request.headers.get('cookie'));
  if (found?.text === undefined) return undefined;
  locals.notice = found.text;
  locals.noticeOf = found.name;
  return noticeCookie('', 0);
}

function withStatus(page: Response, { status, headers: more }: RejectedForm): Response {
  const headers = new Headers(page.headers);
  for (const [name, value] of more) headers.append(name, value);
  return new Response(page.body, { status: page.status === 200 ? status : page.status, headers });
}

/** The screen of a refused form: its first field with an error gets the focus, also without script. */
async function focusFirstError(page: Response): Promise<Response> {
  const { status, headers } = page;
  if (status < 400 || !headers.get('content-type')?.startsWith('text/html')) return page;
  const html = await page.text();
  const focused = / autofocus[\s=>]/.test(html)
    ? html
    : html.replace(' aria-invalid="true"', ' aria-invalid="true" autofocus');
  return new Response(focused, { status, headers });
}

async function errorPage(
  context: Parameters<typeof onRequest>[0],
  httpError: HttpError,
): Promise<Response> {
  context.locals.errorMessage = httpError.pageMessage;
  const page = await context.rewrite(toGet(context, '/500'));
  const headers = new Headers(page.headers);
  if (httpError.retryAfter !== undefined) headers.set('retry-after', String(httpError.retryAfter));
  // The URL may contain a secret.
  headers.set('referrer-policy', 'no-referrer');
  return new Response(page.body, { status: httpError.status, headers });
}
