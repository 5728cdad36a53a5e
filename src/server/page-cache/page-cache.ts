import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { databaseNow } from '#server/clock.ts';
import type { CachedPages } from '#server/domain.ts';
import { encode } from '#server/http/encodings.ts';
import { log } from '#server/log.ts';
import { announcedChanges, parseChange } from './announced-changes.ts';
import { entryStore, type CachedPage } from './entry-store.ts';
import { sendKept, sendRendered, type Rendered } from './send-page.ts';

export interface PageCacheOptions {
  /** Pages to cache. */
  pages: CachedPages[];
  /**
   * Renders the path for a visitor of whom nothing but the path (and the named part of the query) is
   * known: the result cannot be personal.
   */
  render: (path: string) => Promise<Rendered>;
  /** Whether invalidations are known to arrive in time. */
  isTrusted: () => boolean;
  /** Invalidations up to this time have arrived. */
  receivedUpTo: () => number;
  /** Whether the database is known not to answer. */
  isAway: () => boolean;
  /** Sent with every response, kept or not. */
  commonHeaders: Array<[string, string]>;
  maxBytes?: number;
  /** Clock for the end of days; for tests. */
  clock?: () => Date;
}

/**
 * The cache key, and all that a render knows of the URL: the path, and of the query only the part
 * that the domain names. Missing pages do not answer 200 and so are not cached: nobody can fill the
 * memory with numbers.
 */
function keyOf(path: string, query: string, page: CachedPages): string {
  const named = page.query?.exec(query)?.[1];
  return named ? `${path}?${named}` : path;
}

/** Maximum age of counts, which triggers announce with `soft:`. */
const softMilliseconds = 1_000;
/** Maximum age of pages served while none can be rendered. */
const maxStaleMilliseconds = 60_000;
const cacheControl = 'public, max-age=0, must-revalidate';

/** Caches finished pages for visitors (docs/decisions/002-page-cache.md). */
export function pageCache({
  pages,
  render,
  isTrusted,
  receivedUpTo,
  isAway,
  commonHeaders,
  maxBytes = 64 * 1024 * 1024,
  clock = databaseNow,
}: PageCacheOptions) {
  const dayMilliseconds = 86_400_000;
  const store = entryStore(maxBytes);
  /** Renders in progress that further readers may join. */
  const inFlight = new Map<string, Promise<CachedPage | Rendered>>();
  /** Renders that start when the current one has ended. */
  const queued = new Map<string, Promise<CachedPage | Rendered>>();
  /**
   * Incremented by every invalidation; `last` has the sequence of each tag's last one, `floor` that
   * of the last full one.
   */
  let sequence = 0;
  let floor = 0;
  const last = new Map<string, number>();
  const lastSoft = new Map<string, number>();
  const renders = { count: 0 };
  const announced = announcedChanges();

  /**
   * Only renders in flight need this: the older half is dropped when there are very many, and no
   * render from before is kept.
   */
  function remember(map: Map<string, number>, tag: string) {
    map.delete(tag);
    map.set(tag, ++sequence);
    if (map.size <= 20_000) return;
    for (const [old, droppedAt] of [...map].slice(0, 10_000)) {
      map.delete(old);
      floor = Math.max(floor, droppedAt);
    }
  }

  function touchedSince(tags: string[], start: number) {
    return floor > start || tags.some((tag) => (last.get(tag) ?? 0) > start);
  }

  /** Renders in progress may show old data: later readers get a render that starts now. */
  function forgetRenders() {
    inFlight.clear();
    queued.clear();
  }

  /**
   * Invalidations may have been missed. Changes of this process that were announced stay: their
   * commit may be still to come.
   */
  function flush() {
    floor = ++sequence;
    last.clear();
    lastSoft.clear();
    store.clear();
    forgetRenders();
  }

  /**
   * Serves a page with changed counts until it is a second old, so that a popular page is not
   * rendered per change.
   */
  function expireSoon(cached: CachedPage) {
    if (cached.isExpiring) return;
    cached.isExpiring = true;
    const left = cached.keptAt + softMilliseconds - performance.now();
    if (left <= 0) store.drop(cached.path);
    else
      setTimeout(() => store.peek(cached.path) === cached && store.drop(cached.path), left).unref();
  }

  /**
   * A transaction of this process is about to change the tag's item. Drops its page before the
   * commit is acknowledged; until the commit is notified, no render that may have read the old data
   * is cached or joined.
   */
  function announce(change: string) {
    announced.add(parseChange(change));
    drop(parseChange(change).tag);
  }

  function drop(tag: string) {
    remember(last, tag);
    for (const path of store.pathsOf(tag)) store.drop(path);
    // The tags of a running render are unknown before its end.
    forgetRenders();
  }

  /** @param change a tag, and the number of the transaction that changed what it names */
  function invalidate(change: string) {
    const { tag, transaction } = parseChange(change);
    if (tag.startsWith('soft:')) {
      const hard = tag.slice(5);
      remember(lastSoft, hard);
      for (const path of store.pathsOf(hard)) expireSoon(store.peek(path)!);
      return;
    }
    announced.remove({ tag, transaction });
    drop(tag);
  }

  async function fill(path: string): Promise<CachedPage | Rendered> {
    const start = sequence;
    const endOfDay = (Math.floor(clock().getTime() / dayMilliseconds) + 1) * dayMilliseconds;
    renders.count++;
    const rendered = await render(path);
    const { status, headers, body, tags, until = endOfDay } = rendered;
    // A page that cannot name all it depends on says no-store.
    const isPassing = headers.some(
      ([name, value]) =>
        name === 'set-cookie' || (name === 'cache-control' && value.includes('no-store')),
    );
    if (status !== 200 || !tags || isPassing || !isTrusted()) return rendered;
    if (touchedSince(tags, start) || announced.has(tags)) return rendered;
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    const names = new Set(headers.map(([name]) => name));
    const all = [
      ...commonHeaders.filter(([name]) => !names.has(name)),
      ...headers.filter(
        ([name]) => !['cache-control', 'content-length', 'vary', 'etag'].includes(name),
      ),
      ['cache-control', cacheControl],
      ['vary', 'accept-encoding, cookie'],
      ['etag', etag],
    ] as Array<[string, string]>;
    // Only the compressed body is cached, so that the limit holds five times as many pages; other
    // encodings are made from it on request.
    const small = encode('br', body).toString('latin1');
    const cached: CachedPage = {
      path,
      tags,
      etag,
      headers: all.flat(),
      small,
      forms: new Map(),
      hits: 0,
      isSmallest: false,
      keptAt: performance.now(),
      until: Math.min(until, endOfDay),
      isExpiring: false,
      bytes: small.length + 2_048,
    };
    store.keep(cached);
    if (tags.some((tag) => (lastSoft.get(tag) ?? 0) > start)) expireSoon(cached);
    return cached;
  }

  /** Finds a page whose text is still true: its dates say 'Today' and 'Yesterday'. */
  function findCurrent(path: string): CachedPage | undefined {
    const cached = store.get(path);
    return cached && clock().getTime() < cached.until ? cached : undefined;
  }

  function begin(path: string): Promise<CachedPage | Rendered> {
    const flight = fill(path).finally(() => {
      if (inFlight.get(path) === flight) inFlight.delete(path);
    });
    inFlight.set(path, flight);
    return flight;
  }

  function find(path: string): Promise<CachedPage | Rendered> {
    const flying = inFlight.get(path);
    if (!flying) return queued.get(path) ?? begin(path);
    return announced.has() || !isTrusted() ? findAfter(flying, path) : flying;
  }

  /**
   * While a change is pending or invalidations are late, a running render may show old data: all
   * readers meanwhile share the next render.
   */
  function findAfter(flying: Promise<unknown>, path: string): Promise<CachedPage | Rendered> {
    const waiting = queued.get(path);
    if (waiting) return waiting;
    const next: Promise<CachedPage | Rendered> = flying
      .catch(() => undefined)
      .then(() => {
        if (queued.get(path) === next) queued.delete(path);
        return begin(path);
      });
    queued.set(path, next);
    return next;
  }

  /** Counts the bytes of further encodings of a page. */
  const grow = (cached: CachedPage, bytes: number) => store.grow(cached, bytes);

  /**
   * While invalidations are late, what they may concern is rendered; if that fails, the cached page
   * is served for a while.
   */
  async function findWhileLate(key: string): Promise<CachedPage | Rendered | undefined> {
    const cached = store.peek(key);
    const age = performance.now() - receivedUpTo();
    if (!cached || age > maxStaleMilliseconds) return undefined;
    const found = isAway() ? undefined : await find(key).catch(() => undefined);
    if (found && ('etag' in found || found.status < 500)) return found;
    // It may have been invalidated meanwhile over another connection.
    if (store.peek(key) !== cached) return undefined;
    log('info', 'stale page', { path: key, seconds: Math.round(age / 1_000) });
    return cached;
  }

  return {
    /** Answers from the cache, filling it if needed; false if the request is not cacheable. */
    async serve(
      req: IncomingMessage,
      res: ServerResponse,
      path: string,
      query: string,
      hasSession: boolean,
    ): Promise<boolean> {
      const page = pages.find((one) => one.path.test(path));
      if (hasSession || (req.method !== 'GET' && req.method !== 'HEAD') || !page) return false;
      if (page.uncached?.test(query)) return false;
      const key = keyOf(path, query, page);
      const found = isTrusted()
        ? (findCurrent(key) ?? (await find(key)))
        : await findWhileLate(key);
      if (!found) return false;
      if ('etag' in found) {
        page.onVisit?.(found.tags, req.headers);
        sendKept(req, res, found, grow);
      } else {
        sendRendered(req, res, found, commonHeaders);
      }
      return true;
    },
    announce,
    invalidate,
    flush,
    /**
     * For tests and benchmarks: cached pages, bytes, renders, and tags with unconfirmed changes.
     */
    figures: () => ({
      pages: store.size,
      bytes: store.bytes,
      renders: renders.count,
      announced: announced.tagCount(),
    }),
  };
}

export type PageCache = ReturnType<typeof pageCache>;
