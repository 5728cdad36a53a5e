import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { databaseNow } from '#server/clock.ts';
import {
  chooseEncoding,
  decode,
  encode,
  encodeBest,
  smallestFirst,
} from '#server/http/encodings.ts';
import { log } from '#server/log.ts';
import { announcedChanges, partsOf } from './announced-changes.ts';
import { entryStore, type Kept } from './entry-store.ts';

/** What a render for visitors gives back. Without tags the page did not declare itself keepable. */
export interface Rendered {
  status: number;
  headers: Array<[string, string]>;
  body: Buffer;
  tags: string[] | undefined;
}

export interface PageCacheOptions {
  /**
   * Renders the path for a visitor who sent nothing but the path (and which comments): nothing
   * personal can be in it.
   */
  render: (path: string) => Promise<Rendered>;
  /** Whether invalidations are known to arrive. */
  isTrusted: () => boolean;
  /** Whether the database is known not to answer. */
  isAway: () => boolean;
  /** Sent with every response, kept or not. */
  commonHeaders: Array<[string, string]>;
  maxBytes?: number;
  /** The clock by which days end; for tests. */
  clock?: () => Date;
}

const keepable = /^\/posts\/[1-9]\d{0,17}$/;
const commentsNamed = /(?:^|&)(comments=(?:[2-9]|[1-9]\d{1,3})|comment=[1-9]\d{0,15})(?:&|$)/;

/**
 * What a page is kept under, and all that its render learns of the address: the path, and of the
 * query only the page of comments or the one comment. Pages and comments that are not there are not
 * answered with 200, and so not kept: nobody can fill the memory with numbers.
 */
function keyOf(path: string, query: string): string {
  const named = commentsNamed.exec(query)?.[1];
  return named ? `${path}?${named}` : path;
}

/** Counts may be this old; see `soft:` in post-cache.triggers.sql. */
const softMilliseconds = 1_000;
/** While no page can be rendered, one may be served that was true so long ago. */
const maxStaleMilliseconds = 60_000;
const cacheControl = 'public, max-age=0, must-revalidate';

/** Finished pages for visitors (docs/decisions/002-page-cache.md). */
export function pageCache({
  render,
  isTrusted,
  isAway,
  commonHeaders,
  maxBytes = 64 * 1024 * 1024,
  clock = databaseNow,
}: PageCacheOptions) {
  const dayNow = () => Math.floor(clock().getTime() / 86_400_000);
  const store = entryStore(maxBytes);
  /** Renders under way that readers may still join. */
  const flights = new Map<string, Promise<Kept | Rendered>>();
  /** Renders that begin when the one under way has ended. */
  const queued = new Map<string, Promise<Kept | Rendered>>();
  /**
   * Rises with every invalidation; `last` remembers when each tag was last hit, `floor` when
   * everything was.
   */
  let sequence = 0;
  let floor = 0;
  const last = new Map<string, number>();
  const lastSoft = new Map<string, number>();
  const renders = { count: 0 };
  /** Since when invalidations do not arrive. */
  let suspendedAt: number | undefined;
  const announced = announcedChanges();

  /**
   * Only renders in flight ask for it, and none takes long: the oldest half is forgotten when there
   * are very many.
   */
  function remember(map: Map<string, number>, tag: string) {
    map.delete(tag);
    map.set(tag, ++sequence);
    if (map.size > 20_000) for (const old of [...map.keys()].slice(0, 10_000)) map.delete(old);
  }

  function touchedSince(tags: string[], start: number) {
    return floor > start || tags.some((tag) => (last.get(tag) ?? 0) > start);
  }

  /**
   * What is under way may show what was before: whoever comes from now on gets a render that begins
   * now.
   */
  function forgetRenders() {
    flights.clear();
    queued.clear();
  }

  /** Nothing is kept any more, and what was kept is served only where nothing else can be. */
  function suspend() {
    suspendedAt ??= performance.now();
    floor = ++sequence;
    forgetRenders();
  }

  function flush() {
    suspendedAt = undefined;
    floor = ++sequence;
    last.clear();
    lastSoft.clear();
    announced.clear();
    store.clear();
    forgetRenders();
  }

  /**
   * Serves a page whose counts have moved until it is a second old, so that a hot post is not
   * rendered per reaction.
   */
  function expireSoon(kept: Kept) {
    if (kept.isExpiring) return;
    kept.isExpiring = true;
    const left = kept.keptAt + softMilliseconds - performance.now();
    if (left <= 0) store.drop(kept.path);
    else setTimeout(() => store.peek(kept.path) === kept && store.drop(kept.path), left).unref();
  }

  /**
   * A transaction of this process is about to change what this tag names. Before it is
   * acknowledged, its page is dropped; until its commit is heard, no render that may have read what
   * was before is kept or joined.
   */
  function announce(change: string) {
    announced.add(partsOf(change));
    drop(partsOf(change).tag);
  }

  function drop(tag: string) {
    remember(last, tag);
    for (const path of store.pathsOf(tag)) store.drop(path);
    // Which pages a running render will show is not known before its end.
    forgetRenders();
  }

  /** @param change a tag, and the number of the transaction that changed what it names */
  function invalidate(change: string) {
    const { tag, transaction } = partsOf(change);
    if (tag.startsWith('soft:')) {
      const hard = tag.slice(5);
      remember(lastSoft, hard);
      for (const path of store.pathsOf(hard)) expireSoon(store.peek(path)!);
      return;
    }
    announced.remove({ tag, transaction });
    drop(tag);
  }

  async function fill(path: string): Promise<Kept | Rendered> {
    const start = sequence;
    const day = dayNow();
    renders.count++;
    const rendered = await render(path);
    const { status, headers, body, tags } = rendered;
    const isPersonal = headers.some(([name]) => name === 'set-cookie');
    if (status !== 200 || !tags || isPersonal || !isTrusted()) return rendered;
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
    // Only the small form is kept, so that the limit holds five times as many pages; the others are
    // made from it when asked for.
    const small = encode('br', body).toString('latin1');
    const kept: Kept = {
      path,
      tags,
      etag,
      headers: all.flat(),
      small,
      forms: new Map(),
      hits: 0,
      keptAt: performance.now(),
      day,
      isExpiring: false,
      bytes: small.length + 2_048,
    };
    store.keep(kept);
    if (tags.some((tag) => (lastSoft.get(tag) ?? 0) > start)) expireSoon(kept);
    return kept;
  }

  /** A page of another day is rendered anew: its dates say 'Today' and 'Yesterday'. */
  function findToday(path: string): Kept | undefined {
    const kept = store.get(path);
    return kept?.day === dayNow() ? kept : undefined;
  }

  function begin(path: string): Promise<Kept | Rendered> {
    const flight = fill(path).finally(() => {
      if (flights.get(path) === flight) flights.delete(path);
    });
    flights.set(path, flight);
    return flight;
  }

  function find(path: string): Promise<Kept | Rendered> {
    const flying = flights.get(path);
    if (!flying) return queued.get(path) ?? begin(path);
    return announced.has() ? findAfter(flying, path) : flying;
  }

  /**
   * While a change is on its way, what has begun may show what was before: all who come meanwhile
   * share the next render.
   */
  function findAfter(flying: Promise<unknown>, path: string): Promise<Kept | Rendered> {
    const waiting = queued.get(path);
    if (waiting) return waiting;
    const next: Promise<Kept | Rendered> = flying
      .catch(() => undefined)
      .then(() => {
        if (queued.get(path) === next) queued.delete(path);
        return begin(path);
      });
    queued.set(path, next);
    return next;
  }

  const plain = (kept: Kept) => decode(Buffer.from(kept.small, 'latin1'));

  /** The body in this encoding, a character for each byte. */
  function textFor(kept: Kept, encoding: string | undefined): string {
    if (++kept.hits === 32)
      encodeBest(plain(kept), (better) => (kept.small = better.toString('latin1')));
    if (encoding === 'br') return kept.small;
    // Crawlers and scripts that take no compression are rare, and their pages large.
    if (!encoding) return plain(kept).toString('latin1');
    let text = kept.forms.get(encoding);
    if (text === undefined) {
      text = encode(encoding, plain(kept)).toString('latin1');
      kept.forms.set(encoding, text);
      store.grow(kept, text.length);
    }
    return text;
  }

  function sendKept(req: IncomingMessage, res: ServerResponse, kept: Kept) {
    if (req.headers['if-none-match']?.includes(kept.etag)) {
      res.writeHead(304, kept.headers as unknown as string[]);
      res.end();
      return;
    }
    const encoding = chooseEncoding(req.headers['accept-encoding'], smallestFirst);
    const text = textFor(kept, encoding);
    const headers = encoding ? [...kept.headers, 'content-encoding', encoding] : [...kept.headers];
    headers.push('content-length', String(text.length));
    res.writeHead(200, headers);
    if (req.method === 'HEAD') res.end();
    else res.end(text, 'latin1');
  }

  function sendRendered(
    req: IncomingMessage,
    res: ServerResponse,
    { status, headers, body }: Rendered,
  ) {
    for (const [name, value] of [...commonHeaders, ...headers]) res.setHeader(name, value);
    res.setHeader('content-length', body.length);
    res.writeHead(status);
    res.end(req.method === 'HEAD' ? undefined : body);
  }

  /**
   * Invalidations do not arrive: a page is rendered for this reader, and if that fails it is the
   * kept one, for a while.
   */
  async function serveSuspended(
    req: IncomingMessage,
    res: ServerResponse,
    key: string,
  ): Promise<boolean> {
    const kept = store.peek(key);
    const age = performance.now() - (suspendedAt ?? performance.now());
    if (!kept || age > maxStaleMilliseconds) return false;
    const rendered = isAway() ? undefined : await render(key).catch(() => undefined);
    if (rendered && rendered.status < 500) {
      sendRendered(req, res, rendered);
      return true;
    }
    // It may have been found gone since, on another line.
    if (store.peek(key) !== kept) return false;
    log('info', 'stale page', { path: key, seconds: Math.round(age / 1_000) });
    sendKept(req, res, kept);
    return true;
  }

  return {
    /**
     * Answers from the cache, filling it if need be; false when this request is none of its
     * business.
     */
    async serve(
      req: IncomingMessage,
      res: ServerResponse,
      path: string,
      query: string,
      hasSession: boolean,
    ): Promise<boolean> {
      if (hasSession || (req.method !== 'GET' && req.method !== 'HEAD') || !keepable.test(path))
        return false;
      const key = keyOf(path, query);
      if (!isTrusted()) return serveSuspended(req, res, key);
      const kept = findToday(key) ?? (await find(key));
      if ('etag' in kept) {
        sendKept(req, res, kept);
      } else {
        sendRendered(req, res, kept);
      }
      return true;
    },
    announce,
    invalidate,
    suspend,
    flush,
    /**
     * For tests and the bench: pages kept, bytes held, renders made, tags with changes whose commit
     * was not heard yet.
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
