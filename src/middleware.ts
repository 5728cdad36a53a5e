import { defineMiddleware } from 'astro:middleware';
import { readViewer } from '#domains/policy/viewer.server.ts';
import { isMember, visitor, type Viewer } from '#domains/policy/viewer.ts';
import { notFound, Refusal } from '#server/errors.ts';
import { asRefusal } from '#server/http/answer.ts';
import { logLimit } from '#server/log-limit.ts';
import { lastEventId } from '#server/live/streams.ts';
import { log } from '#server/log.ts';
import { hasMemberScreen, isOnOwnFeet, isPublicRoute } from '#server/public-routes.ts';

/** The viewer behind the cookies; a credential that no longer fits is simply nobody here. */
async function viewerOf(request: Request, path: string): Promise<Viewer> {
  const cookie = request.headers.get('cookie');
  if (!cookie) return visitor;
  try {
    return await readViewer({ headers: { cookie }, fields: {} });
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return visitor;
    // To log in somebody needs the form, not the session that cannot be read now.
    if (isOnOwnFeet(request.method, path)) return visitor;
    throw error;
  }
}

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
    if (!isMember(locals.viewer) && !isPublicRoute(context.routePattern)) {
      response = context.redirect(`/login?next=${encodeURIComponent(url.pathname + url.search)}`, 303);
    } else {
      // Two screens at one address, so that visitors do not load the styles of what only members see.
      response = await (isMember(locals.viewer) && hasMemberScreen(context.routePattern) ? next(`/for-members${url.pathname}${url.search}`) : next());
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
  // What others may keep is made for visitors; a cache in between must not mix it with what members get.
  else if (headers.get('cache-control')?.startsWith('public')) headers.append('vary', 'cookie');
  if (headers.get('content-type')?.startsWith('text/html')) {
    headers.set('content-type', 'text/html; charset=utf-8');
    headers.append('vary', 'cookie');
    headers.set('speculation-rules', '"/speculation.json"');
    if (response.status >= 400 || isMember(locals.viewer)) headers.set('x-robots-tag', 'noindex');
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

async function errorPage(context: Parameters<typeof onRequest>[0], refusal: Refusal): Promise<Response> {
  if (refusal.status < 500) context.locals.refusal = refusal.message;
  const page = await context.rewrite('/500');
  const headers = new Headers(page.headers);
  if (refusal.retryAfter !== undefined) headers.set('retry-after', String(refusal.retryAfter));
  // The address may hold a secret.
  headers.set('referrer-policy', 'no-referrer');
  return new Response(page.body, { status: refusal.status, headers });
}
