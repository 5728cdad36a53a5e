// @module-tag races
// @module-tag rights
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { ReadableStream } from 'node:stream/web';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kindRoutes } from '#app/build/kind-routes.ts';
import { postgresAt } from '#server/postgres-at.ts';
import { ensureBuild } from '../../scripts/launch/build.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { startServer } from '../support/server.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';

const consumer = { oauth_consumer_key: 'hearth-web', oauth_consumer_secret: 'hearth-web' };
let server: SharedServer;
let ada: ApiMember;

beforeAll(async () => {
  server = await borrowServer();
  ada = await memberOf(server, 'Ada');
});
afterAll(() => server.stop());

/** Sends a message as it is, which `fetch` would not. */
const sendRaw = (message: string) =>
  new Promise<string>((resolve, reject) => {
    let text = '';
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
    socket
      .setEncoding('utf8')
      .on('data', (more: string) => (text += more))
      .on('end', () => resolve(text))
      .on('error', reject);
    socket.end(message);
  });

interface Answer {
  status_code: number;
  error_code?: string;
  request_id?: string;
  body: { data: unknown[]; response: { feed: { action_id: number; body: string } } };
}

const call = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(`${server.origin}/api/rest${path}`, init);
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, json: JSON.parse(text) as Answer, text };
};
const asAda = (path: string, init: RequestInit = {}) =>
  call(path, { ...init, headers: { ...ada.headers, ...(init.headers as Record<string, string>) } });
const form = (fields: Record<string, string>) => ({
  method: 'POST',
  body: new URLSearchParams(fields),
});

test('every response has the security headers and is not cacheable', async () => {
  for (const { headers } of [await asAda('/advancedactivity/feeds'), await call('/nope')]) {
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('access-control-allow-origin')).toBeNull();
  }
});

test('no route added by the framework is served', async () => {
  const entry = readFileSync(
    join(await ensureBuild({ isTest: false }), 'server/entry.mjs'),
    'utf8',
  );
  const [manifest] = /"routes":(\[.*?\]),"serverLike"/.exec(entry)?.slice(1) ?? [];
  const routes = (
    JSON.parse(manifest!) as Array<{ routeData: { route: string; origin: string } }>
  ).map(({ routeData }) => routeData);
  const own = new Set(kindRoutes.map(({ pattern }) => pattern));
  const added = routes
    .filter(({ origin, route }) => origin !== 'project' && !own.has(route))
    .map(({ route }) => route);
  expect(routes.length).toBeGreaterThan(0);
  expect(added.sort()).toEqual(['/_image', '/_server-islands/[name]']);
  const paths = [
    '/_image?href=%2Ffavicon.svg&w=4000&f=avif',
    '/_image',
    '/_server-islands/x',
    '/_actions/x',
  ];
  for (const path of paths) {
    for (const cookie of [ada.cookie, '']) {
      const answer = await fetch(server.origin + path, { headers: { cookie }, redirect: 'manual' });
      expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([
        path,
        404,
        'private, no-cache',
      ]);
    }
  }
});

test('the client application must send a valid key', async () => {
  expect((await call('/advancedactivity/feeds')).json).toMatchObject({
    status_code: 400,
    error: true,
    error_code: 'oauth_parameter_missing',
  });
  expect(
    (await call('/advancedactivity/feeds?oauth_consumer_key=x&oauth_consumer_secret=y')).json,
  ).toMatchObject({ status_code: 401, error_code: 'invalid_consumer' });
});

test('a credential is absent, half, wrong or of another secret, and fails', async () => {
  const { oauth_token, oauth_secret } = ada.headers as Record<string, string>;
  const code = async (headers: Record<string, string>) =>
    (await call('/auth/session', { headers: { ...consumer, ...headers } })).json.error_code;
  expect(await code({})).toBe('unauthorized');
  expect(await code({ oauth_token: oauth_token! })).toBe('invalid_token');
  expect(await code({ oauth_token: oauth_token!, oauth_secret: 'f'.repeat(64) })).toBe(
    'invalid_token',
  );
  expect(await code({ oauth_token: '0'.repeat(32), oauth_secret: oauth_secret! })).toBe(
    'invalid_token',
  );
});

test('a credential is taken from the query', async () => {
  const { oauth_token, oauth_secret } = ada.headers as Record<string, string>;
  const { json } = await call(
    `/auth/session?oauth_token=${oauth_token}&oauth_secret=${oauth_secret}`,
    { headers: consumer },
  );
  expect(json.error_code).toBeUndefined();
});

test('a credential is taken from a form', async () => {
  const { oauth_token, oauth_secret } = ada.headers as Record<string, string>;
  const posted = await call(
    '/advancedactivity/feeds/post',
    form({
      ...consumer,
      oauth_token: oauth_token!,
      oauth_secret: oauth_secret!,
      body: 'Said by a form',
    }),
  );
  expect(posted.json.status_code).toBe(200);
});

test('unknown paths, wrong methods, trailing slashes and key/value pairs', async () => {
  expect((await asAda('/no/such/call')).json).toMatchObject({
    status_code: 404,
    error_code: 'no_route',
  });
  expect((await asAda('/advancedactivity/feeds', { method: 'PUT' })).json).toMatchObject({
    status_code: 400,
    error_code: 'invalid_method',
  });
  expect((await asAda('/advancedactivity/feeds/')).status).toBe(200);
  expect(
    (await asAda('/advancedactivity/feeds/limit/1')).json.body.data.length,
  ).toBeLessThanOrEqual(1);
});

test('a native client gets the real status inside HTTP 200', async () => {
  const { status, json } = await asAda(
    '/advancedactivity/feeds?action_id=999999999&_ANDROID_VERSION=3',
  );
  expect(status).toBe(200);
  expect(json).toMatchObject({ status_code: 404, error_code: 'no_record' });
});

test.each([
  ['JSON that is none', { 'content-type': 'application/json' }, '{"body":', 400],
  ['JSON that is a list', { 'content-type': 'application/json' }, '[1]', 400],
  [
    'JSON of depth 40',
    { 'content-type': 'application/json' },
    `{"a":${'['.repeat(40)}${']'.repeat(40)}}`,
    400,
  ],
  [
    'JSON of depth 100,000',
    { 'content-type': 'application/json' },
    `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    400,
  ],
  [
    'huge JSON',
    { 'content-type': 'application/json' },
    JSON.stringify({ body: 'x'.repeat(300_000) }),
    413,
  ],
  ['a type nobody knows', { 'content-type': 'application/xml' }, '<a/>', 400],
  [
    'a compressed body',
    { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    'x',
    415,
  ],
  [
    'invalid UTF-8',
    { 'content-type': 'application/x-www-form-urlencoded' },
    Buffer.from([0x62, 0x3d, 0xff, 0xfe]),
    400,
  ],
  [
    'a bad %-sequence',
    { 'content-type': 'application/x-www-form-urlencoded' },
    'body=%E0%A4%A',
    400,
  ],
  ['a broken multipart form', { 'content-type': 'multipart/form-data' }, 'x', 400],
  [
    '201 fields',
    { 'content-type': 'application/x-www-form-urlencoded' },
    Array.from({ length: 201 }, (_, index) => `f${index}=1`).join('&'),
    413,
  ],
])('%s is refused in the envelope', async (_, headers, body, status) => {
  const answer = await asAda('/advancedactivity/feeds/post', { method: 'POST', headers, body });
  expect(answer.status).toBe(status);
  expect(answer.json).toMatchObject({ status_code: status, error: true });
  expect(answer.json.request_id).toMatch(/^[0-9a-f-]{36}$/);
  expect(answer.text).not.toMatch(/at .*\.(ts|mjs|js):|select |postgres/i);
});

test.each(['with its length', 'in chunks'])(
  'a form sent %s to a call without files is read up to a limit',
  async (how) => {
    const start = Buffer.from(
      '--x\r\ncontent-disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n',
    );
    const megabyte = Buffer.alloc(1024 * 1024);
    const parts = [
      start,
      ...Array.from({ length: 17 }, () => megabyte),
      Buffer.from('\r\n--x--\r\n'),
    ];
    const body = how === 'in chunks' ? ReadableStream.from(parts) : Buffer.concat(parts);
    const answer = await call('/login', {
      method: 'POST',
      headers: { ...consumer, 'content-type': 'multipart/form-data; boundary=x' },
      body,
      duplex: 'half',
    } as RequestInit);
    expect(answer.json).toMatchObject({ status_code: 413, error_code: 'request_too_large' });
  },
);

test('the API description is served as OpenAPI and as a page, even without a database', async () => {
  const served = (await (await fetch(`${server.origin}/api/openapi.json`)).json()) as {
    openapi: string;
    paths: Record<string, unknown>;
  };
  expect(served.openapi).toMatch(/^3\.1/);
  const { DATABASE_URL: _, ...env } = process.env;
  // Asynchronous: a process blocked for longer than the keep-alive would send on a dead connection
  // afterwards.
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/openapi.ts'], {
    env,
    maxBuffer: 1e8,
  });
  const printed = JSON.parse(stdout) as typeof served;
  expect(Object.keys(printed.paths)).toEqual(Object.keys(served.paths));
  const page = await fetch(`${server.origin}/api/docs`);
  const html = await page.text();
  for (const path of Object.keys(served.paths))
    expect(html).toContain(path.replace('/api/rest', ''));
  // Nothing violates its policy.
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(html).not.toMatch(/<style|style="|\son[a-z]+="|<script(?![^>]*(?:src|json))[^>]*>(?!try)/);
});

test('query and body that contradict each other are refused', async () => {
  const answer = await asAda('/advancedactivity/like?action_id=1', form({ action_id: '2' }));
  expect(answer.json).toMatchObject({ status_code: 400, error_code: 'validation_fail' });
});

describe('malformed text is refused before it reaches a query', () => {
  const multipart = () => {
    const body = new FormData();
    body.set('body', 'a\0b');
    return { method: 'POST', body };
  };
  const json = (body: string) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });

  test.each<[string, string, RequestInit, number]>([
    ['NUL in a query', '/advancedactivity/feeds?hashtag=%00', {}, 400],
    ['half a character in a query', '/advancedactivity/feeds?hashtag=%ed%a0%80', {}, 400],
    ['NUL in a form', '/advancedactivity/feeds/post', form({ body: 'a\0b' }), 400],
    [
      'NUL in a link',
      '/advancedactivity/feeds/post',
      form({ body: 'x', uri: 'http://hearth.example/\0' }),
      400,
    ],
    ['NUL in a form of parts', '/advancedactivity/feeds/post', multipart(), 400],
    ['NUL in JSON', '/members/edit/profile', json('{"about_me":"\\u0000"}'), 400],
    ['half a character in JSON', '/members/edit/profile', json('{"about_me":"\\ud800"}'), 400],
    [
      'NUL deep in JSON',
      '/advancedactivity/feeds/post',
      json('{"body":"x","composer":{"a":[{"\\u0000":1}]}}'),
      400,
    ],
    ['NUL in a path', '/messages/view/%00', {}, 404],
    ['bytes that are no text in a path', '/messages/view/%ff', {}, 404],
    ['a path encoded twice', '/messages/view/%2531', {}, 404],
  ])('%s', async (_, path, init, status) => {
    const answer = await asAda(path, init);
    expect(answer.json).toMatchObject({ status_code: status, error: true });
  });

  test.each([
    ['/home?hashtag=%00', 400],
    ['/search?query=%ff', 400],
    ['/posts/%ff', 404],
    ['/profile/%ed%a0%80/posts', 404],
    ['/help/%25', 404],
    ['/posts/%00', 404],
    ['/profile/1/albums/abc', 404],
    ['/media/%ff', 404],
    ['/_astro/%ff', 404],
    ['/%25', 404],
  ])('%s answers %d, to visitors and members', async (path, status) => {
    for (const headers of [new Headers(), new Headers({ cookie: ada.cookie })]) {
      headers.set('accept', 'text/html');
      const answer = await fetch(server.origin + path, { headers, redirect: 'manual' });
      expect(answer.status).toBe(status);
      const pageText = status === 404 ? 'There is nothing here' : 'could not be read';
      expect(await answer.text()).toContain(path.startsWith('/media/') ? 'no_record' : pageText);
    }
  });

  test('a post has one URL, whatever is encoded twice', async () => {
    const { json: made } = await asAda(
      '/advancedactivity/feeds/post',
      form({ body: 'Found by its number alone' }),
    );
    const id = String(made.body.response.feed.action_id);
    const once = `%3${id[0]}${id.slice(1)}`;
    const read = (path: string) =>
      fetch(`${server.origin}/posts/${path}`).then(({ status }) => status);
    expect(await read(id)).toBe(200);
    expect(await read(once)).toBe(200);
    expect(await read(once.replace('%', '%25'))).toBe(404);
    expect(await read(once.replace('%', '%2525'))).toBe(404);
  });

  test('two Host headers are refused, also for a built file', async () => {
    for (const path of ['/', '/robots.txt', '/service-worker.js', '/api/rest/auth/session']) {
      const answer = await sendRaw(`GET ${path} HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`);
      expect(answer, path).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer, path).toContain('x-content-type-options: nosniff');
    }
  });
});

test.each([
  ['a wrong host', 'GET /api/rest/auth/session HTTP/1.1\r\nHost: a/b\r\n\r\n'],
  ['an unknown method', 'PROPFIND /api/rest/auth/session HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['a method that never was', 'FOO /api/rest/auth/session HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['a header that is none', 'GET /api/rest/auth/session HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n'],
  [
    'headers that are too long',
    `GET /api/rest/auth/session HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`,
  ],
])('a call with %s is refused as JSON', async (_, message) => {
  const [head, body] = (await sendRaw(message)).split('\r\n\r\n') as [string, string];
  expect(head).toMatch(/content-type: application\/json/i);
  const { status_code, error_code } = JSON.parse(body) as Answer;
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status_code} `));
  expect(error_code).toBeTruthy();
});

test('headers that are too long are refused with the headers of every response', async () => {
  const answer = await sendRaw(`GET / HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  expect(answer).toContain('x-content-type-options: nosniff');
});

test('another site cannot write, whatever it sends', async () => {
  const post = (headers: Record<string, string>) =>
    call('/advancedactivity/feeds/post', {
      ...form({ body: 'forged' }),
      headers: { ...consumer, cookie: ada.cookie, ...headers },
    });
  expect((await post({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await post({ origin: 'https://evil.example' })).status).toBe(403);
  expect((await post({ origin: server.origin })).status).toBe(200);
});

test('cookie and header credentials that differ are refused', async () => {
  const bo = await memberOf(server, 'Bo');
  const answer = await call('/auth/session', { headers: { ...ada.headers, cookie: bo.cookie } });
  expect(answer.status).toBe(400);
});

test('an Idempotency-Key creates one object, even in parallel', async () => {
  const send = (body: string, key = 'once-1') =>
    asAda('/advancedactivity/feeds/post', {
      ...form({ body }),
      headers: { 'idempotency-key': key },
    });
  const both = await Promise.all([send('Only once'), send('Only once')]);
  const ids = both.map(({ json }) => json.body.response.feed.action_id);
  expect(ids[0]).toBe(ids[1]);
  expect((await send('Only once')).json.body.response.feed.action_id).toBe(ids[0]);
  expect((await send('Something else')).json).toMatchObject({
    status_code: 400,
    error_code: 'validation_fail',
  });
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  const [row] = await sql`select count(*)::int as n from posts where body = 'Only once'`;
  await sql.end();
  expect(row!.n).toBe(1);
});

test('nothing secret reaches the log', async () => {
  const { oauth_token, oauth_secret } = ada.headers as Record<string, string>;
  await call(`/auth/session?oauth_token=${oauth_token}&oauth_secret=${oauth_secret}`, {
    headers: consumer,
  });
  await call('/login', {
    ...form({ email: 'someone@hearth.example', password: 'very secret words' }),
    headers: consumer,
  });
  const all = server.lines.join('\n');
  for (const secret of [oauth_token!, oauth_secret!, 'very secret words', 'someone@hearth.example'])
    expect(all).not.toContain(secret);
});

test('the test hooks are not in the delivered build', async () => {
  for (const path of ['/__test/clock?seconds=1', '/__test/fault?name=x&on=1'])
    expect((await fetch(server.origin + path, { method: 'POST' })).status).toBe(404);
  expect((await fetch(`${server.origin}/__test/cache`)).status).toBe(404);
});

test('limits apply to the whole group, and not one call earlier', async () => {
  // A tenth of 30 posts, of 300 wrong credentials and of 50 looks at a link.
  const strict = await startServer({ RATE_LIMIT_SCALE: '0.1' });
  try {
    const someone = await memberOf(strict, 'Cleo');
    const post = () =>
      fetch(`${strict.origin}/api/rest/advancedactivity/feeds/post`, {
        method: 'POST',
        headers: someone.headers,
        body: new URLSearchParams({ body: 'again' }),
      });
    const statuses: number[] = [];
    for (let round = 0; round < 7; round++) statuses.push((await post()).status);
    // Seven cannot fit into two windows of three: refused at the latest then, and never before the
    // fourth.
    expect(statuses.slice(0, 3)).toEqual(Array(3).fill(200));
    expect(statuses).toContain(429);
    // Wrong credentials count as well: 31 of them cannot fit into a window of 30, nor 61 into two.
    const wrong = { ...consumer, oauth_token: '0'.repeat(32), oauth_secret: 'f'.repeat(64) };
    const tries = new Set<number>();
    for (let round = 0; round < 61 && !tries.has(429); round++)
      tries.add((await fetch(`${strict.origin}/api/rest/auth/session`, { headers: wrong })).status);
    expect([...tries]).toEqual([401, 429]);
    let screen = await fetch(`${strict.origin}/reset-password/abc/1`);
    for (let round = 0; round < 11 && screen.status === 200; round++)
      screen = await fetch(`${strict.origin}/reset-password/abc/1`);
    expect(screen.status).toBe(429);
    expect(Number(screen.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(screen.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await screen.text()).toContain('You are doing this too often.');
    const refused = await post();
    if (refused.status === 429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  } finally {
    await strict.stop();
  }
});
