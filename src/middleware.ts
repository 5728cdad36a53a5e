import { defineMiddleware } from 'astro:middleware';
import { noticeCookie, noticeText, readSentForm, runForm, signedOutForm } from '#app/form-calls.ts';
import { hasMemberPage, isPublicPage, isServedWithoutDatabase } from '#app/page-access.ts';
import { hasSessionCookie } from '#domains/auth/cookies.ts';
import { readViewer } from '#domains/policy/viewer.server.ts';
import { isMember, visitor, type Viewer } from '#domains/policy/viewer.ts';
import { loginPath } from '#lib/login-path.ts';
import { HttpError, notFound } from '#server/errors.ts';
import { asRefusal } from '#server/http/answer.ts';
import { lastEventId } from '#server/live/streams.ts';
import { logLimit } from '#server/log-limit.ts';
import { log } from '#server/log.ts';

/** The viewer behind the cookies; a credential that no longer fits is simply nobody here. */
async function viewerOf(request: Request, path: string): Promise<Viewer> {
  const cookie = request.headers.get('cookie');
  if (!cookie) return visitor;
  try {
    return await readViewer({ headers: { cookie }, fields: {} });
  } catch (error) {
    if (error instanceof HttpError && error.status < 500) return visitor;
    // To log in somebody needs the form, not the session that cannot be read now.
    if (isServedWithoutDatabase(request.method, path)) return visitor;
    throw error;
  }
}

type Context = Parameters<Parameters<typeof defineMiddleware>[0]>[0];

export const onRequest = defineMiddleware(async (context, next) => {
  const started = performance.now();
  const { locals, request, url } = context;
  locals.requestId ??= crypto.randomUUID();
  let response: Response;
  try {
    // Known to the line below alone.
    if (/^\/for-members(\/|$)/.test(context.routePattern)) throw notFound();
    // Before anything is read: what is told after that, the screen may not know.
    locals.lastEvent ??= lastEventId();
    locals.viewer ??= await viewerOf(request, url.pathname);
    locals.here ??= url.pathname + url.search;
    const answer = await answerForm(context);
    if (answer instanceof Response) response = answer;
    else if (!isMember(locals.viewer) && !isPublicPage(context.routePattern)) {
      response = context.redirect(loginFor(context), 303);
    } else {
      const notice = takeNotice(context);
      // Two screens at one address, so that visitors do not load the styles of what only members
      // see.
      const isForMember = isMember(locals.viewer) && hasMemberPage(context.routePattern);
      const path = `${isForMember ? '/for-members' : ''}${url.pathname}${url.search}`;
      // A refused form was read: its screen is drawn as if it had been asked for.
      if (answer)
        response = withStatus(
          await next(new Request(new URL(path, url), { headers: request.headers })),
          answer,
        );
      else response = await (isForMember ? next(path) : next());
      if (notice) response.headers.append('set-cookie', notice);
    }
  } catch (error) {
    const refusal = asRefusal(error, locals.requestId);
    // The page that tells of it comes through here again, and must not ask once more who this is.
    locals.viewer ??= visitor;
    logLimit(refusal, context.routePattern, locals);
    // Missing and hidden look the same: the one 404 page, at the address that was asked for.
    if (refusal.status === 404 || refusal.status === 401) response = await context.rewrite('/404');
    else response = await errorPage(context, refusal);
  }
  const { headers } = response;
  if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-cache');
  // What others may keep is made for visitors; a cache in between must not mix it with what members
  // get.
  else if (headers.get('cache-control')?.startsWith('public')) headers.append('vary', 'cookie');
  if (headers.get('content-type')?.startsWith('text/html')) {
    headers.set('content-type', 'text/html; charset=utf-8');
    headers.append('vary', 'cookie');
    headers.set('speculation-rules', '"/speculation.json"');
    if (response.status >= 400 || isMember(locals.viewer)) headers.set('x-robots-tag', 'noindex');
    // For the service worker, which keeps nothing of one member for another
    // (src/worker/private-cache.ts).
    if (locals.viewer && isMember(locals.viewer))
      headers.set('hearth-member', String(locals.viewer.id));
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

/** Whoever still has the cookies of a session was signed in, and hears that it has ended. */
function loginFor({ request, url }: Parameters<typeof onRequest>[0]): string {
  const wasMember = hasSessionCookie(request.headers.get('cookie') ?? undefined);
  return loginPath(url.pathname + url.search, wasMember ? 'ended' : undefined);
}

interface RefusedForm {
  status: number;
  headers: Headers;
}

/** Makes the call of a form, or leads on; undefined where no such form was sent. */
async function answerForm(context: Context): Promise<Response | RefusedForm | undefined> {
  const { locals, request, url, routePattern } = context;
  const form = await readSentForm(request);
  if (!form) return undefined;
  if ('go' in form) return context.redirect(form.go, 303);
  const { viewer, address, requestId } = locals;
  if (!isMember(viewer)) {
    locals.form = signedOutForm(form);
    return context.rewrite(
      new Request(new URL(loginFor(context), url), { headers: request.headers }),
    );
  }
  const sender = { viewer, request, address, requestId, routePattern };
  const answer = await runForm(form, sender, url.pathname + url.search);
  const { headers } = answer;
  if (answer.state) {
    locals.form = answer.state;
    return { status: answer.status, headers };
  }
  headers.set('location', answer.location);
  return new Response(null, { status: 303, headers });
}

/** Shows what the form before has done, once; gives the cookie that ends it. */
function takeNotice({ locals, request }: Context): string | undefined {
  // A screen that is only drawn ahead may never be seen.
  if (request.method !== 'GET' || request.headers.has('sec-purpose')) return undefined;
  const text = noticeText(request.headers.get('cookie'));
  if (text === undefined) return undefined;
  locals.notice = text;
  return noticeCookie('', 0);
}

function withStatus(page: Response, { status, headers: more }: RefusedForm): Response {
  const headers = new Headers(page.headers);
  for (const [name, value] of more) headers.append(name, value);
  return new Response(page.body, { status: page.status === 200 ? status : page.status, headers });
}

async function errorPage(
  context: Parameters<typeof onRequest>[0],
  refusal: HttpError,
): Promise<Response> {
  if (refusal.status < 500) context.locals.refusal = refusal.message;
  const page = await context.rewrite('/500');
  const headers = new Headers(page.headers);
  if (refusal.retryAfter !== undefined) headers.set('retry-after', String(refusal.retryAfter));
  // The address may hold a secret.
  headers.set('referrer-policy', 'no-referrer');
  return new Response(page.body, { status: refusal.status, headers });
}
