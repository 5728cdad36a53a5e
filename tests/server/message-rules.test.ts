import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendError } from '#server/http/answer.ts';
import { checkMessage } from '#server/http/message-rules.ts';

// Parser and our own check together, over a real socket.

let server: Server;
beforeAll(async () => {
  server = createServer((req, res) => {
    try {
      checkMessage(req, res);
      req.resume().on('end', () => res.end(req.url));
    } catch (error) {
      sendError(req, res, error, 'test');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends these bytes and nothing more, and returns the whole response. */
function exchange(message: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.setEncoding('latin1').on('data', (text: string) => (answer += text));
    socket.on('end', () => resolve(answer)).on('error', reject);
    socket.end(message, 'latin1');
  });
}

const get = (target: string, ...headers: string[]) =>
  [`GET ${target} HTTP/1.1`, ...headers, '', ''].join('\r\n');
const post = (body: string, ...headers: string[]) =>
  [`POST / HTTP/1.1`, 'Host: a', ...headers, '', body].join('\r\n');
const chunked = 'Transfer-Encoding: chunked';

test.each([
  ['one host', get('/x?y', 'Host: hearth.example:4321'), '/x?y'],
  ['an IPv6 address', get('/x', 'Host: [::1]:80'), '/x'],
  ['a check of health by an old program', 'GET /healthz HTTP/1.0\r\n\r\n', '/healthz'],
  [
    'the absolute form, which every server must take',
    get('http://hearth.example/x?y', 'Host: Hearth.example'),
    '/x?y',
  ],
  ['the absolute form without a path', get('http://a?y', 'Host: a'), '/?y'],
  ['a body in chunks', post('1\r\na\r\n0\r\n\r\n', chunked), '/'],
])('%s is answered', async (_, message, url) => {
  const answer = await exchange(message);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer.slice(answer.indexOf('\r\n\r\n') + 4)).toContain(url);
});

test.each([
  ['two hosts', get('/', 'Host: a', 'Host: b')],
  ['the same host twice', get('/', 'Host: a', 'host: a')],
  ['no host', get('/')],
  ['an empty host', get('/', 'Host:')],
  ['a host with a blank', get('/', 'Host: a b')],
  ['a host with a path', get('/', 'Host: a/b')],
  ['a host with a user', get('/', 'Host: u@a')],
  ['a list of hosts', get('/', 'Host: a, b')],
  ['the absolute form of another host', get('http://b/', 'Host: a')],
  ['the absolute form of another scheme', get('ftp://a/', 'Host: a')],
  ['a star', get('*', 'Host: a')],
  ['a fragment', get('/a#b', 'Host: a')],
  ['a blank in the address', get('/a b', 'Host: a')],
  ['bytes that are no ASCII in the address', get('/\xe9', 'Host: a')],
  ['a length and chunks', post('0\r\n\r\n', 'Content-Length: 5', chunked)],
  ['chunks and a length', post('0\r\n\r\n', chunked, 'Content-Length: 5')],
  ['two lengths', post('ab', 'Content-Length: 2', 'Content-Length: 2')],
  ['a list of lengths', post('ab', 'Content-Length: 2, 2')],
  ['a length with a sign', post('ab', 'Content-Length: +2')],
  ['a coding that we do not know', post('0\r\n\r\n', 'Transfer-Encoding: gzip, chunked')],
  ['chunks that are not last', post('0\r\n\r\n', 'Transfer-Encoding: chunked, identity')],
  ['chunks in chunks', post('0\r\n\r\n', 'Transfer-Encoding: chunked, chunked')],
  ['chunks twice', post('0\r\n\r\n', chunked, chunked)],
  ['chunks of HTTP/1.0', `POST / HTTP/1.0\r\nHost: a\r\n${chunked}\r\n\r\n0\r\n\r\n`],
  ['a chunk of a strange length', post('0x1\r\na\r\n0\r\n\r\n', chunked)],
  ['a folded line', get('/', 'Host: a', 'X-A: 1', '  2')],
  ['a folded host', get('/', 'Host: a', ' b')],
  ['a blank before the colon', get('/', 'Host : a')],
  ['a blank before the first field', get('/', ' Host: a')],
  ['a lone carriage return', get('/', 'Host: a', 'X-A: 1\r2')],
  ['lines that end without a carriage return', 'GET / HTTP/1.1\nHost: a\n\n'],
  ['HTTP/2 in the words of HTTP/1', 'GET / HTTP/2.0\r\nHost: a\r\n\r\n'],
  ['HTTP/1.2', 'GET / HTTP/1.2\r\nHost: a\r\n\r\n'],
  ['HTTP/0.9', 'GET /\r\n\r\n'],
  ['a method that is not ours', 'TRACE / HTTP/1.1\r\nHost: a\r\n\r\n'],
])('%s is refused with 400', async (_, message) => {
  // A second response would mean that the rest was parsed as another request.
  const answer = await exchange(message);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer.match(/^HTTP\/1\.1 /gm)).toHaveLength(1);
  expect(answer).toMatch(/connection: close/i);
});
