// @module-tag kills
// @module-tag races
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { ensureBuild } from '../../scripts/launch/build.ts';
import { act, writePost } from '../support/act.ts';
import { startBucket, type TestBucket } from '../support/bucket.ts';
import { createTestDatabase } from '../support/database.ts';
import { memberOf } from '../support/member.ts';
import { startPushService, type PushService } from '../support/push-service.ts';
import { startServer, type TestServer } from '../support/server.ts';

let bucket: TestBucket;
let pushes: PushService;
let server: TestServer;
beforeAll(async () => {
  [bucket, pushes] = await Promise.all([startBucket(), startPushService()]);
  server = await startServer(bucket.settings, { isTestBuild: true });
});
afterAll(async () => {
  await server.stop();
  await pushes.stop();
  await bucket.close();
});

interface Ended {
  status: unknown;
  stdout: string;
  stderr: string;
}

/**
 * Asynchronous: while this process is blocked, the server would close connections that the next
 * test uses.
 */
async function startProgram(settings: Record<string, string>): Promise<Ended> {
  const entry = join(await ensureBuild({ isTest: false }), 'server', 'entry.mjs');
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [entry],
      { env: { PATH: process.env.PATH, NODE_ENV: 'production', ...settings }, timeout: 40_000 },
      (error, stdout, stderr) => resolve({ status: error?.code ?? 0, stdout, stderr }),
    );
  });
}

function expectOneLine({ status, stdout, stderr }: Ended, line: RegExp) {
  expect(status).toBe(78);
  expect(stdout).toBe('');
  expect(stderr).toMatch(line);
  expect(stderr.trim().split('\n')).toHaveLength(1);
}

test.each([
  ['no database', {}, /^Setting DATABASE_URL: missing/],
  [
    'a wrong port',
    { PORT: 'harbour', DATABASE_URL: 'postgres://localhost/none' },
    /^Setting PORT: /,
  ],
  [
    'a wrong choice',
    { SIGNUP: 'maybe', DATABASE_URL: 'postgres://localhost/none' },
    /^Setting SIGNUP: /,
  ],
])('%s stops the start with one line that names the setting', async (_, settings, line) => {
  expectOneLine(await startProgram(settings), line);
});

test('so does a database of a version before the baseline', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const sql = postgresAt(database.url, { max: 1 });
  await sql`update drizzle.__drizzle_migrations set hash = 'of an older file'`;
  await sql.end();
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'hearth-outdated-'));
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true }));
  expectOneLine(
    await startProgram({ DATABASE_URL: database.url, DATA_DIR, PORT: '0' }),
    /^The database of DATABASE_URL was made by a version before .*: name an empty one, or keep running/m,
  );
});

test('a lost response is sent again, and nothing is created twice', async () => {
  const ada = await memberOf(server, 'Ada');
  const fault = (on: 0 | 1) =>
    fetch(`${server.origin}/__test/fault?name=lost-answer&on=${on}`, { method: 'POST' });
  const write = () =>
    fetch(`${server.origin}/api/rest/advancedactivity/feeds/post`, {
      method: 'POST',
      headers: { ...ada.headers, 'idempotency-key': 'k1' },
      body: new URLSearchParams({ body: 'Sent into the fog' }),
    });
  await fault(1);
  await expect(write()).rejects.toThrow();
  await fault(0);
  expect((await write()).status).toBe(200);
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  const [row] =
    await sql`select count(*)::int as posts from posts where body = 'Sent into the fog'`;
  await sql.end();
  expect(row!.posts).toBe(1);
});

// Bundled or lazily loaded libraries that no browser test reaches: the S3 client and push
// encryption.
test('a built server stores a photo in a bucket and serves it, and sends a push that the device can decrypt', async () => {
  const [ada, bo] = [await memberOf(server, 'Ada'), await memberOf(server, 'Bo')];
  const form = new FormData();
  form.set('body', 'The harbour');
  form.set('type', 'photo');
  form.set(
    'photo',
    new Blob([readFileSync(join(import.meta.dirname, '../fixtures/square.jpg'))]),
    'square.jpg',
  );
  const posted = await fetch(`${server.origin}/api/rest/advancedactivity/feeds/post`, {
    method: 'POST',
    headers: ada.headers,
    body: form,
  });
  const { body } = (await posted.json()) as {
    body: { response: { feed: { attachment: Array<{ image_main: { src: string } }> } } };
  };
  expect(bucket.names().length).toBeGreaterThan(0);
  const photo = await fetch(body.response.feed.attachment[0]!.image_main.src, {
    headers: ada.headers,
  });
  expect([photo.status, photo.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect((await photo.arrayBuffer()).byteLength).toBeGreaterThan(1_000);

  await fetch(`${server.origin}/__test/loopback?on=1`, { method: 'POST' });
  const subscription = pushes.subscription();
  // Under another host name, which is never contacted.
  await act(server, ada, '/notifications/push', {
    ...subscription,
    endpoint: subscription.endpoint.replace('127.0.0.1', 'localhost'),
  });
  await act(server, bo, '/advancedactivity/comment', {
    action_id: await writePost(server, ada, 'Who comes along?'),
    body: 'I do',
  });
  await expect
    .poll(() => pushes.pushed.map(({ payload }) => payload))
    .toMatchObject([{ type: 'commented' }]);
});

// Last in this file, because it ends the server.
test('requests in progress at a stop are answered, and new ones are refused', async () => {
  const ada = await memberOf(server, 'Ada');
  const body = 'body=Just+in+time';
  const headers = {
    ...ada.headers,
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': body.length,
    expect: '100-continue',
  };
  const writing = request(`${server.origin}/api/rest/advancedactivity/feeds/post`, {
    method: 'POST',
    headers,
    agent: false,
  });
  writing.flushHeaders();
  await once(writing, 'continue');
  const stopped = server.stop();
  await expect
    .poll(() =>
      fetch(`${server.origin}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(false);
  writing.end(body);
  const [answer] = (await once(writing, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
  answer.resume();
  await stopped;
});
