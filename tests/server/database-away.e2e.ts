import { afterAll, beforeAll, expect, test } from 'vitest';
import { startThrowawayPostgres } from '../../scripts/launch/throwaway-postgres.ts';
import { memberOf } from '../support/member.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { readdirSync, readFileSync } from 'node:fs';

// A database of its own, because this one is frozen and killed.
type Postgres = Awaited<ReturnType<typeof startThrowawayPostgres>>;
let postgres: Postgres;
let server: TestServer;

beforeAll(async () => {
  postgres = await startThrowawayPostgres();
  server = await startServer({ DATABASE_URL: postgres.url }, { isTestBuild: true });
});
afterAll(async () => {
  await server.stop();
  await postgres.stop();
});

/** The postmaster and everything it has started. */
function family(): number[] {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number).filter((pid) => {
    try {
      return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ')[1]) === postgres.pid;
    } catch {
      return false;
    }
  });
  return [postgres.pid, ...children];
}
const signal = (name: NodeJS.Signals) => family().forEach((pid) => process.kill(pid, name));
const visit = (path: string, headers: Record<string, string> = {}) => fetch(server.origin + path, { headers, signal: AbortSignal.timeout(10_000) });

test('a frozen database switches the cache off, and requests are refused instead of waiting', async () => {
  const ada = await memberOf(server, 'Ada');
  const written = await fetch(`${server.origin}/api/rest/advancedactivity/feeds/post`, { method: 'POST', headers: ada.headers, body: new URLSearchParams({ body: 'Hello' }) });
  const id = ((await written.json()) as { body: { response: { feed: { action_id: number } } } }).body.response.feed.action_id;
  // The cache is on from the first heartbeat that comes back.
  await expect.poll(async () => (await visit(`/posts/${id}`)).headers.get('cache-control')).toContain('public');

  signal('SIGSTOP');
  try {
    await expect.poll(async () => (await visit(`/posts/${id}`)).status, { interval: 50 }).toBe(503);
    const page = await visit('/home', { cookie: ada.cookie, accept: 'text/html' });
    expect(page.status).toBe(503);
    expect(page.headers.get('retry-after')).toBeTruthy();
    expect(page.headers.get('content-type')).toContain('text/html');
    const call = await visit('/api/rest/advancedactivity/feeds', ada.headers);
    expect(call.status).toBe(503);
    expect(await call.json()).toMatchObject({ status_code: 503, error: true, error_code: 'unavailable' });
    expect((await visit('/healthz')).status).toBe(200);
    expect((await visit('/readyz')).status).toBe(503);
  } finally {
    signal('SIGCONT');
  }
  await expect.poll(async () => (await visit(`/posts/${id}`)).status).toBe(200);
  await expect.poll(async () => (await visit('/api/rest/advancedactivity/feeds', ada.headers)).status).toBe(200);
  expect((await visit('/readyz')).status).toBe(200);
});

test('a request that was waiting when the database froze ends within the promise', async () => {
  const bo = await memberOf(server, 'Bo');
  signal('SIGSTOP');
  try {
    // The second is a page that the cache would have kept.
    const [waiting, page] = await Promise.all([visit('/api/rest/advancedactivity/feeds', bo.headers), visit('/posts/123456', { accept: 'text/html' })]);
    expect(waiting.status).toBe(503);
    expect(page.status).toBe(503);
    expect(page.headers.get('retry-after')).toBe('2');
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await page.text()).toContain('Something went wrong');
  } finally {
    signal('SIGCONT');
  }
  await expect.poll(async () => (await visit('/readyz')).status).toBe(200);
});

test('after the database was killed and started again the server serves without a restart', async () => {
  process.kill(postgres.pid, 'SIGKILL');
  await postgres.exited;
  await expect.poll(async () => (await visit('/readyz')).status).toBe(503);
  const home = await postgres.restart();
  Object.assign(postgres, { pid: home.pid, exited: home.exited });
  await expect.poll(async () => (await visit('/readyz')).status).toBe(200);
  // Ready is said once the heartbeat is heard again, not as soon as a query is answered: from then on nothing is refused.
  expect((await visit('/login')).status).toBe(200);
  const canServe = async () => (await visit('/api/rest/advancedactivity/feeds', (await memberOf(server, 'Cleo')).headers)).status;
  await expect.poll(() => canServe().catch(() => 503)).toBe(200);
});
