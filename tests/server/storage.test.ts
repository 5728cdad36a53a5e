import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { env, readEnv } from '#server/env.ts';
import { toHttpError } from '#server/http/answer.ts';
import { BucketAway } from '#server/storage/bucket-away.ts';
import { localStorage } from '#server/storage/local.ts';
import { s3Storage } from '#server/storage/s3.ts';
import type { OpenFile, Storage } from '#server/storage/storage.ts';
import { startBucket, type TestBucket } from '../support/bucket.ts';
import { filesBelow } from '../support/files.ts';

const folder = mkdtempSync(join(tmpdir(), 'hearth-storage-'));
let bucket: TestBucket;
let strictBucket: TestBucket;
beforeAll(async () => {
  [bucket, strictBucket] = await Promise.all([
    startBucket(),
    startBucket('strict', { demandsMd5: true }),
  ]);
});
afterAll(async () => {
  await Promise.all([bucket.close(), strictBucket.close()]);
  rmSync(folder, { recursive: true });
});

const stores = {
  'a folder': () => ({
    store: localStorage(folder),
    names: () =>
      filesBelow(join(folder, 'media'))
        .map((path) => path.slice(folder.length + '/media/'.length))
        .sort(),
  }),
  'a bucket': () => ({ store: s3Storage(readEnv(bucket.settings)), names: bucket.names }),
  'a bucket that wants Content-MD5': () => ({
    store: s3Storage(readEnv(strictBucket.settings)),
    names: strictBucket.names,
  }),
};

const content = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));
function fileOf(bytes: Buffer): string {
  const path = join(folder, 'sent');
  writeFileSync(path, bytes);
  return path;
}
const read = async (opened: OpenFile | 'unmet' | undefined) => buffer((opened as OpenFile).stream);

describe.each(Object.entries(stores))('%s', (_, openStore) => {
  let store: Storage;
  let names: () => string[];
  beforeAll(() => {
    ({ store, names } = openStore());
  });

  test('returns stored files, whole and in ranges', async () => {
    await store.put('ab/abc/video', fileOf(content), 'video/mp4');
    expect(await store.sizeOf('ab/abc/video')).toBe(content.length);
    expect(await read(await store.open('ab/abc/video'))).toEqual(content);
    const part = await store.open('ab/abc/video', { start: 1_000, end: 1_999 });
    expect(part).toMatchObject({ size: content.length, start: 1_000, end: 1_999 });
    expect(await read(part)).toEqual(content.subarray(1_000, 2_000));
    const rest = await store.open('ab/abc/video', { start: 299_990 });
    expect(rest).toMatchObject({ size: content.length, start: 299_990, end: 299_999 });
    expect(await read(rest)).toEqual(content.subarray(299_990));
    expect(await read(await store.open('ab/abc/video', { start: 299_990, end: 999_999 }))).toEqual(
      content.subarray(299_990),
    );
    expect(await store.open('ab/abc/video', { start: content.length })).toBe('unmet');
  });

  test('replaces a file of the same name', async () => {
    await store.put('cd/cde/original.webp', fileOf(content), 'image/webp');
    await store.put('cd/cde/original.webp', fileOf(Buffer.from('other')), 'image/webp');
    expect(String(await read(await store.open('cd/cde/original.webp')))).toBe('other');
  });

  test('reports missing files', async () => {
    expect(await store.open('no/such/file')).toBeUndefined();
    expect(await store.open('no/such/file', { start: 0, end: 1 })).toBeUndefined();
    expect(await store.sizeOf('no/such/file')).toBeUndefined();
    await store.remove('no/such/file');
    await store.removeAll('no/such/');
  });

  test('deletes one file, or all of a prefix, and nothing else', async () => {
    for (const name of [
      'ef/efg/original.webp',
      'ef/efg/480.webp',
      'ef/efg/480.avif',
      'ef/efgh/original.webp',
      'public/a.webp',
      'public/b.webp',
    ]) {
      await store.put(name, fileOf(Buffer.from(name)), 'image/webp');
    }
    await store.removeAll('ef/efg/');
    await store.remove('public/a.webp');
    expect(names().filter((name) => /^(ef|public)\//.test(name))).toEqual([
      'ef/efgh/original.webp',
      'public/b.webp',
    ]);
    await expect(store.removeAll('/')).rejects.toThrow();
    await expect(store.removeAll('ef')).rejects.toThrow();
  });

  test('serves many ranges at once, some of them aborted', async () => {
    const some = await Promise.all(
      Array.from({ length: 150 }, (_, index) =>
        store.open('ab/abc/video', { start: index * 100, end: index * 100 + 99 }),
      ),
    );
    for (const [index, one] of some.entries()) {
      if (index % 2) (one as OpenFile).stream.destroy();
      else expect(await read(one)).toEqual(content.subarray(index * 100, index * 100 + 100));
    }
  });

  test('its check succeeds and leaves no file behind', async () => {
    const before = names();
    await store.check();
    expect(names()).toEqual(before);
  });
});

describe('a bucket that cannot be used', () => {
  test.each([
    ['wrong keys', { S3_SECRET_KEY: 'wrong' }, 'SignatureDoesNotMatch (403)'],
    ['an unknown key', { S3_ACCESS_KEY: 'nobody' }, 'InvalidAccessKeyId (403)'],
    ['no such bucket', { S3_BUCKET: 'elsewhere' }, 'NoSuchBucket (404)'],
    ['nobody there', { S3_ENDPOINT: 'http://127.0.0.1:9' }, 'ECONNREFUSED'],
  ])('%s', async (_, settings, reason) => {
    const store = s3Storage(readEnv({ ...bucket.settings, ...settings }));
    await expect(store.check()).rejects.toThrow(reason);
    await expect(store.put('ab/abc/video', fileOf(content), 'video/mp4')).rejects.toThrow(reason);
    // Missing files are undefined instead.
    await expect(store.open('no/such/file')).rejects.toThrow(reason);
    await expect(store.sizeOf('no/such/file')).rejects.toBeInstanceOf(BucketAway);
  });

  test('because it never answers', async () => {
    const silent = createServer();
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close().closeAllConnections());
    const S3_ENDPOINT = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const settings = { ...bucket.settings, S3_ENDPOINT, S3_TIMEOUT_SECONDS: '1' };
    const uses: Array<(store: Storage) => Promise<unknown>> = [
      (store) => store.put('ab/abc/video', fileOf(content), 'video/mp4'),
      (store) => store.open('ab/abc/video'),
      (store) => store.sizeOf('ab/abc/video'),
      (store) => store.remove('ab/abc/video'),
      (store) => store.removeAll('ab/abc/'),
      (store) => store.check(),
    ];
    const failures = uses.map((use) =>
      use(s3Storage(readEnv(settings))).catch((error: unknown) => error),
    );
    for (const failure of failures)
      expect(await failure).toMatchObject({
        name: 'BucketAway',
        bucket: `media at ${S3_ENDPOINT}`,
        message: 'no answer within 1 s',
      });
  });

  test('leads to 503, and the log has the reason', () => {
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    onTestFinished(() => written.mockRestore());
    const level = env().LOG_LEVEL;
    env().LOG_LEVEL = 'warn';
    onTestFinished(() => void (env().LOG_LEVEL = level));
    const away = new BucketAway('media at store', {
      code: 'ECONNREFUSED',
      message: 'connect ECONNREFUSED',
      cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }),
    });
    const { status, retryAfter } = toHttpError(away, 'x');
    expect([status, retryAfter]).toEqual([503, 10]);
    expect(JSON.parse(String(written.mock.calls[0]![0]))).toMatchObject({
      event: 'bucket away',
      bucket: 'media at store',
      reason: 'connect ECONNREFUSED',
    });
  });
});

test('an unreadable file is no fault of the bucket', async () => {
  const store = s3Storage(readEnv(bucket.settings));
  // A folder has a size and cannot be read.
  await expect(store.put('ab/abc/video', folder, 'video/mp4')).rejects.toMatchObject({
    code: 'EISDIR',
  });
});

test('an object that a bucket does not delete is an error, and the rest is deleted', async () => {
  const stubborn = await startBucket('stubborn', {
    demandsMd5: true,
    keeps: (name) => name.endsWith('480.webp'),
  });
  onTestFinished(() => stubborn.close());
  const store = s3Storage(readEnv(stubborn.settings));
  for (const name of ['original.webp', '480.webp', '960.webp'])
    await store.put(`ab/abc/${name}`, fileOf(content), 'image/webp');
  await expect(store.removeAll('ab/abc/')).rejects.toThrow();
  expect(stubborn.names()).toEqual(['ab/abc/480.webp']);
});

test('names cannot leave the folder', async () => {
  await expect(localStorage(folder).open('../secret')).rejects.toThrow();
});
