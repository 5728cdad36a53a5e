// @module-tag races
// @module-tag rights
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { startServer, type TestServer } from '../support/server.ts';

// Two processes on one database, as when a community has outgrown one.
let database: TestDatabase;
let servers: TestServer[];
let ada: ApiMember;
/** A post that is not changed. */
let kept: number;

beforeAll(async () => {
  database = await createTestDatabase();
  servers = [
    await startServer({ DATABASE_URL: database.url }, { isTestBuild: true }),
    await startServer({ DATABASE_URL: database.url }, { isTestBuild: true }),
  ];
  ada = await memberOf(servers[0]!, 'Ada');
  kept = await write('Here to stay');
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  await database.drop();
});

const form = (fields: Record<string, string | number>) =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));
interface Created {
  response: { feed: { action_id: number } };
}

async function act(path: string, fields: Record<string, string | number>, method = 'POST') {
  const query = method === 'DELETE' ? `?${form(fields)}` : '';
  const answer = await fetch(`${servers[0]!.origin}/api/rest${path}${query}`, {
    method,
    headers: ada.headers,
    ...(method === 'POST' ? { body: form(fields) } : {}),
  });
  const json = (await answer.json()) as { status_code: number; body: Created };
  expect([200, 204]).toContain(json.status_code);
  return json.body;
}
const write = async (body: string, auth_view = 'everyone'): Promise<number> =>
  (await act('/advancedactivity/feeds/post', { body, auth_view })).response.feed.action_id;
const visit = async (server: TestServer, path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(server.origin + path, { headers, redirect: 'manual' });
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
};
const figures = async (server: TestServer) =>
  (await fetch(`${server.origin}/__test/cache`)).json() as Promise<{
    pages: number;
    renders: number;
    announced: number;
  }>;
/** In all processes, once the notification has arrived. */
const eventually = (check: (server: TestServer) => Promise<unknown>, wanted: unknown) =>
  Promise.all(
    servers.map((server) => expect.poll(() => check(server), { interval: 20 }).toEqual(wanted)),
  );

/**
 * On a busy machine a late heartbeat disables the cache for a moment, as it should: observations
 * across one are repeated.
 */
async function whileKept(server: TestServer, look: () => Promise<void>): Promise<void> {
  const pauses = () =>
    server.log().filter(({ event }) => String(event).startsWith('page cache off')).length;
  for (let before = -1; before !== pauses();) {
    before = pauses();
    await expect
      .poll(async () => (await visit(server, `/posts/${kept}`)).headers.get('cache-control'))
      .toContain('public');
    await look().catch((error: unknown) => {
      if (before === pauses()) throw error;
    });
  }
}

test('a public post is served from the cache after the first visit, without cookies or script', () =>
  whileKept(servers[0]!, async () => {
    const id = await write('The kettle is on');
    const [server] = servers as [TestServer];
    const first = await visit(server, `/posts/${id}`);
    expect(first.status).toBe(200);
    expect(first.html).toContain('The kettle is on');
    expect(first.html).not.toMatch(/astro-island|type="module"/);
    expect(first.headers.get('set-cookie')).toBeNull();
    expect(first.headers.get('cache-control')).toContain('public');
    const before = (await figures(server)).renders;
    const again = await visit(server, `/posts/${id}?fbclid=x`, {
      'if-none-match': first.headers.get('etag')!,
    });
    expect(again.status).toBe(304);
    expect((await figures(server)).renders).toBe(before);
  }));

test('a deleted post answers 404 in every process', async () => {
  const id = await write('Soon gone');
  await eventually(async (server) => (await visit(server, `/posts/${id}`)).status, 200);
  await act('/advancedactivity/delete', { action_id: id }, 'DELETE');
  await eventually(async (server) => (await visit(server, `/posts/${id}`)).status, 404);
});

test('the process that acknowledges a change never shows the old data, however late its notification arrives', async () => {
  const [server] = servers as [TestServer];
  const late = (on: 0 | 1) =>
    fetch(`${server.origin}/__test/fault?name=late-notifications&on=${on}`, { method: 'POST' });
  const [edited, deleted] = [await write('Tea at six'), await write('Deleted soon')];
  await whileKept(server, async () => {
    for (const id of [edited, deleted])
      expect((await visit(server, `/posts/${id}`)).status).toBe(200);
  });
  await late(1);
  try {
    await act('/advancedactivity/edit-feed', { action_id: edited, body: 'Tea at seven' });
    expect((await visit(server, `/posts/${edited}`)).html).toContain('Tea at seven');
    await act('/advancedactivity/delete', { action_id: deleted }, 'DELETE');
    expect((await visit(server, `/posts/${deleted}`)).status).toBe(404);
  } finally {
    await late(0);
  }
});

test('a post with a narrowed audience answers the same 404 as a missing one', async () => {
  const id = await write('Only for a while');
  await eventually(async (server) => (await visit(server, `/posts/${id}`)).status, 200);
  const sql = postgresAt(database.url, { max: 1 });
  await sql`update posts set audience = 'friends' where id = ${id}`;
  await sql.end();
  await eventually(async (server) => (await visit(server, `/posts/${id}`)).status, 404);
  const anonymous = (html: string) =>
    html.replace(/posts%2F\d+/g, 'posts%2FID').replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'REQUEST');
  const [narrowed, missing] = await Promise.all([
    visit(servers[0]!, `/posts/${id}`),
    visit(servers[0]!, '/posts/999999999'),
  ]);
  expect(anonymous(narrowed.html)).toBe(anonymous(missing.html));
  expect(narrowed.headers.get('etag')).toBe(missing.headers.get('etag'));
});

test('an edit is visible in every process', async () => {
  const id = await write('Tea at four');
  await eventually(
    async (server) => (await visit(server, `/posts/${id}`)).html.includes('Tea at four'),
    true,
  );
  await act('/advancedactivity/edit-feed', { action_id: id, body: 'Tea at five' });
  await eventually(
    async (server) => (await visit(server, `/posts/${id}`)).html.includes('Tea at five'),
    true,
  );
});

test('a post of a suspended author is hidden', async () => {
  const cleo = await memberOf(servers[0]!, 'Cleo');
  const answer = await fetch(`${servers[0]!.origin}/api/rest/advancedactivity/feeds/post`, {
    method: 'POST',
    headers: cleo.headers,
    body: form({ body: 'Mine' }),
  });
  const id = ((await answer.json()) as { body: Created }).body.response.feed.action_id;
  await eventually(async (server) => (await visit(server, `/posts/${id}`)).status, 200);
  const sql = postgresAt(database.url, { max: 1 });
  await sql`update members set status = 'suspended' where id = ${cleo.id}`;
  await sql.end();
  await eventually(async (server) => (await visit(server, `/posts/${id}`)).status, 404);
});

test('a member bypasses the cache and gets a personal page', async () => {
  const id = await write('Come in');
  const [server] = servers as [TestServer];
  await visit(server, `/posts/${id}`);
  const before = (await figures(server)).renders;
  const mine = await visit(server, `/posts/${id}`, { cookie: ada.cookie });
  expect(mine.headers.get('cache-control')).toContain('private');
  expect((await figures(server)).renders).toBe(before);
  const visitorAfter = await visit(server, `/posts/${id}`);
  expect(visitorAfter.html).not.toContain('astro-island');
});

test('ten simultaneous misses render once', () =>
  whileKept(servers[0]!, async () => {
    const id = await write('All at once');
    const [server] = servers as [TestServer];
    // While a change is pending nobody joins a render; the new post itself is one until its commit
    // is notified.
    await expect.poll(async () => (await figures(server)).announced).toBe(0);
    const before = (await figures(server)).renders;
    const all = await Promise.all(Array.from({ length: 10 }, () => visit(server, `/posts/${id}`)));
    expect(all.every(({ status }) => status === 200)).toBe(true);
    expect((await figures(server)).renders).toBe(before + 1);
  }));

test('when the LISTEN connection is cut, the cache is emptied and still gets invalidations', async () => {
  const id = await write('Before the cut');
  await eventually(async (server) => (await visit(server, `/posts/${id}`)).status, 200);
  const sql = postgresAt(database.url, { max: 1 });
  await sql`
    select pg_terminate_backend(pid)
    from pg_stat_activity
    where datname = current_database() and application_name = 'hearth-heartbeat'`;
  await sql.end();
  await act('/advancedactivity/edit-feed', { action_id: id, body: 'After the cut' });
  await Promise.all(
    servers.map((server) =>
      expect
        .poll(async () => (await visit(server, `/posts/${id}`)).html.includes('After the cut'))
        .toBe(true),
    ),
  );
  await Promise.all(
    servers.map((server) =>
      expect
        .poll(async () => (await visit(server, `/posts/${id}`)).headers.get('cache-control'))
        .toContain('public'),
    ),
  );
  await act('/advancedactivity/delete', { action_id: id }, 'DELETE');
  await eventually(async (server) => (await visit(server, `/posts/${id}`)).status, 404);
});
