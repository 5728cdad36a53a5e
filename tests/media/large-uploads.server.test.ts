import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { waitUntil } from '../../scripts/launch/processes.ts';
import { makeBigFilm } from '../support/big-film.ts';
import { startBucket } from '../support/bucket.ts';
import { filesBelow } from '../support/files.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { serverForThisTest, startServer, type TestServer } from '../support/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'hearth-large-'));
const film = join(folder, 'film.mp4');
const megabytes = 190;
beforeAll(() => makeBigFilm(film, megabytes));
afterAll(() => rmSync(folder, { recursive: true }));

const boundary = 'the-end-of-a-part';
const head =
  `--${boundary}\r\ncontent-disposition: form-data; ` +
  `name="post_attach"\r\n\r\n1\r\n--${boundary}\r\ncontent-disposition: form-data; ` +
  `name="filedata"; filename="film.mp4"\r\ncontent-type: video/mp4\r\n\r\n`;
const tail = `\r\n--${boundary}--\r\n`;

/** Starts an upload of which only the beginning is sent. */
function openUpload(
  { origin }: TestServer,
  { headers }: ApiMember,
): { call: ClientRequest; answer: Promise<IncomingMessage> } {
  const length = Buffer.byteLength(head) + statSync(film).size + Buffer.byteLength(tail);
  const call = request(`${origin}/api/rest/advancedvideos/create`, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': length,
    },
  });
  call.write(head);
  const answer = new Promise<IncomingMessage>((resolve, reject) =>
    call.on('response', resolve).on('error', reject),
  );
  answer.catch(() => undefined);
  return { call, answer };
}

async function sendFilm(
  server: TestServer,
  member: ApiMember,
): Promise<{ video_id: number; response: { feed: { action_id: number } } }> {
  const { call, answer } = openUpload(server, member);
  await pipeline(createReadStream(film), call, { end: false });
  call.end(tail);
  const result = JSON.parse(await text(await answer)) as {
    body: { video_id: number; response: { feed: { action_id: number } } };
    message?: unknown;
  };
  if (!result.body) throw new Error(JSON.stringify(result.message));
  return result.body;
}

/** Present and peak memory of the process, in MB. */
function memoryOf({ pid }: TestServer): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)![1]) / 1024;
  return { now: read('VmRSS'), most: read('VmHWM') };
}

const storages = {
  'a folder': () => Promise.resolve({ settings: {}, close: () => Promise.resolve() }),
  'a bucket': () => startBucket(),
};

describe.skipIf(!existsSync('/proc/self/status')).each(Object.entries(storages))(
  '%s',
  (_, openStorage) => {
    test(
      'a film of 190 MB is received, stored and served without being held in memory',
      { timeout: 120_000 },
      async () => {
        const { settings, close } = await openStorage();
        onTestFinished(close);
        const server = await serverForThisTest({ ...settings, FFMPEG_PATH: 'off' });
        const ada = await memberOf(server, 'Ada');
        const before = memoryOf(server).now;
        const { video_id: id } = await sendFilm(server, ada);
        const address = `${server.origin}/media/${id}/video`;
        const answer = await fetch(address, { headers: ada.headers });
        let size = 0;
        for await (const chunk of answer.body!) size += chunk.length;
        expect(size).toBe(Number(answer.headers.get('content-length')));
        expect(size).toBeGreaterThan(megabytes * 1024 * 1024 * 0.99);
        const part = await fetch(address, {
          headers: { ...ada.headers, range: `bytes=${size - 100}-` },
        });
        expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 100]);
        expect(memoryOf(server).most - before).toBeLessThan(120);
        expect(filesBelow(join(server.dataDir, 'uploads'))).toEqual([]);
      },
    );
  },
);

test(
  'a server killed during an upload leaves nothing of it behind after a restart',
  { timeout: 120_000 },
  async () => {
    const first = await startServer({ DATA_DIR: join(folder, 'data'), FFMPEG_PATH: 'off' });
    const ada = await memberOf(first, 'Ada');
    const { call } = openUpload(first, ada);
    call.on('error', () => undefined);
    const stream = createReadStream(film, { end: 20 * 1024 * 1024 });
    stream.pipe(call, { end: false });
    const received = () =>
      filesBelow(join(first.dataDir, 'uploads')).reduce(
        (sum, file) => sum + statSync(file).size,
        0,
      );
    expect(await waitUntil(() => received() > 5 * 1024 * 1024, 30_000)).toBe(true);
    await first.kill();
    expect(received()).toBeGreaterThan(0);

    const again = await startServer({
      DATA_DIR: first.dataDir,
      DATABASE_URL: first.databaseUrl,
      FFMPEG_PATH: 'off',
    });
    onTestFinished(() => again.stop());
    expect(
      await waitUntil(() => filesBelow(join(first.dataDir, 'uploads')).length === 0, 30_000),
    ).toBe(true);
    expect(filesBelow(join(first.dataDir, 'media'))).toEqual([]);
    const sql = postgresAt(first.databaseUrl, { max: 1 });
    onTestFinished(() => sql.end());
    const [rows] = await sql`
        select (select count(*) from media) + (select count(*) from posts) + (
          select count(*) from orphaned_blobs
        ) as count`;
    expect(Number(rows!.count)).toBe(0);
  },
);

test('a broken connection leaves nothing behind', { timeout: 60_000 }, async () => {
  const server = await serverForThisTest({ FFMPEG_PATH: 'off' });
  const ada = await memberOf(server, 'Ada');
  const { call } = openUpload(server, ada);
  call.on('error', () => undefined);
  createReadStream(film, { end: 20 * 1024 * 1024 }).pipe(call, { end: false });
  const uploads = () => filesBelow(join(server.dataDir, 'uploads'));
  expect(await waitUntil(() => uploads().length > 0, 30_000)).toBe(true);
  call.destroy();
  expect(await waitUntil(() => uploads().length === 0, 30_000)).toBe(true);
  expect(filesBelow(join(server.dataDir, 'media'))).toEqual([]);
});

test('an upload announced as too large is refused before it is sent', async () => {
  const server = await serverForThisTest({ FFMPEG_PATH: 'off' });
  const ada = await memberOf(server, 'Ada');
  const call = request(`${server.origin}/api/rest/advancedvideos/create`, {
    method: 'POST',
    headers: {
      ...ada.headers,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': 2 * 1024 ** 3,
    },
  });
  call.on('error', () => undefined);
  call.write(head);
  const answer = await new Promise<IncomingMessage>((resolve) => call.on('response', resolve));
  expect(answer.statusCode).toBe(413);
  expect(JSON.parse(await text(answer))).toMatchObject({
    error_code: 'file_too_large',
    message: expect.stringContaining('220 MB'),
  });
  call.destroy();
});
