// @module-tag kills
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { startThrowawayPostgres } from '../../scripts/launch/throwaway-postgres.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { startDatabaseTunnel } from '../support/tunnel.ts';

// A separate server, because this one is frozen and killed.
type Postgres = Awaited<ReturnType<typeof startThrowawayPostgres>>;
let postgres: Postgres;
let server: TestServer;
let tunnel: Awaited<ReturnType<typeof startDatabaseTunnel>>;

beforeAll(async () => {
  postgres = await startThrowawayPostgres();
  tunnel = await startDatabaseTunnel(postgres.url);
  server = await startServer({ DATABASE_URL: tunnel.url }, { isTestBuild: true });
});
afterAll(async () => {
  tunnel.stop();
  await server.stop();
  await postgres.stop();
});

/** The postmaster and its child processes. */
function family(): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return (
          Number(
            readFileSync(`/proc/${pid}/stat`, 'utf8')
              .replace(/^.*\) /, '')
              .split(' ')[1],
          ) === postgres.pid
        );
      } catch {
        return false;
      }
    });
  return [postgres.pid, ...children];
}
const signal = (name: NodeJS.Signals) => family().forEach((pid) => process.kill(pid, name));
/** Fails after the time in which every request is promised an answer. */
const visit = (path: string, headers: Record<string, string> = {}, maxMilliseconds = 10_000) =>
  fetch(server.origin + path, { headers, signal: AbortSignal.timeout(maxMilliseconds) });

const feedOf = (member: ApiMember, maxMilliseconds?: number) =>
  visit('/api/rest/advancedactivity/feeds', member.headers, maxMilliseconds);
const isReady = () => expect.poll(async () => (await visit('/readyz')).status).toBe(200);

async function writePost(member: ApiMember, text: string): Promise<string> {
  const written = await fetch(`${server.origin}/api/rest/advancedactivity/feeds/post`, {
    method: 'POST',
    headers: member.headers,
    body: new URLSearchParams({ body: text }),
  });
  return `/posts/${((await written.json()) as { body: { response: { feed: { action_id: number } } } }).body.response.feed.action_id}`;
}

test('with a frozen database cached pages, the log-in page and files are served, everything else is refused at once', async () => {
  const ada = await memberOf(server, 'Ada');
  const [kept, other] = [await writePost(ada, 'Hello'), await writePost(ada, 'Never read before')];
  // The cache starts with the first confirmed heartbeat.
  await expect
    .poll(async () => (await visit(kept)).headers.get('cache-control'))
    .toContain('public');

  signal('SIGSTOP');
  try {
    await expect.poll(async () => (await visit(other)).status, { interval: 50 }).toBe(503);
    const stale = await visit(kept);
    expect([stale.status, await stale.text()]).toEqual([200, expect.stringContaining('Hello')]);
    expect(server.log()).toContainEqual(
      expect.objectContaining({ event: 'stale page', path: kept }),
    );
    const form = await visit('/login', { cookie: ada.cookie });
    expect([form.status, await form.text()]).toEqual([
      200,
      expect.stringContaining('name="password"'),
    ]);
    expect((await visit('/favicon.svg')).status).toBe(200);
    const bare = await visit('/home', { accept: '*/*' });
    expect([
      bare.status,
      bare.headers.get('retry-after'),
      bare.headers.get('content-type'),
    ]).toEqual([503, '2', expect.stringContaining('text/html')]);
    expect((await visit('/readyz')).headers.get('retry-after')).toBe('2');
    const page = await visit('/home', { cookie: ada.cookie, accept: 'text/html' });
    expect(page.status).toBe(503);
    expect(page.headers.get('retry-after')).toBeTruthy();
    expect(page.headers.get('content-type')).toContain('text/html');
    const call = await visit('/api/rest/advancedactivity/feeds', ada.headers);
    expect(call.status).toBe(503);
    expect(await call.json()).toMatchObject({
      status_code: 503,
      error: true,
      error_code: 'unavailable',
    });
    expect((await visit('/healthz')).status).toBe(200);
    expect((await visit('/readyz')).status).toBe(503);
  } finally {
    signal('SIGCONT');
  }
  await expect.poll(async () => (await visit(other)).status).toBe(200);
  await expect.poll(async () => (await feedOf(ada)).status).toBe(200);
  expect((await visit('/readyz')).status).toBe(200);
});

test('silent connections are closed, and the site continues on new ones', async () => {
  const dora = await memberOf(server, 'Dora');
  tunnel.silence();
  await expect.poll(async () => (await feedOf(dora)).status).toBe(200);
  const entry = server
    .log()
    .find(({ event }) => event === 'database connections that do not answer closed');
  // Connections of jobs and of requests.
  expect(entry!.closed).toBeGreaterThan(3);
  await isReady();
  // No request waits on an old connection any more.
  const answers = await Promise.all(Array.from({ length: 30 }, () => feedOf(dora)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
});

test('after all connections, new ones included, were silent, the site is back as soon as new ones work', async () => {
  const ines = await memberOf(server, 'Ines');
  tunnel.freeze();
  await expect.poll(async () => (await visit('/readyz')).status).toBe(503);
  // Lines that were dialled meanwhile never answer; others are tried beside them, not after them.
  await expect.poll(() => tunnel.connections('hearth-heartbeat')).toBeGreaterThanOrEqual(3);
  tunnel.open();
  await expect.poll(async () => (await feedOf(ines)).status).toBe(200);
  await isReady();
});

test('a slow network to the database does not count as away', async () => {
  const emil = await memberOf(server, 'Emil');
  const refusals = () => server.log().filter(({ event }) => event === 'database away').length;
  const before = refusals();
  tunnel.delay(300);
  try {
    for (let round = 0; round < 4; round += 1) expect((await feedOf(emil)).status).toBe(200);
    expect(refusals()).toBe(before);
    tunnel.reset();
    await isReady();
    expect((await feedOf(emil)).status).toBe(200);
    expect((await visit('/home', { cookie: emil.cookie })).status).toBe(200);
  } finally {
    tunnel.delay(0);
  }
  await isReady();
  expect(refusals() - before).toBeLessThanOrEqual(1);
});

test('after a suspension of the process the database does not count as away', async () => {
  const hana = await memberOf(server, 'Hana');
  const events = () => server.log().filter(({ event }) => event === 'database away').length;
  const before = events();
  const sql = postgresAt(postgres.url, { max: 1 });
  /** Seconds since the process last asked the database anything. */
  const silence = async () => {
    const [row] = await sql<{ seconds: number }[]>`
      select extract(epoch from clock_timestamp() - max(state_change))::float8 as seconds
      from pg_stat_activity
      where application_name like 'hearth%'`;
    return row!.seconds;
  };
  process.kill(server.pid, 'SIGSTOP');
  await expect
    .poll(silence)
    .toBeGreaterThan(2.5)
    .finally(() => process.kill(server.pid, 'SIGCONT'));
  await sql.end();
  expect((await feedOf(hana)).status).toBe(200);
  await isReady();
  expect(events()).toBe(before);
});

test('while a table is locked nobody is logged out, and every refusal has a Retry-After', async () => {
  const finn = await memberOf(server, 'Finn');
  const sql = postgresAt(postgres.url, { max: 1 });
  const asPage = { cookie: finn.cookie, accept: 'text/html' };
  // Two hundred requests on a busy machine may take longer than one is promised.
  const patience = 60_000;
  for (const table of ['sessions', 'member_settings']) {
    let unlock = () => {};
    let isLocked = () => {};
    const locked = new Promise<void>((resolve) => (isLocked = resolve));
    const holding = sql.begin(async (tx) => {
      await tx.unsafe(`lock table ${table} in access exclusive mode`);
      isLocked();
      await new Promise<void>((resolve) => (unlock = resolve));
    });
    await locked;
    const [home, call, form] = await Promise.all([
      visit('/home', asPage, patience),
      feedOf(finn, patience),
      visit('/login', asPage, patience),
    ]);
    expect([
      home.status,
      home.redirected,
      home.headers.get('retry-after'),
      home.headers.get('set-cookie'),
    ]).toEqual([503, false, '2', null]);
    expect(await home.text()).toContain('<h1');
    expect([call.status, call.headers.get('retry-after'), await call.json()]).toEqual([
      503,
      '2',
      expect.objectContaining({ error_code: 'unavailable' }),
    ]);
    expect([form.status, form.redirected]).toEqual([200, false]);
    let refused = 0;
    const burst = Array.from({ length: 115 }, async () => {
      const answer = await visit('/home', asPage, patience);
      if (answer.status === 503) refused += 1;
      return answer;
    });
    // Requests beyond the queue are refused; the others wait for the lock.
    await expect.poll(() => refused).toBeGreaterThan(50);
    const late = await feedOf(finn, patience);
    expect([late.status, late.headers.get('content-type')]).toEqual([503, 'application/json']);
    unlock();
    for (const answer of await Promise.all(burst)) {
      const isPage = answer.headers.get('content-type')?.startsWith('text/html');
      expect([isPage, answer.redirected, answer.headers.get('retry-after')]).toEqual([
        true,
        false,
        answer.status === 503 ? '2' : null,
      ]);
    }
    await holding;
    expect((await visit('/home', asPage, patience)).status).toBe(200);
  }
  await sql.end();
});

test('a request pending when the database froze ends within the promised time', async () => {
  const bo = await memberOf(server, 'Bo');
  signal('SIGSTOP');
  try {
    // The second page would have been cached.
    const [waiting, page] = await Promise.all([
      visit('/api/rest/advancedactivity/feeds', bo.headers),
      visit('/posts/123456', { accept: 'text/html' }),
    ]);
    expect(waiting.status).toBe(503);
    expect(page.status).toBe(503);
    expect(page.headers.get('retry-after')).toBe('2');
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await page.text()).toContain('The service is busy.');
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
  // Ready only once the heartbeat is confirmed, not as soon as a query succeeds: from then on
  // nothing is refused.
  expect((await visit('/login')).status).toBe(200);
  const canServe = async () =>
    (await visit('/api/rest/advancedactivity/feeds', (await memberOf(server, 'Cleo')).headers))
      .status;
  await expect.poll(() => canServe().catch(() => 503)).toBe(200);
});

test('the server stops in time while the database is frozen', async () => {
  const other = await startServer({ DATABASE_URL: tunnel.url });
  const gus = await memberOf(other, 'Gus');
  signal('SIGSTOP');
  try {
    const waiting = fetch(`${other.origin}/home`, { headers: { cookie: gus.cookie } }).catch(
      () => undefined,
    );
    // Fails if it has to be killed; the server's own deadline is 19 s.
    await other.stop();
    expect(other.log().at(-1)?.event).toMatch(/^stopped/);
    await waiting;
  } finally {
    signal('SIGCONT');
  }
});
