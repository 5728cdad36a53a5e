import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { postPages } from '#domains/posts/public/cache-tags.ts';
import { startHeartbeat, type Heartbeat } from '#server/database/heartbeat.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { pageCache, type PageCache } from '#server/page-cache/page-cache.ts';
import { sql } from '#server/sql.ts';
import { startDatabaseTunnel } from '../support/tunnel.ts';

// The page cache with notifications of the real database, which a tunnel keeps back. Only the render
// is simulated. Changes come from sessions that announce nothing to this cache, as of another process.

const line = 'hearth-heartbeat';
let tunnel: Awaited<ReturnType<typeof startDatabaseTunnel>>;
let heartbeat: Heartbeat;
let cache: PageCache;
let server: http.Server;
let origin: string;
let text: string;
/** Connections that listened so far. */
let lines: number;

beforeAll(async () => {
  tunnel = await startDatabaseTunnel(env().DATABASE_URL!);
  env().DATABASE_URL = tunnel.url;
  lines = 0;
  heartbeat = startHeartbeat({
    invalidate: (change) => cache.invalidate(change),
    live: () => undefined,
    due: () => undefined,
    gap() {
      lines += 1;
      cache.flush();
    },
  });
  cache = pageCache({
    pages: [postPages],
    render: async (path) => ({
      status: 200,
      headers: [['content-type', 'text/html; charset=utf-8']],
      body: Buffer.from(text),
      tags: [`post:${path.slice('/posts/'.length)}`],
    }),
    isTrusted: heartbeat.isTrusted,
    receivedUpTo: heartbeat.receivedUpTo,
    isAway: heartbeat.isAway,
    commonHeaders: [],
  });
  server = http.createServer(async (req, res) => {
    if (!(await cache.serve(req, res, req.url!, '', false))) res.end('not kept');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  heartbeat.stop();
  tunnel.stop();
  server.close();
});

const get = async (path: string) => (await fetch(origin + path)).text();
const isTrusted = () => expect.poll(heartbeat.isTrusted, { interval: 5 });
const change = (id: number) => db.execute(sql`select invalidate_page(${`post:${id}`})`);

/** Changes a page; its notification is kept back, and did not come late by itself. */
async function changeUnnoticed(id: number) {
  await change(id);
  await expect.poll(() => tunnel.held(`post:${id}`)).toBe(1);
}

/** Polls, because a busy machine may be late again, and then renders. */
const isServed = (path: string, expected: string) =>
  expect.poll(() => get(path), { interval: 5 }).toBe(expected);

beforeEach(async () => {
  cache.flush();
  text = 'first';
  for (const path of ['/posts/1', '/posts/2'])
    await expect
      .poll(async () => [await get(path), cache.figures().pages], { interval: 5 })
      .toEqual(['first', Number(path.at(-1))]);
  text = 'second';
});

test('while notifications are late cached pages are not served, and afterwards they are', async () => {
  const before = lines;
  tunnel.hold(line);
  await isTrusted().toBe(false);
  expect(await get('/posts/1')).toBe('second');
  tunnel.release();
  await isTrusted().toBe(true);
  await isServed('/posts/1', 'first');
  expect(lines).toBe(before);
});

test('a page that changed while notifications were late is rendered afterwards', async () => {
  tunnel.hold(line);
  await changeUnnoticed(1);
  await isTrusted().toBe(false);
  tunnel.release();
  await isTrusted().toBe(true);
  expect(await get('/posts/1')).toBe('second');
  await isServed('/posts/2', 'first');
});

test('an echo of an old beat leaves the cache bypassed', async () => {
  tunnel.hold(line);
  await isTrusted().toBe(false);
  // The first was sent longer ago than a beat may be.
  await expect.poll(() => tunnel.held()).toBeGreaterThan(6);
  await changeUnnoticed(1);
  const echoed = heartbeat.whenListening();
  tunnel.release(1);
  await echoed;
  expect(heartbeat.isTrusted()).toBe(false);
  expect(await get('/posts/1')).toBe('second');
  tunnel.release();
  await isTrusted().toBe(true);
  expect(await get('/posts/1')).toBe('second');
  await isServed('/posts/2', 'first');
});

test('a connection that replaces a silent one empties the cache', async () => {
  const before = lines;
  tunnel.silence();
  await expect.poll(() => lines).toBe(before + 1);
  await isTrusted().toBe(true);
  expect(await get('/posts/1')).toBe('second');
  text = 'third';
  await change(1);
  await expect.poll(() => get('/posts/1')).toBe('third');
});

test('a closed connection empties the cache', async () => {
  const before = lines;
  tunnel.reset();
  await expect.poll(() => lines).toBe(before + 1);
  await isTrusted().toBe(true);
  expect(await get('/posts/1')).toBe('second');
});
