// @module-tag kills
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { waitUntil } from '../../scripts/launch/processes.ts';
import { startBucket, type TestBucket } from '../support/bucket.ts';
import { createTestDatabase } from '../support/database.ts';
import { fixture } from '../support/files.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { startDatabaseTunnel, startTunnel, type Tunnel } from '../support/tunnel.ts';
import { formOf } from '../support/uploads.ts';

let bucket: TestBucket;
beforeAll(async () => {
  bucket = await startBucket();
});
afterAll(() => bucket.close());

interface Feed {
  body: { data: unknown[] };
}

interface Stage {
  server: TestServer;
  /** The ways to the bucket and to the database. */
  store: Tunnel;
  database: Tunnel;
  ada: ApiMember;
  stop(): Promise<void>;
}

/** A server whose bucket and database can be taken away from it. */
async function stage(timeoutSeconds: number): Promise<Stage> {
  const store = await startTunnel(bucket.settings.S3_ENDPOINT);
  const database = await startDatabaseTunnel((await createTestDatabase()).url);
  const server = await startServer({
    ...bucket.settings,
    S3_ENDPOINT: store.origin,
    S3_TIMEOUT_SECONDS: String(timeoutSeconds),
    DATABASE_URL: database.url,
    DATABASE_POOL: '2',
  });
  const stop = async () => {
    store.stop();
    await server.stop();
    database.stop();
  };
  return { server, store, database, ada: await memberOf(server, 'Ada'), stop };
}

const postPhoto = ({ server, ada }: Stage, key: string) =>
  fetch(`${server.origin}/api/rest/advancedactivity/feeds/post`, {
    method: 'POST',
    headers: { ...ada.headers, 'idempotency-key': key },
    body: formOf({ photo: fixture('square.jpg') }),
  });
const read = ({ server, ada }: Stage, path: string, headers: Record<string, string> = {}) =>
  fetch(server.origin + path, { headers: { ...ada.headers, ...headers } });

/** Posts a photo, as soon as the server takes it; returns the answer. */
async function postOnce(on: Stage, key: string): Promise<Response> {
  await waitUntil(async () => (await postPhoto(on, key)).ok, 30_000);
  return postPhoto(on, key);
}

/** Posts a photo; returns its path. */
async function storePhoto(on: Stage): Promise<string> {
  const { body } = (await (await postOnce(on, 'first')).json()) as {
    body: { response: { feed: { attachment: [{ image_main: { src: string } }] } } };
  };
  return new URL(body.response.feed.attachment[0].image_main.src).pathname;
}

const refusal = async (answer: Response) => [
  answer.status,
  answer.headers.get('retry-after'),
  ((await answer.json()) as { error_code: string }).error_code,
];

/** The same upload creates one post, however often it was refused before. */
async function expectOnePost(on: Stage, key: string): Promise<void> {
  const posts = async () =>
    ((await (await read(on, '/api/rest/advancedactivity/feeds')).json()) as Feed).body.data.length;
  const before = await posts();
  await postOnce(on, key);
  expect(await posts()).toBe(before + 1);
}

describe('an upload is refused for now, and the same key works later', () => {
  let on: Stage;
  let photo: string;
  beforeAll(async () => {
    on = await stage(2);
    photo = await storePhoto(on);
  });
  afterAll(() => on.stop());

  test.each(['close', 'freeze'] as const)('without a database: %s', async (fault) => {
    on.database[fault]();
    expect(await refusal(await postPhoto(on, `database ${fault}`))).toEqual([
      503,
      '2',
      'unavailable',
    ]);
    on.database.open();
    await expect.poll(async () => (await read(on, '/readyz')).status).toBe(200);
    await expectOnePost(on, `database ${fault}`);
  });

  test.each([
    ['close', /ECONN/],
    ['freeze', /no answer within 2 s/],
  ] as const)('without a bucket, as are its files: %s', async (fault, reason) => {
    on.store[fault]();
    const answers = await Promise.all([
      postPhoto(on, `bucket ${fault}`),
      read(on, photo),
      read(on, photo, { range: 'bytes=0-9' }),
    ]);
    expect(await Promise.all(answers.map(refusal))).toEqual(
      answers.map(() => [503, '10', 'unavailable']),
    );
    expect(on.server.log()).toContainEqual(
      expect.objectContaining({
        event: 'bucket away',
        bucket: `media at ${on.store.origin}`,
        reason: expect.stringMatching(reason),
      }),
    );
    on.store.open();
    await expect.poll(async () => (await read(on, photo)).status).toBe(200);
    await expectOnePost(on, `bucket ${fault}`);
  });
});

test('files that wait for a bucket keep nobody from what needs only the database', async () => {
  const on = await stage(60);
  onTestFinished(() => on.stop());
  const photo = await storePhoto(on);
  const before = on.store.connections('GET');
  on.store.freeze();
  // More than requests may be under way at once.
  const waiting = Array.from({ length: 20 }, () => read(on, photo));
  await expect.poll(() => on.store.connections('GET') - before).toBeGreaterThanOrEqual(19);
  expect((await read(on, '/api/rest/advancedactivity/feeds')).status).toBe(200);
  on.store.close();
  for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(503);
});
