import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { linkAnswer } from '#domains/posts/links/link-preview.schema.ts';
import { env } from '#server/env.ts';
import { openLoopback } from '#server/fetching/guard.ts';
import { addMember } from '../support/people.ts';
import { send, type Fields, type SendOptions } from '../support/rest.ts';
import { avoidWindowBorder } from '../support/windows.ts';

const path = '/advancedactivity/feeds/attach-link';
let ada: Member;
let server: Server;
let origin: string;
/** Requests that get no answer. */
const muted: IncomingMessage[] = [];
const answers: Record<string, string> = {
  '/tea':
    '<meta property="og:title" content="Tea"><meta property="og:description" ' +
    'content="Leaves"><meta property="og:site_name" content="The Pot"><meta ' +
    'property="og:image" content="/pot.jpg">',
};

beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  ada = await addMember({ name: 'Ada' });
  server = createServer((req, res) => {
    const html = answers[req.url!];
    if (req.url === '/mute') return void muted.push(req);
    res.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(html);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  // PUBLIC_ORIGIN is localhost here, and the own site is never asked.
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  openLoopback(true);
});
afterAll(() => {
  openLoopback(false);
  server.closeAllConnections();
  server.close();
});
afterEach(() => {
  env().RATE_LIMIT_SCALE = 1_000;
});

describe.each(['GET', 'POST'] as const)('%s attach-link', (method) => {
  const ask = (fields: Fields | string, options: SendOptions = {}) =>
    send(method, path, fields, { as: ada, ...options });

  test('describes the target of a link, without the address of a foreign picture', async () => {
    const uri = `${origin}/tea`;
    const { status, body } = await ask({ uri });
    expect(status).toBe(200);
    expect(linkAnswer.parse(body)).toEqual(body);
    const card = { title: 'Tea', description: 'Leaves', image: '', url: uri, site_name: 'The Pot' };
    expect(body).toEqual({
      title: 'Tea',
      description: 'Leaves',
      thumb: '',
      images: [],
      uri,
      og_data: { openGraph: card, hybridGraph: card },
    });
  });

  test.each<[string, Fields | string]>([
    ['nothing', {}],
    ['an empty one', { uri: '' }],
    ['a file server', { uri: 'ftp://files.example/' }],
    ['a script', { uri: 'javascript:alert(1)' }],
    ['data', { uri: 'data:text/html,x' }],
    ['a file', { uri: 'file:///etc/passwd' }],
    ['spaces', { uri: 'https://a.example/a b' }],
    ['a name and a password', { uri: 'https://ada:secret@a.example/' }],
    ['no host', { uri: 'https://' }],
    ['half a host', { uri: 'https://[::1' }],
    ['2,001 characters', { uri: `https://a.example/${'x'.repeat(1_983)}` }],
    ['two of them', 'uri=https://a.example&uri=https://b.example'],
  ])('%s: 400, the field is named', async (_, fields) => {
    const answer = await ask(fields);
    expect(answer).toMatchObject({ status: 400, error_code: 'validation_fail' });
    expect(Object.keys(answer.message as object)).toEqual(['uri']);
  });

  test.each([
    'http://10.0.0.1/',
    'http://0x7f000002/',
    'http://[::ffff:10.0.0.1]/',
    'http://169.254.169.254/',
    'http://localhost:1/',
  ])('%s: unreachable, and not why', async (uri) => {
    const answer = await ask({ uri });
    expect(answer).toMatchObject({
      status: 400,
      error_code: 'link_unreachable',
      message: 'This link cannot be previewed.',
    });
  });

  test('visitors ask nothing', async () => {
    expect(await send(method, path, { uri: `${origin}/tea` })).toMatchObject({
      status: 401,
      error_code: 'unauthorized',
    });
  });
});

test('a list or an object in JSON is no link', async () => {
  for (const uri of [[`${origin}/tea`], { href: `${origin}/tea` }, 5, null, true])
    expect(await send('POST', path, {}, { as: ada, json: { uri } })).toMatchObject({
      status: 400,
      error_code: 'validation_fail',
    });
});

test('the caller does not wait as long as the server waits for the other site', async () => {
  expect(await send('GET', path, { uri: `${origin}/mute` }, { as: ada })).toMatchObject({
    status: 400,
    error_code: 'link_unreachable',
  });
  expect(muted.map(({ destroyed }) => destroyed)).toEqual([false]);
});

test('20 in a minute, by either verb, then 429', async () => {
  env().RATE_LIMIT_SCALE = 1;
  const eager = await addMember();
  await avoidWindowBorder(60, 6);
  const statuses: number[] = [];
  for (let index = 0; index < 21; index += 1)
    statuses.push(
      (await send(index % 2 ? 'GET' : 'POST', path, { uri: `${origin}/tea` }, { as: eager }))
        .status,
    );
  expect(statuses).toEqual([...Array<number>(20).fill(200), 429]);
});
