import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { del, get, post, put, RestError } from '#lib/rest.ts';

// A real server on loopback; only the page's address and consumer tag of the browser are stubbed.

interface Received {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: string;
}

let server: Server;
let origin: string;
let received: Received[] = [];
let answer: (res: ServerResponse, request: Received) => void;

const json =
  (status: number, value: unknown, headers: Record<string, string> = {}) =>
  (res: ServerResponse) => {
    res.writeHead(status, { 'content-type': 'application/json', ...headers });
    res.end(JSON.stringify(value));
  };

const realFetch = globalThis.fetch;
const world = globalThis as unknown as Record<string, unknown>;
let wentTo: string | undefined;

beforeAll(async () => {
  server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const request = {
        method: req.method!,
        url: new URL(req.url!, origin),
        headers: req.headers,
        body: Buffer.concat(chunks).toString(),
      };
      received.push(request);
      answer(res, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  received = [];
  wentTo = undefined;
  answer = json(200, { status_code: 200, body: { done: 1 } });
  // A page resolves '/api/rest/…' against its own address; Node has none.
  globalThis.fetch = (input, init) => realFetch(new URL(String(input), origin), init);
  world.location = {
    href: `${origin}/posts/7?a=1`,
    pathname: '/posts/7',
    search: '?a=1',
    assign: (to: string) => (wentTo = to),
  };
  world.document = {
    querySelector: (selector: string) =>
      selector === 'meta[name="consumer"]' ? { content: 'app:secret' } : null,
  };
});

afterEach(() => {
  globalThis.fetch = realFetch;
  delete world.location;
  delete world.document;
  delete world.Capacitor;
  delete world.localStorage;
});

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('the call went through'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(RestError);
      return error as RestError;
    },
  );

interface Anything {
  [name: string]: unknown;
}

test('a GET carries its payload in the query, without absent fields', async () => {
  const read = get<Anything, { done: number }>('/advancedactivity/feeds');
  expect(
    await read({ limit: 20, maxid: 0, filter_type: undefined, hashtag: '#a&b', flag: true }),
  ).toEqual({ done: 1 });
  expect(received[0]).toMatchObject({ method: 'GET', body: '' });
  expect(Object.fromEntries(received[0]!.url.searchParams)).toEqual({
    limit: '20',
    maxid: '0',
    hashtag: '#a&b',
    flag: '1',
  });
  expect(received[0]!.url.pathname).toBe('/api/rest/advancedactivity/feeds');
});

test('POST and PUT carry form fields, DELETE carries its parameters in the query', async () => {
  const input = {
    action_id: 4,
    body: 'Grüße & 🙂\nzwei',
    composer: { feeling: { parent: 27 } },
    toValues: [3, 4],
  };
  await post<Anything, unknown>('/x')(input);
  await put<Anything, unknown>('/x')({ action_id: 4 });
  await del<Anything, unknown>('/x')({ action_id: 4 });
  const [posted, updated, deleted] = received as [Received, Received, Received];
  expect(posted.headers['content-type']).toMatch('application/x-www-form-urlencoded');
  expect(Object.fromEntries(new URLSearchParams(posted.body))).toEqual({
    action_id: '4',
    body: 'Grüße & 🙂\nzwei',
    composer: '{"feeling":{"parent":27}}',
    toValues: '3,4',
  });
  expect(updated).toMatchObject({ method: 'PUT', body: 'action_id=4' });
  expect(deleted).toMatchObject({ method: 'DELETE', body: '' });
  expect(deleted.url.search).toBe('?action_id=4');
});

test('a file makes it a multipart form', async () => {
  await post<Anything, unknown>('/upload')({
    body: 'look',
    photo: new Blob(['bytes'], { type: 'image/png' }),
  });
  expect(received[0]!.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  expect(received[0]!.body).toMatch(/name="body"\r\n\r\nlook[\s\S]*name="photo"[\s\S]*bytes/);
});

test('parts of the path are taken out of the input', async () => {
  await post<Anything, unknown>('/sitepage/join/:id')({ id: 'a/b', note: 'hi' });
  expect(received[0]!.url.pathname).toBe('/api/rest/sitepage/join/a%2Fb');
  expect(received[0]!.body).toBe('note=hi');
});

test('consumer credentials and the idempotency key are sent as headers', async () => {
  await post<Anything, unknown>('/x')({}, { idempotencyKey: 'draft-1' });
  expect(received[0]!.headers).toMatchObject({
    oauth_consumer_key: 'app',
    oauth_consumer_secret: 'secret',
    'idempotency-key': 'draft-1',
  });
  expect(received[0]!.headers).not.toHaveProperty('oauth_token');
});

test('204 returns nothing, or the body of its envelope', async () => {
  answer = json(200, { status_code: 204 });
  expect(await post<Anything, void>('/x')({})).toBeUndefined();
  answer = json(200, { status_code: 204, body: { action_id: 9 } });
  expect(await post<Anything, unknown>('/x')({})).toEqual({ action_id: 9 });
  answer = (res) => res.writeHead(204).end();
  expect(await post<Anything, void>('/x')({})).toBeUndefined();
});

test('an error has status, code, message and the messages of fields', async () => {
  answer = json(400, {
    status_code: 400,
    error: true,
    error_code: 'validation_fail',
    message: { body: 'Post cannot be empty' },
  });
  expect(await failure(post<Anything, unknown>('/x')({}))).toMatchObject({
    status: 400,
    code: 'validation_fail',
    message: 'Post cannot be empty',
    fields: { body: 'Post cannot be empty' },
  });
  answer = json(429, {
    status_code: 429,
    error: true,
    error_code: 'too_many_requests',
    message: 'Slower.',
    retry_after: 7,
  });
  expect(await failure(post<Anything, unknown>('/x')({}))).toMatchObject({
    status: 429,
    code: 'too_many_requests',
    message: 'Slower.',
    fields: {},
    retryAfter: 7,
  });
  // Native clients get HTTP 200 with the real status inside.
  answer = json(200, { status_code: 404, error: true, error_code: 'no_record', message: 'Gone.' });
  expect(await failure(get<Anything, unknown>('/x')({}))).toMatchObject({
    status: 404,
    code: 'no_record',
  });
});

test('a response without the envelope gives a plain message', async () => {
  answer = (res) =>
    res
      .writeHead(502, { 'content-type': 'text/html', 'retry-after': '3' })
      .end('<h1>Bad gateway</h1>');
  expect(await failure(get<Anything, unknown>('/x')({}))).toMatchObject({
    status: 502,
    code: 'unavailable',
    retryAfter: 3,
  });
  answer = (res) =>
    res.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Log in to the hotel network</h1>');
  expect(await failure(get<Anything, unknown>('/x')({}))).toMatchObject({
    code: 'server_error',
    message: 'Something went wrong. Please try again later.',
  });
});

test('no response is "offline", and nothing is sent twice', async () => {
  answer = (res) => res.destroy();
  const error = await failure(post<Anything, unknown>('/x')({ body: 'a' }));
  expect(error).toMatchObject({ status: 0, code: 'offline' });
  expect(error.message).toMatch(/check your connection/);
  expect(received).toHaveLength(1);
});

test('a truncated response is "offline"', async () => {
  answer = (res) => {
    res.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
    res.write('{"status_code": 200,');
    setTimeout(() => res.destroy(), 20);
  };
  expect(await failure(get<Anything, unknown>('/x')({}))).toMatchObject({ code: 'offline' });
});

test('the caller can abort', async () => {
  const controller = new AbortController();
  answer = () => controller.abort();
  expect(
    await failure(get<Anything, unknown>('/x')({}, { signal: controller.signal })),
  ).toMatchObject({ code: 'aborted' });
});

test('a permission error leads nowhere', async () => {
  answer = json(401, {
    status_code: 401,
    error: true,
    error_code: 'unauthorized',
    message: 'You are not allowed to do this.',
  });
  await failure(post<Anything, unknown>('/x')({}));
  expect(wentTo).toBeUndefined();
});

test('an ended session leads to the log-in and back', async () => {
  answer = json(401, {
    status_code: 401,
    error: true,
    error_code: 'invalid_token',
    message: 'Your session has ended.',
  });
  expect(await failure(post<Anything, unknown>('/x')({}))).toMatchObject({
    status: 401,
    code: 'invalid_token',
  });
  expect(wentTo).toBe('/login?next=%2Fposts%2F7%3Fa%3D1&why=ended');
});

function nativeShell(plugins: Record<string, unknown>) {
  world.Capacitor = { isNativePlatform: () => true, Plugins: plugins };
}

const pair: Record<string, string> = { oauth_token: 't', oauth_secret: 's', user_id: '5' };
const preferences = {
  get: async ({ key }: { key: string }) => ({ value: pair[key] ?? null }),
  set: async () => {},
  remove: async () => {},
};

test('inside a native shell, changes go through its HTTP plugin with the stored credentials', async () => {
  const asked: Array<{
    url: string;
    method: string;
    data?: string;
    headers: Record<string, string>;
  }> = [];
  const request = async (options: (typeof asked)[0]) => {
    asked.push(options);
    return { status: 200, data: { status_code: 200, body: { by: 'plugin' } } };
  };
  nativeShell({ CapacitorHttp: { request }, Preferences: preferences });
  expect(await post<Anything, unknown>('/x')({ body: 'a b' })).toEqual({ by: 'plugin' });
  expect(await del<Anything, unknown>('/x')({ action_id: 2 })).toEqual({ by: 'plugin' });
  expect(received).toHaveLength(0);
  expect(asked[0]).toMatchObject({ url: `${origin}/api/rest/x`, method: 'POST', data: 'body=a+b' });
  expect(asked[0]!.headers).toMatchObject({
    oauth_token: 't',
    oauth_secret: 's',
    'content-type': 'application/x-www-form-urlencoded',
  });
  expect(asked[1]).toMatchObject({ url: `${origin}/api/rest/x?action_id=2`, method: 'DELETE' });
  // GET still uses fetch.
  await get<Anything, unknown>('/x')({});
  expect(received[0]!.headers).toMatchObject({ oauth_token: 't', oauth_secret: 's' });
});

test('a call that sets cookies is sent by the browser, not by the plugin, which has none', async () => {
  nativeShell({ CapacitorHttp: { request: () => expect.unreachable() }, Preferences: preferences });
  expect(await post<Anything, unknown>('/x')({ body: 'a' }, { viaBrowser: true })).toEqual({
    done: 1,
  });
  expect(received[0]).toMatchObject({ method: 'POST', body: 'body=a' });
});

test('when the plugin fails, the normal path is used', async () => {
  nativeShell({
    CapacitorHttp: { request: () => Promise.reject(new Error('broken')) },
    Preferences: preferences,
  });
  expect(await post<Anything, unknown>('/x')({ body: 'a' })).toEqual({ done: 1 });
  expect(received[0]).toMatchObject({ method: 'POST', body: 'body=a' });
  nativeShell({});
  expect(await put<Anything, unknown>('/x')({ body: 'a' })).toEqual({ done: 1 });
});

test('a form with files is sent by fetch, with the credentials as its first fields', async () => {
  nativeShell({ CapacitorHttp: { request: () => expect.unreachable() }, Preferences: preferences });
  await post<Anything, unknown>('/upload')({ photo: new Blob(['bytes']) });
  expect(received[0]!.headers).not.toHaveProperty('oauth_token');
  expect(received[0]!.body).toMatch(
    /name="oauth_consumer_key"\r\n\r\napp[\s\S]*name="oauth_token"\r\n\r\nt[\s\S]*name="photo"/,
  );
});

test('failing storage is skipped: preferences, then local storage, then cookies', async () => {
  const broken = {
    get: () => Promise.reject(new Error('no')),
    set: () => Promise.reject(new Error('no')),
    remove: () => Promise.reject(new Error('no')),
  };
  nativeShell({ Preferences: broken });
  world.localStorage = { getItem: (name: string) => pair[name] ?? null };
  await get<Anything, unknown>('/x')({});
  expect(received[0]!.headers).toMatchObject({ oauth_token: 't' });
  world.localStorage = {
    getItem() {
      throw new Error('forbidden');
    },
  };
  Object.assign(world.document as object, {
    cookie: 'other=1; oauth_token=from%20cookie; oauth_secret=s2',
  });
  await get<Anything, unknown>('/x')({});
  expect(received[1]!.headers).toMatchObject({ oauth_token: 'from cookie', oauth_secret: 's2' });
  // Without any storage the call is still sent.
  Object.assign(world.document as object, { cookie: '' });
  await get<Anything, unknown>('/x')({});
  expect(received[2]!.headers).not.toHaveProperty('oauth_token');
});

test('on the server a call only exposes its method and path', () => {
  delete world.document;
  delete world.location;
  const call = post<Anything, unknown>('/advancedactivity/like');
  expect([call.method, call.path]).toEqual(['POST', '/advancedactivity/like']);
});

const servedFor = (member: string) =>
  Object.assign(world.document as object, { documentElement: { dataset: { member } } });

test('a call names the member for whom its page was served', async () => {
  await post<Anything, unknown>('/x')({});
  servedFor('7');
  await post<Anything, unknown>('/x')({});
  expect(received.map(({ headers }) => headers['hearth-member'])).toEqual([undefined, '7']);
});

test('a page gives itself up after the refusal of another member', async () => {
  servedFor('7');
  const dispatch = vi.fn();
  vi.stubGlobal('dispatchEvent', dispatch);
  answer = json(409, { status_code: 409, error: true, error_code: 'other_member', message: '' });
  await failure(post<Anything, unknown>('/x')({}));
  vi.unstubAllGlobals();
  expect(dispatch.mock.calls.map(([event]) => (event as Event).type)).toEqual(['othermember']);
  expect(wentTo).toBeUndefined();
});
