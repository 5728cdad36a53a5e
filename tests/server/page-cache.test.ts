import { once } from 'node:events';
import http from 'node:http';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { postPages } from '#domains/posts/public/cache-tags.ts';
import { pageCache, type PageCache } from '#server/page-cache/page-cache.ts';
import type { Rendered } from '#server/page-cache/send-page.ts';

// A real HTTP server around the real cache; only the render is simulated.
let cache: PageCache;
let server: http.Server;
let origin: string;
let isTrusted: boolean;
let receivedUpTo: number;
let today: Date;
let isAway: boolean;
let render: (path: string) => Promise<Rendered>;

const page = (
  text: string,
  tags: string[] | undefined = ['post:1'],
  more: Partial<Rendered> = {},
): Rendered => ({
  status: 200,
  headers: [['content-type', 'text/html; charset=utf-8']],
  body: Buffer.from(`<p>${text}</p>`.padEnd(2_000)),
  tags,
  ...more,
});

beforeEach(async () => {
  isTrusted = true;
  receivedUpTo = performance.now();
  isAway = false;
  today = new Date('2026-11-22T23:59:00Z');
  render = async () => page('first');
  cache = pageCache({
    pages: [postPages],
    render: (path) => render(path),
    isTrusted: () => isTrusted,
    receivedUpTo: () => receivedUpTo,
    isAway: () => isAway,
    clock: () => today,
    commonHeaders: [['x-content-type-options', 'nosniff']],
  });
  server = http.createServer(async (req, res) => {
    const hasSession = Boolean(req.headers.cookie);
    if (
      !(await cache.serve(
        req,
        res,
        req.url!.split('?')[0]!,
        req.url!.split('?')[1] ?? '',
        hasSession,
      ))
    )
      res.writeHead(200).end('not kept');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});

afterEach(() => new Promise((resolve) => server.close(resolve)));

const get = async (path = '/posts/1', init: RequestInit = {}) => {
  const answer = await fetch(origin + path, init);
  return { answer, text: (await answer.text()).trim() };
};

test('a page is rendered once and then cached, whatever the query', async () => {
  await get();
  const { answer, text } = await get('/posts/1?utm_source=mail');
  expect(text).toBe('<p>first</p>');
  expect(cache.figures().renders).toBe(1);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  expect(answer.headers.get('vary')).toBe('accept-encoding, cookie');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
});

test('the plain form of a page that is asked again is kept, too', async () => {
  const bytesAfter = async () => {
    const { text } = await get('/posts/1', { headers: { 'accept-encoding': 'identity' } });
    expect(text).toBe('<p>first</p>');
    return cache.figures().bytes;
  };
  await get();
  const small = cache.figures().bytes;
  expect([await bytesAfter(), await bytesAfter()]).toEqual([small + 2_000, small + 2_000]);
  await get('/posts/2', { headers: { 'accept-encoding': 'identity' } });
  expect(cache.figures().bytes).toBeLessThan(2 * small + 2_000);
});

test('after midnight a page is rendered again, since its dates read Today', async () => {
  await get();
  await get();
  expect(cache.figures().renders).toBe(1);
  render = async () => page('second');
  today = new Date('2026-11-23T00:00:00Z');
  expect((await get()).text).toBe('<p>second</p>');
  await get();
  expect(cache.figures()).toMatchObject({ renders: 2, pages: 1 });
});

test('a page of comments has its own cache entry, and no other query or spelling has', async () => {
  const rendered: string[] = [];
  render = async (path) => {
    rendered.push(path);
    return page(path);
  };
  const all = [
    '?comments=2',
    '?comments=2&fbclid=x',
    '?fbclid=x&comments=2',
    '',
    '?comments=1',
    '?comments=0',
    '?comments=02',
    '?comments=-2',
    '?comments=1e3',
    '?comments=99999',
    '?comments=2x',
    '?xcomments=2',
    '?comments',
  ];
  const texts: string[] = [];
  for (const query of all) texts.push((await get(`/posts/1${query}`)).text);
  expect(texts).toEqual(
    all.map((_, index) => (index < 3 ? '<p>/posts/1?comments=2</p>' : '<p>/posts/1</p>')),
  );
  expect(rendered).toEqual(['/posts/1?comments=2', '/posts/1']);
  for (const query of ['?comment=7', '?comment=7&fbclid=x', '?utm_source=x&comment=7'])
    expect((await get(`/posts/1${query}`)).text).toBe('<p>/posts/1?comment=7</p>');
  for (const query of [
    '?comment=0',
    '?comment=-7',
    '?comment=7x',
    '?comment=1e3',
    '?comment=99999999999999999',
  ])
    expect((await get(`/posts/1${query}`)).text).toBe('<p>/posts/1</p>');
  expect(rendered).toHaveLength(3);
  cache.invalidate('post:1');
  await get('/posts/1?comments=2');
  await get('/posts/1?comment=7');
  await get('/posts/1');
  expect(rendered).toHaveLength(6);
});

test('ten simultaneous misses render once', async () => {
  let release!: () => void;
  const held = new Promise<void>((resolve) => (release = resolve));
  render = async () => (await held, page('slow'));
  const all = Array.from({ length: 10 }, () => get());
  while (cache.figures().renders === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  release();
  expect((await Promise.all(all)).every(({ text }) => text === '<p>slow</p>')).toBe(true);
  expect(cache.figures().renders).toBe(1);
});

test('while a change is pending, requests after the start of a render share the next one', async () => {
  const releases: Array<() => void> = [];
  render = async () => {
    const text = `render ${releases.length + 1}`;
    await new Promise<void>((resolve) => releases.push(resolve));
    return page(text);
  };
  let asked = 0;
  server.on('request', () => (asked += 1));
  cache.announce('post:2 700');
  const first = get();
  await expect.poll(() => releases.length).toBe(1);
  const others = Array.from({ length: 9 }, () => get());
  await expect.poll(() => asked).toBe(10);
  releases[0]!();
  await expect.poll(() => releases.length).toBe(2);
  releases[1]!();
  expect((await first).text).toBe('<p>render 1</p>');
  expect((await Promise.all(others)).map(({ text }) => text)).toEqual(
    others.map(() => '<p>render 2</p>'),
  );
  expect(cache.figures().renders).toBe(2);
});

test('a changed post is rendered again, another stays cached', async () => {
  render = async (path) => page(path, [`post:${path.slice(7)}`]);
  await get('/posts/1');
  await get('/posts/2');
  cache.invalidate('post:1');
  await get('/posts/1');
  await get('/posts/2');
  expect(cache.figures().renders).toBe(3);
});

test('a page invalidated while it renders is served, but neither cached nor joined', async () => {
  let release!: () => void;
  const held = new Promise<void>((resolve) => (release = resolve));
  render = async () => (await held, page('old'));
  const early = get();
  while (cache.figures().renders === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  cache.invalidate('post:1');
  render = async () => page('new');
  expect((await get()).text).toBe('<p>new</p>');
  release();
  expect((await early).text).toBe('<p>old</p>');
  expect((await get()).text).toBe('<p>new</p>');
});

test('counts that change while a page renders are updated', async () => {
  render = async () => {
    cache.invalidate('soft:post:1');
    return page('count 1');
  };
  await get();
  render = async () => page('count 2');
  await expect.poll(async () => (await get()).text).toBe('<p>count 2</p>');
});

test('frequent count changes do not render a page each time', async () => {
  await get();
  for (let round = 0; round < 20; round++) {
    cache.invalidate('soft:post:1');
    await get();
  }
  expect(cache.figures().renders).toBeLessThan(20);
});

test.each([
  ['status 404', page('gone', ['post:1'], { status: 404 })],
  [
    'a cookie',
    page('yours', ['post:1'], {
      headers: [
        ['content-type', 'text/html'],
        ['set-cookie', 'a=b'],
      ],
    }),
  ],
  ['no tags', page('undeclared', [], { tags: undefined })],
])('a page with %s is never cached', async (_, rendered) => {
  render = async () => rendered;
  await get();
  await get();
  expect(cache.figures()).toMatchObject({ pages: 0, renders: 2 });
});

test('a request with a session bypasses the cache, even for a cached page', async () => {
  await get();
  const { text } = await get('/posts/1', { headers: { cookie: 'hearth_token=x' } });
  expect(text).toBe('not kept');
});

test('other methods and paths bypass the cache', async () => {
  for (const path of [
    '/home',
    '/posts/01',
    '/posts/1/x',
    '/posts/1%32',
    '/posts/9999999999999999999',
  ])
    expect((await get(path)).text).toBe('not kept');
  expect((await get('/posts/1', { method: 'POST' })).text).toBe('not kept');
});

test('while notifications are late pages are rendered, and nothing is cached', async () => {
  await get();
  isTrusted = false;
  render = async () => page('second');
  expect((await get()).text).toBe('<p>second</p>');
  expect((await get('/posts/2')).text).toBe('not kept');
  expect(cache.figures()).toMatchObject({ pages: 1, renders: 2 });
});

test('once notifications are in time again what was cached is served', async () => {
  await get();
  isTrusted = false;
  render = async () => page('second');
  await get();
  isTrusted = true;
  expect((await get()).text).toBe('<p>first</p>');
});

test('a late invalidation applies', async () => {
  await get();
  isTrusted = false;
  cache.invalidate('post:1');
  isTrusted = true;
  render = async () => page('second');
  expect((await get()).text).toBe('<p>second</p>');
});

/** Renders that end when they are released, each with its own text. */
function heldRenders() {
  const releases: Array<() => void> = [];
  render = async () => {
    const text = `render ${releases.length + 1}`;
    await new Promise<void>((resolve) => releases.push(resolve));
    return page(text);
  };
  return releases;
}

/** A page that was cached before notifications were late, and the first render after that. */
async function beginWhileLate() {
  await get();
  isTrusted = false;
  const releases = heldRenders();
  const first = get();
  await expect.poll(() => releases.length).toBe(1);
  return { first, releases };
}

test('a render that an invalidation overtook while it was late is not cached', async () => {
  const { first, releases } = await beginWhileLate();
  cache.invalidate('post:1');
  isTrusted = true;
  releases[0]!();
  expect((await first).text).toBe('<p>render 1</p>');
  expect(cache.figures().pages).toBe(0);
});

test('a render that began while notifications were late is cached unless one concerns it', async () => {
  const { first, releases } = await beginWhileLate();
  cache.invalidate('post:2');
  isTrusted = true;
  releases[0]!();
  await first;
  expect((await get()).text).toBe('<p>render 1</p>');
});

test('a render that began before the connection changed is not cached', async () => {
  const { first, releases } = await beginWhileLate();
  cache.flush();
  isTrusted = true;
  releases[0]!();
  await first;
  expect(cache.figures().pages).toBe(0);
});

test('while notifications are late all readers after the start of a render share the next', async () => {
  const { first, releases } = await beginWhileLate();
  let asked = 0;
  server.on('request', () => (asked += 1));
  const others = Array.from({ length: 9 }, () => get());
  await expect.poll(() => asked).toBe(9);
  releases[0]!();
  await expect.poll(() => releases.length).toBe(2);
  releases[1]!();
  expect((await first).text).toBe('<p>render 1</p>');
  expect((await Promise.all(others)).map(({ text }) => text)).toEqual(
    others.map(() => '<p>render 2</p>'),
  );
});

test('an announced change that is not committed yet outlasts a change of the connection', async () => {
  cache.announce('post:1 7');
  cache.flush();
  await get();
  expect(cache.figures().pages).toBe(0);
  cache.invalidate('post:1 7');
  await get();
  expect(cache.figures().pages).toBe(1);
});

test('a render is not cached after so many invalidations that its own may be forgotten', async () => {
  const releases = heldRenders();
  const first = get();
  await expect.poll(() => releases.length).toBe(1);
  cache.invalidate('post:1');
  for (let id = 2; id < 30_000; id += 1) cache.invalidate(`post:${id}`);
  releases[0]!();
  await first;
  expect(cache.figures().pages).toBe(0);
});

test('if no page can be rendered the cached one is served for a minute', async () => {
  await get();
  isTrusted = false;
  render = async () => Promise.reject(new Error('database away'));
  expect((await get()).text).toBe('<p>first</p>');
  render = async () => page('busy', undefined, { status: 503 });
  expect((await get()).text).toBe('<p>first</p>');
  let asked = 0;
  render = async () => {
    asked += 1;
    return page('second');
  };
  isAway = true;
  expect((await get()).text).toBe('<p>first</p>');
  expect(asked).toBe(0);
  const { now } = performance;
  vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 61_000);
  onTestFinished(() => void vi.restoreAllMocks());
  expect((await get()).text).toBe('not kept');
});

test('a change of the connection empties the cache', async () => {
  await get();
  cache.flush();
  expect(cache.figures().pages).toBe(0);
});

test('a known version answers 304 without a body', async () => {
  const { answer } = await get();
  const again = await fetch(`${origin}/posts/1`, {
    headers: { 'if-none-match': answer.headers.get('etag')! },
  });
  expect(again.status).toBe(304);
  expect(await again.text()).toBe('');
});

test.each(['br', 'gzip', 'zstd'])(
  'it is sent in %s if the browser accepts it',
  async (encoding) => {
    const { answer, text } = await get('/posts/1', { headers: { 'accept-encoding': encoding } });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(text).toBe('<p>first</p>');
  },
);

test('memory is bounded: the least recently used page is dropped first', async () => {
  cache = pageCache({
    pages: [postPages],
    render: async (path) => page(path, [path]),
    isTrusted: () => true,
    receivedUpTo: () => performance.now(),
    isAway: () => false,
    commonHeaders: [],
    maxBytes: 10_000,
  });
  for (const id of [1, 2, 3, 1, 4, 5]) await get(`/posts/${id}`);
  expect(cache.figures().bytes).toBeLessThanOrEqual(10_000);
  const before = cache.figures().renders;
  await get('/posts/5');
  await get('/posts/1');
  expect(cache.figures().renders).toBe(before);
});

test('a page with an announced change is dropped at once, and cached again only after the commit is notified', async () => {
  await get();
  cache.announce('post:1 7');
  cache.announce('post:1 8');
  // Before the commit the old data is read.
  expect((await get()).text).toBe('<p>first</p>');
  expect(cache.figures().pages).toBe(0);
  render = async () => page('second');
  expect((await get()).text).toBe('<p>second</p>');
  // Another transaction may still be pending.
  cache.invalidate('post:1 7');
  await get();
  expect(cache.figures().pages).toBe(0);
  cache.invalidate('post:1 8');
  await get();
  expect(cache.figures().pages).toBe(1);
});

test('nobody joins a render that began before or during an announced change', async () => {
  const waiting: Array<(rendered: Rendered) => void> = [];
  render = () => new Promise((resolve) => waiting.push(resolve));
  const answers = [get()];
  await expect.poll(() => waiting.length).toBe(1);
  cache.announce('post:1 7');
  answers.push(get());
  await expect.poll(() => waiting.length).toBe(2);
  let asked = 0;
  server.on('request', () => (asked += 1));
  answers.push(get());
  await expect.poll(() => asked).toBe(1);
  for (const finish of waiting) finish(page('before'));
  await expect.poll(() => waiting.length).toBe(3);
  waiting[2]!(page('after'));
  expect((await Promise.all(answers)).at(-1)!.text).toBe('<p>after</p>');
  expect(cache.figures().pages).toBe(0);
});

test('a rolled back change, which is never notified, keeps its page out of the cache only briefly', async () => {
  cache.announce('post:1 7');
  const { now } = performance;
  vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 16_000);
  onTestFinished(() => void vi.restoreAllMocks());
  await get();
  expect(cache.figures().pages).toBe(1);
});
