import { type LookupAddress } from 'node:dns';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createSocketServer, type AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { brotliCompressSync, createGzip, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { env } from '#server/env.ts';
import { currentGuard, openLoopback, publicOnly, type Guard } from '#server/fetching/guard.ts';
import { isPublicAddress } from '#server/fetching/public-address.ts';
import { guardedFetch, type FetchRules } from '#server/guarded-fetch.ts';

type Page = (req: IncomingMessage, res: ServerResponse) => void;
const pages = new Map<string, Page>();
let asked: IncomingMessage[] = [];
let server: Server;
let port: number;
const listen = (handler: RequestListener) =>
  new Promise<Server>((done) => {
    const made = createServer(handler).listen(0, '127.0.0.1', () => done(made));
  });

beforeEach(async () => {
  asked = [];
  pages.clear();
  server = await listen((req, res) => {
    asked.push(req);
    const page = pages.get(req.url!);
    if (page) page(req, res);
    else res.writeHead(404).end();
  });
  port = (server.address() as AddressInfo).port;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const html: FetchRules = { types: ['text/html'], maxBytes: 512 * 1024, whenLonger: 'cut' };
/** As in production, except that this machine can be reached under test names. */
const names: Record<string, LookupAddress[]> = {};
const guard: Guard = {
  isOpenAddress: (address) => address === '127.0.0.1' || isPublicAddress(address),
  isOpenPort: () => true,
  resolve: async (name) => names[name] ?? [{ address: '127.0.0.1', family: 4 }],
};
const at = (path: string, name = 'page.test') => `http://${name}:${port}${path}`;
const serve = (
  path: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
  status = 200,
) =>
  pages.set(path, (_, res) =>
    res.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body),
  );
const read = (path: string, rules: Partial<FetchRules> = {}, with_ = guard) =>
  guardedFetch(at(path), { ...html, ...rules }, with_);
const refused = (fault: string) => ({ name: 'Error', fault });

test('a page is returned with its type, charset and final URL', async () => {
  serve('/a', '<title>Tea</title>', { 'content-type': 'Text/HTML; charset="ISO-8859-1"' });
  const page = await read('/a');
  expect({ ...page, body: String(page.body), url: page.url.href }).toEqual({
    url: at('/a'),
    type: 'text/html',
    charset: 'ISO-8859-1',
    body: '<title>Tea</title>',
  });
});

test('nothing about the member is sent, and no cookie is kept', async () => {
  serve('/a', 'x', { 'set-cookie': 'track=1; Path=/' });
  await read('/a');
  await read('/a');
  for (const { headers } of asked) {
    expect(Object.keys(headers).sort()).toEqual([
      'accept',
      'accept-encoding',
      'accept-language',
      'connection',
      'host',
      'user-agent',
    ]);
    expect(headers.host).toBe(`page.test:${port}`);
  }
});

describe('addresses that are never contacted', () => {
  test.each([
    'ftp://page.test/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'gopher://page.test/',
    'ws://page.test/',
    'blob:http://page.test/x',
    'about:blank',
    'http://ada@page.test/',
    'http://ada:secret@page.test/',
    'http://:secret@page.test/',
    'page.test',
    '//page.test/',
    '',
    'http://',
    'http://a b/',
    `http://page.test/${'x'.repeat(9_000)}`,
  ])('%s', async (address) => {
    await expect(guardedFetch(address, html, guard)).rejects.toMatchObject(refused('address'));
    expect(asked).toEqual([]);
  });

  // A guard decides what is public; the URL parser normalizes the spelling.
  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://127.0.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.1/',
    'http://0X7F.0.0.0X1/',
    'http://017700000001/',
    'http://0177.0.0.01/',
    'http://0/',
    'http://0.0.0.0/',
    'http://127.0.0.1./',
    'http://%31%32%37.0.0.1/',
    'http://１２７.0.0.1/',
    'http://127。0。0。1/',
    'http://①②⑦.⓪.⓪.①/',
    'http://[::1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://10.1.2.3/',
    'http://0xa.1.2.3/',
    'http://169.254.169.254/latest/meta-data/',
    'http://0xA9FEA9FE/',
    'http://2852039166/',
    'http://[fd00:ec2::254]/',
    'http://[fe80::1]/',
    'http://192.168.0.1:80/',
    'https://192.168.0.1/',
    'https://172.16.0.1:443/',
  ])('%s', async (address) => {
    await expect(guardedFetch(address, html, publicOnly)).rejects.toMatchObject(refused('address'));
  });

  test.each([
    'http://example.org:81/',
    'http://example.org:8080/',
    'https://example.org:8443/',
    'http://example.org:22/',
    'http://1.1.1.1:0/',
  ])('%s, for its port', async (address) => {
    await expect(
      guardedFetch(address, html, {
        ...publicOnly,
        resolve: async () => [{ address: '1.1.1.1', family: 4 }],
      }),
    ).rejects.toMatchObject(refused('address'));
  });

  test('our own site, by name or address, with any port and case', async () => {
    const origin = env().PUBLIC_ORIGIN;
    try {
      env().PUBLIC_ORIGIN = 'https://hearth.example';
      for (const address of [
        'https://hearth.example/posts/1',
        'http://HEARTH.example:80/',
        'https://hearth.example./',
      ])
        await expect(guardedFetch(address, html, guard)).rejects.toMatchObject(refused('own'));
      serve('/r', '', { location: 'https://hearth.example/home' }, 302);
      await expect(read('/r')).rejects.toMatchObject(refused('own'));
    } finally {
      env().PUBLIC_ORIGIN = origin;
    }
  });

  test('a name that resolves to any private address, or to none', async () => {
    names['mixed.test'] = [
      { address: '1.1.1.1', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ];
    names['six.test'] = [{ address: '::1', family: 6 }];
    names['none.test'] = [];
    for (const [name, fault] of [
      ['mixed.test', 'address'],
      ['six.test', 'address'],
      ['none.test', 'name'],
    ] as const)
      await expect(guardedFetch(at('/a', name), html, guard)).rejects.toMatchObject(refused(fault));
    expect(asked).toEqual([]);
  });

  test.each(['http://localhost/', 'http://tricky.localhost/', 'http://localhost./'])(
    '%s',
    async (address) => {
      await expect(guardedFetch(address, html, publicOnly)).rejects.toMatchObject({
        fault: expect.stringMatching(/own|name|address/),
      });
    },
  );
});

test('the name is resolved once, and the connection uses the checked address', async () => {
  serve('/a', 'x');
  let count = 0;
  // The second lookup returns a forbidden address.
  const rebinding: Guard = {
    ...guard,
    resolve: async () => [{ address: (count += 1) === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }],
  };
  await guardedFetch(at('/a', 'rebinding.test'), html, rebinding);
  expect(count).toBe(1);
  expect(asked[0]!.headers.host).toBe(`rebinding.test:${port}`);
});

test('a private address returned by a later lookup gets no request', async () => {
  serve('/a', 'x');
  // Changes its answer between the check and the connection.
  let checks = 0;
  const turning: Guard = { ...guard, isOpenAddress: () => (checks += 1) === 1 };
  await expect(guardedFetch(at('/a'), html, turning)).rejects.toMatchObject(refused('address'));
});

describe('redirects', () => {
  const redirect = (path: string, location: string, status = 302) =>
    serve(path, '', { location }, status);

  test.each([301, 302, 303, 307, 308])(
    '%d is followed, also with a relative location',
    async (status) => {
      redirect('/a', './b?x=1', status);
      serve('/b?x=1', 'there');
      expect(String((await read('/a')).body)).toBe('there');
    },
  );
  test('three are followed, four are not, loops end', async () => {
    for (const [from, to] of [
      ['/1', '/2'],
      ['/2', '/3'],
      ['/3', '/4'],
      ['/0', '/1'],
    ] as const)
      redirect(from, to);
    serve('/4', 'end');
    expect((await read('/1')).url.pathname).toBe('/4');
    await expect(read('/0')).rejects.toMatchObject(refused('redirects'));
    redirect('/loop', '/loop');
    asked = [];
    await expect(read('/loop')).rejects.toMatchObject(refused('redirects'));
    expect(asked).toHaveLength(4);
  });
  test.each([
    ['http://10.0.0.1/', 'address'],
    ['http://[::ffff:10.0.0.1]/', 'address'],
    ['http://0xa000001/', 'address'],
    ['ftp://page.test/', 'address'],
    ['file:///etc/passwd', 'address'],
    ['javascript:alert(1)', 'address'],
    ['http://ada:b@page.test/', 'address'],
    ['//169.254.169.254/latest', 'address'],
    ['http://closed.test/', 'address'],
    ['http://none.test/', 'name'],
  ])('to %s are checked again', async (location, fault) => {
    names['closed.test'] = [{ address: '192.168.1.1', family: 4 }];
    names['none.test'] = [];
    redirect('/a', location);
    await expect(read('/a')).rejects.toMatchObject(refused(fault));
  });
  test('without a location are refused', async () => {
    serve('/a', 'x', {}, 302);
    await expect(read('/a')).rejects.toMatchObject(refused('status'));
  });
});

describe('answers', () => {
  test.each([
    'application/json',
    'text/plain',
    'image/png',
    'application/xhtml+xml',
    'text/html-ish',
    'multipart/mixed; x=text/html',
    '',
  ])('with type %j are refused', async (type) => {
    serve('/a', 'x', { 'content-type': type });
    await expect(read('/a')).rejects.toMatchObject(refused('type'));
  });
  test.each([201, 204, 206, 304, 400, 401, 403, 404, 429, 500, 503])(
    'with status %d are refused',
    async (status) => {
      serve('/a', '', {}, status);
      await expect(read('/a')).rejects.toMatchObject(refused('status'));
    },
  );
  test.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['GZIP', gzipSync],
  ] as const)('with encoding %s are decompressed', async (encoding, pack) => {
    serve('/a', pack('<title>Tea</title>'), { 'content-encoding': encoding });
    expect(String((await read('/a')).body)).toBe('<title>Tea</title>');
  });
  test.each(['zstd', 'gzip, gzip', 'constructor', 'compress'])(
    'with encoding %s are refused',
    async (encoding) => {
      serve('/a', 'x', { 'content-encoding': encoding });
      await expect(read('/a')).rejects.toMatchObject(refused('encoding'));
    },
  );
  test('that decompress to more and more stop at the limit', async () => {
    const endless = function* () {
      for (;;) yield Buffer.alloc(1024 * 1024, 'x');
    };
    pages.set('/a', (_, res) => {
      res.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
      pipeline(endless(), createGzip(), res, () => {});
    });
    expect((await read('/a')).body.length).toBe(512 * 1024);
    await expect(read('/a', { whenLonger: 'refuse' })).rejects.toMatchObject(refused('size'));
  });
  test('that never end are truncated or refused', async () => {
    pages.set('/a', (_, res) => {
      res.writeHead(200, { 'content-type': 'text/html' });
      const more = () => {
        while (!res.destroyed && res.write(Buffer.alloc(64 * 1024, 'x')));
        if (!res.destroyed) res.once('drain', more);
      };
      more();
    });
    expect((await read('/a')).body.length).toBe(512 * 1024);
    await expect(read('/a', { whenLonger: 'refuse' })).rejects.toMatchObject(refused('size'));
    serve('/b', 'x'.repeat(100));
    expect((await read('/b', { maxBytes: 100, whenLonger: 'refuse' })).body.length).toBe(100);
    await expect(read('/b', { maxBytes: 99, whenLonger: 'refuse' })).rejects.toMatchObject(
      refused('size'),
    );
  });
  test('that are malformed are refused', async () => {
    serve('/bad', 'not gzip at all', { 'content-encoding': 'gzip' });
    await expect(read('/bad')).rejects.toMatchObject(refused('network'));
    serve('/half', gzipSync('x'.repeat(10_000)).subarray(0, 20), { 'content-encoding': 'gzip' });
    await expect(read('/half')).rejects.toMatchObject(refused('network'));
    pages.set('/gone', (req) => req.socket.destroy());
    await expect(read('/gone')).rejects.toMatchObject(refused('network'));
    pages.set('/torn', (req, res) => {
      res.writeHead(200, { 'content-type': 'text/html', 'content-length': '1000' }).write('half');
      setTimeout(() => req.socket.destroy(), 50);
    });
    await expect(read('/torn')).rejects.toMatchObject(refused('network'));
    serve('/head', 'x', { 'x-long': 'x'.repeat(20_000) });
    await expect(read('/head')).rejects.toMatchObject(refused('network'));
  });
  test('in plain text where TLS is expected are refused', async () => {
    await expect(guardedFetch(`https://page.test:${port}/a`, html, guard)).rejects.toMatchObject(
      refused('network'),
    );
  });
});

describe('time', () => {
  test('a trickling response, a missing response and a lookup without answer time out after five seconds', async () => {
    pages.set('/drip', (_, res) => {
      res.writeHead(200, { 'content-type': 'text/html' });
      const timer = setInterval(() => res.write('<p>'), 200);
      res.once('close', () => clearInterval(timer));
    });
    pages.set('/mute', () => {});
    const slow: Guard = { ...guard, resolve: () => new Promise(() => {}) };
    const all = await Promise.allSettled([read('/drip'), read('/mute'), read('/a', {}, slow)]);
    for (const one of all)
      expect(one).toMatchObject({ status: 'rejected', reason: { fault: 'time' } });
  });
  test('an endless TLS handshake times out', async () => {
    const mute = createSocketServer(() => {});
    await new Promise<void>((done) => mute.listen(0, '127.0.0.1', done));
    const { port: mutePort } = mute.address() as AddressInfo;
    await expect(guardedFetch(`https://page.test:${mutePort}/`, html, guard)).rejects.toMatchObject(
      refused('time'),
    );
    mute.close();
  });
  test('the caller may abort', async () => {
    pages.set('/mute', () => {});
    const control = new AbortController();
    const reading = read('/mute', { signal: control.signal });
    control.abort();
    await expect(reading).rejects.toMatchObject(refused('time'));
    await expect(read('/mute', { signal: control.signal })).rejects.toMatchObject(refused('time'));
  });
});

test('loopback is reachable only while a test allows it', () => {
  expect(currentGuard()).toBe(publicOnly);
  openLoopback(true);
  expect(currentGuard().isOpenAddress('127.0.0.1')).toBe(true);
  expect(currentGuard().isOpenAddress('10.0.0.1')).toBe(false);
  openLoopback(false);
  expect(currentGuard()).toBe(publicOnly);
});
