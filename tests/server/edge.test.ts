import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { readEnv } from '#server/env.ts';
import { parseUrlEncoded } from '#server/http/body.ts';
import { addressKey, clientAddress, trustList } from '#server/http/client-address.ts';
import { isOwnRequest } from '#server/http/origin.ts';
import { checkTarget } from '#server/http/target.ts';

const from = (remoteAddress: string, headers: Record<string, string> = {}, method = 'POST') =>
  ({ method, headers, socket: { remoteAddress } }) as unknown as IncomingMessage;

test.each([
  ['a stranger cannot name another address', '203.0.113.9', '198.51.100.1', [], '203.0.113.9'],
  [
    'a trusted proxy is believed about its own client',
    '10.0.0.1',
    '198.51.100.1',
    ['10.0.0.0/8'],
    '198.51.100.1',
  ],
  [
    'what the client wrote before the proxy is not',
    '10.0.0.1',
    '1.1.1.1, 198.51.100.1',
    ['10.0.0.0/8'],
    '198.51.100.1',
  ],
  [
    'a chain of trusted hops is walked',
    '10.0.0.1',
    '198.51.100.1, 10.0.0.2',
    ['10.0.0.0/8'],
    '198.51.100.1',
  ],
  ['nonsense ends the walk', '10.0.0.1', 'evil, 10.0.0.2', ['10.0.0.0/8'], '10.0.0.2'],
  ['IPv4 in IPv6 is IPv4', '::ffff:203.0.113.9', '', [], '203.0.113.9'],
])('%s', (_, peer, forwarded, trusted, expected) => {
  expect(clientAddress(from(peer, { 'x-forwarded-for': forwarded }), trustList(trusted))).toBe(
    expected,
  );
});

const routes = [
  'Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask',
  'eth0\t000012AC\t00000000\t0001\t0\t0\t0\t0000FFFF',
  'eth0\t00000000\t010012AC\t0003\t0\t0\t0\t00000000',
].join('\n');

test('the gateway of a container is a proxy where it is named as one, and no other address', () => {
  const trusted = trustList(['gateway'], () => routes);
  const seen = (peer: string) =>
    clientAddress(from(peer, { 'x-forwarded-for': '198.51.100.1' }), trusted);
  expect([seen('::ffff:172.18.0.1'), seen('172.18.0.2'), seen('127.0.0.1')]).toEqual([
    '198.51.100.1',
    '172.18.0.2',
    '127.0.0.1',
  ]);
});

test('without a gateway nobody is trusted, and a name of something else stops the start', () => {
  const trusted = trustList(['gateway'], () => '');
  expect(clientAddress(from('172.18.0.1', { 'x-forwarded-for': '198.51.100.1' }), trusted)).toBe(
    '172.18.0.1',
  );
  expect(() => trustList(['gatekeeper'])).toThrow('TRUSTED_PROXIES');
});

test('all addresses of an IPv6 subscriber count as one', () => {
  expect(addressKey('2001:db8:1:2:aaaa::1')).toBe(addressKey('2001:db8:1:2:ffff:1:2:3'));
  expect(addressKey('2001:db8:1:3::1')).not.toBe(addressKey('2001:db8:1:2::1'));
  expect(addressKey('203.0.113.9')).toBe('203.0.113.9');
});

const own = 'https://hearth.example';
test.each([
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{ 'sec-fetch-site': 'none' }, true],
  [{ 'sec-fetch-site': 'cross-site', origin: own }, false],
  [{ 'sec-fetch-site': 'same-site' }, false],
  [{ origin: own }, true],
  [{ origin: 'https://evil.example' }, false],
  [{ origin: 'null' }, false],
  [{}, true],
  [{ origin: 'capacitor://localhost' }, true],
  [{ origin: 'capacitor://localhost', cookie: 'hearth_token=x' }, false],
])('an unsafe request with %o may proceed: %s', (headers, expected) => {
  expect(
    isOwnRequest(from('203.0.113.9', headers as Record<string, string>), own, [
      'capacitor://localhost',
    ]),
  ).toBe(expected);
  expect(isOwnRequest(from('203.0.113.9', headers as Record<string, string>, 'GET'), own, [])).toBe(
    true,
  );
});

test('a repeated field becomes a list, which no scalar field accepts', () => {
  expect({ ...parseUrlEncoded('a=1&a=2&b=x+y&c=%F0%9F%94%A5') }).toEqual({
    a: ['1', '2'],
    b: 'x y',
    c: '🔥',
  });
});

test.each(['a=%', 'a=%FF', '%E0%A4%A=1', 'a=x%00', 'a%00=x', 'a=%ed%a0%80'])(
  '%s is refused, not guessed at',
  (text) => {
    expect(() => parseUrlEncoded(text)).toThrow();
  },
);

test.each([
  '/posts/241',
  '/profile/1/posts?before=2',
  '/posts/%32%341',
  '/search?query=100%',
  '/search?query=%F0%9F%94%A5+x',
  '/@caf%C3%A9',
  '/signup/verify/email/a%2541b%40hearth.example/token/x/verify/y',
])('%s is an address', (url) => {
  expect(() => checkTarget(url)).not.toThrow();
});

test.each([
  ['/posts/%253241', 404],
  ['/posts/%2532%2534%2531', 404],
  ['/posts/%00', 404],
  ['/posts/%0a241', 404],
  ['/posts/%ff', 404],
  ['/posts/%', 404],
  ['/profile/%ed%a0%80/posts', 404],
  ['/help/%25', 404],
  ['/posts%5c241', 404],
  ['/posts\\241', 404],
  ['/home?hashtag=%00', 400],
  ['/home?%00=x', 400],
  ['/home?hashtag=%ff', 400],
  ['/home?hashtag=%ed%a0%80', 400],
  [`/home?${'x'.repeat(8_192)}`, 413],
])('%s is refused with %d', (url, status) => {
  expect(() => checkTarget(url)).toThrow(expect.objectContaining({ status }));
});

test('__proto__ is a field like any other', () => {
  const fields = parseUrlEncoded('__proto__=x&constructor=y');
  expect(Object.getPrototypeOf(fields)).toBeNull();
  expect(({} as { x?: string }).x).toBeUndefined();
});

test.each([
  ['PORT', { PORT: 'eighty' }],
  ['PORT', { PORT: '70000' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://x' }],
  ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'https://hearth.example/path' }],
  ['SMTP_URL', { SMTP_URL: 'mail.example' }],
  ['SMTP_URL', { SMTP_URL: 'smtp://mail.example?tls=perhaps' }],
  ['SMTP_URL', { SMTP_URL: 'smtp://user:p%zz@mail example' }],
  ['RATE_LIMIT_SCALE', { RATE_LIMIT_SCALE: '-1' }],
  ['CONSUMERS', { CONSUMERS: 'nokey' }],
])('an invalid %s is named in one line', (name, source) => {
  expect(() => readEnv(source)).toThrow(new RegExp(`^Setting ${name}: [^\\n]+$`));
});

test('with SMTP configured, confirmation is required unless switched off', () => {
  expect(readEnv({}).EMAIL_VERIFICATION).toBe('off');
  expect(readEnv({ SMTP_URL: 'smtp://localhost' }).EMAIL_VERIFICATION).toBe('required');
  expect(
    readEnv({ SMTP_URL: 'smtp://localhost', EMAIL_VERIFICATION: 'off' }).EMAIL_VERIFICATION,
  ).toBe('off');
  expect(readEnv({ EMAIL_VERIFICATION: 'required' }).EMAIL_VERIFICATION).toBe('required');
});
