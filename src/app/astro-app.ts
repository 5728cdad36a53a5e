import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { createApp } from 'astro/app/entrypoint';
import { withIconShapes } from '#app/icons-in-page.ts';
import { visitor } from '#domains/policy/viewer.ts';
import { memberHeader } from '#lib/served-member.ts';
import { env } from '#server/env.ts';
import type { HttpError } from '#server/errors.ts';
import { encodeOnce } from '#server/http/encodings.ts';
import { pagePolicy, type BuiltPolicy } from '#server/http/page-policy.ts';
import { errorFields, log } from '#server/log.ts';
import type { Rendered } from '#server/page-cache/send-page.ts';

/** With a viewer set, the session is not read from the database again. */
export type ScreenLocals = Pick<App.Locals, 'requestId' | 'address'> &
  Partial<Pick<App.Locals, 'viewer'>>;

interface AstroApp {
  render: (
    request: Request,
    options: { addCookieHeader?: boolean; clientAddress?: string; locals?: object },
  ) => Promise<Response>;
  /** Replace as a whole: the setter compiles the route table again. */
  manifestData: { routes: Array<{ origin: 'internal' | 'external' | 'project' }> };
  manifest: {
    pageMap: Map<string, () => Promise<unknown>>;
    csp?: BuiltPolicy;
    shouldInjectCspMetaTags: boolean;
  };
}

/**
 * Text of a screen, noted on its answer by the renderer (src/app/build/repeated-work.mjs): reading
 * the body would make a stream of it first. Undefined if another answer was made of it.
 */
const textOf = (response: Response) => (response as { html?: string }).html;
const readText = async (response: Response) => textOf(response) ?? (await response.text());

/** Runs Astro without its adapter's own server (docs/decisions/001-own-server-entry.md). */
export function astroApp() {
  const app = createApp({ streaming: false }) as unknown as AstroApp;
  // Only our own screens: Astro adds routes of its own, such as an image resizer without our
  // limits.
  app.manifestData = {
    routes: app.manifestData.routes.filter(({ origin }) => origin !== 'internal'),
  };
  // Astro imports a page's module again for every request; caching the promise saves a fifth of a
  // small page's time.
  for (const [component, load] of app.manifest.pageMap) {
    let loaded: Promise<unknown> | undefined;
    const loadOnce = () =>
      load().catch((error: unknown) => {
        // Astro would answer 500 without a word; the next request tries again.
        loaded = undefined;
        log('error', 'screen cannot be loaded', { component, ...errorFields(error) });
        throw error;
      });
    app.manifest.pageMap.set(component, () => (loaded ??= loadOnce()));
  }
  // Astro would hash each style of a page again for each request, a quarter of a millisecond, to
  // write the same policy every time.
  const policy = pagePolicy(app.manifest.csp!);
  app.manifest.shouldInjectCspMetaTags = false;
  async function render(...[request, options]: Parameters<AstroApp['render']>) {
    const response = await app.render(request, options);
    const { headers, status } = response;
    if (!headers.get('content-type')?.includes('html')) return response;
    headers.set('content-security-policy', policy);
    // Visitors often see one page only: the file of icons would take longer than it saves.
    return (textOf(response) ?? response.body) && !headers.has(memberHeader)
      ? new Response(withIconShapes(await readText(response)), { status, headers })
      : response;
  }

  const locals = new WeakMap<IncomingMessage, ScreenLocals>();
  const listener = getRequestListener(
    async (request, bindings) => {
      const { incoming } = bindings as HttpBindings;
      const own = locals.get(incoming)!;
      const response = await render(request, {
        addCookieHeader: true,
        clientAddress: own.address,
        locals: { ...own },
      });
      const { headers, status } = response;
      const text = textOf(response);
      if (
        !(text ?? response.body) ||
        !/html|json|xml|text/.test(headers.get('content-type') ?? '') ||
        headers.has('content-encoding')
      )
        return response;
      const body =
        text === undefined ? Buffer.from(await response.arrayBuffer()) : Buffer.from(text);
      const small = encodeOnce(incoming.headers['accept-encoding'], body);
      headers.append('vary', 'accept-encoding');
      if (small) headers.set('content-encoding', small.encoding);
      headers.set('content-length', String((small?.bytes ?? body).length));
      return new Response((small?.bytes ?? body) as Uint8Array<ArrayBuffer>, { status, headers });
    },
    { overrideGlobalObjects: true },
  );

  return {
    /** Answers a request with a screen. The body, if any, has been read already. */
    serve(
      req: IncomingMessage,
      res: ServerResponse,
      { body, ...own }: ScreenLocals & { body: Buffer },
    ) {
      locals.set(req, own);
      // The listener takes this property for the body instead of reading the request itself.
      Object.assign(req, { rawBody: body });
      return listener(req, res);
    },
    /**
     * Error page for failures outside a screen. It reads nothing, so it also works while the
     * database is away.
     */
    async sendProblem(
      req: IncomingMessage,
      res: ServerResponse,
      refusal: HttpError,
      requestId: string,
    ) {
      const own = { viewer: visitor, requestId, address: '0.0.0.0' };
      const locals = { ...own, errorMessage: refusal.pageMessage };
      const page = await render(new Request(`${env().PUBLIC_ORIGIN}/500`), { locals });
      const body = Buffer.from(await readText(page));
      if (res.headersSent || res.destroyed) return;
      for (const [name, value] of page.headers) res.setHeader(name, value);
      if (refusal.retryAfter !== undefined) res.setHeader('retry-after', refusal.retryAfter);
      if (!req.complete) res.setHeader('connection', 'close');
      res.writeHead(refusal.status, {
        'cache-control': 'private, no-store',
        'content-length': body.length,
      });
      res.end(req.method === 'HEAD' ? undefined : body);
    },
    /** Renders a screen for a visitor without cookies or query. */
    async renderForVisitors(path: string): Promise<Rendered> {
      let tags: string[] | undefined;
      let until = Infinity;
      const response = await render(new Request(env().PUBLIC_ORIGIN + path), {
        addCookieHeader: true,
        clientAddress: '0.0.0.0',
        locals: {
          viewer: visitor,
          requestId: randomUUID(),
          address: '0.0.0.0',
          cacheTags: (named: string[]) => (tags = [...(tags ?? []), ...named]),
          cacheUntil: (time: number) => (until = Math.min(until, time)),
        },
      });
      return {
        status: response.status,
        headers: [...response.headers],
        body: Buffer.from(await readText(response)),
        tags,
        until,
      };
    },
  };
}
