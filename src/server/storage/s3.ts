import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Env } from '#server/env.ts';
import { log } from '#server/log.ts';
import type { ByteRange, Storage } from './storage.ts';

const ignore = () => undefined;

/** Each viewer of a video holds one. */
const sockets = { keepAlive: true, maxSockets: 2_000 };

const statusOf = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;

/** The store refused or does not support the request; other errors may be temporary. */
const isRefusal = (status: number | undefined) =>
  status !== undefined && ((status >= 400 && status < 500 && status !== 429) || status === 501);

/** Concurrent single deletions. */
const maxConcurrent = 8;

/** Parses `bytes 0-99/1000`. */
function toBounds(contentRange: string | undefined, length: number) {
  const match = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(contentRange ?? '');
  return match
    ? { start: Number(match[1]), end: Number(match[2]), size: Number(match[3]) }
    : { start: 0, end: length - 1, size: length };
}

/** A private bucket of any S3-compatible store. Only this server reads it. */
export function s3Storage({
  S3_BUCKET,
  S3_ENDPOINT,
  S3_REGION,
  S3_ACCESS_KEY = '',
  S3_SECRET_KEY = '',
}: Env): Storage {
  const Bucket = S3_BUCKET!;
  const client = new S3Client({
    region: S3_REGION,
    credentials: { accessKeyId: S3_ACCESS_KEY, secretAccessKey: S3_SECRET_KEY },
    // Other stores than Amazon's rarely have a host name per bucket.
    ...(S3_ENDPOINT ? { endpoint: S3_ENDPOINT, forcePathStyle: true } : {}),
    // It also prints what it throws.
    logger: { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore },
    // Newer checksums use a transfer format that many compatible stores refuse.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    // Idle timeout: a paused video holds its connection that long, then requests the rest again.
    requestHandler: {
      connectionTimeout: 3_000,
      socketTimeout: 60_000,
      httpAgent: new Agent(sockets),
      httpsAgent: new SecureAgent(sockets),
    },
  });

  async function sizeOf(name: string) {
    try {
      return (await client.send(new HeadObjectCommand({ Bucket, Key: name }))).ContentLength;
    } catch (error) {
      if (statusOf(error) === 404) return undefined;
      throw error;
    }
  }

  const remove = async (Key: string) =>
    void (await client.send(new DeleteObjectCommand({ Bucket, Key })));

  /**
   * Bulk deletion requires Content-MD5 on some stores and is missing on others; this one refused
   * it.
   */
  let isBulkRefused = false;

  /** Deletes in one request; gives the names that are still to be deleted one by one. */
  async function removeInBulk(names: string[]): Promise<string[]> {
    if (isBulkRefused) return names;
    try {
      const Objects = names.map((Key) => ({ Key }));
      const { Errors = [] } = await client.send(
        new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
      );
      return Errors.flatMap(({ Key }) => Key ?? []);
    } catch (error) {
      if (!isRefusal(statusOf(error))) throw error;
      isBulkRefused = true;
      log('debug', 'bucket refuses bulk deletion, deleting one by one', {
        code: (error as Error).name,
      });
      return names;
    }
  }

  /** Deletes what it can, and throws the first error in the end. */
  async function removeEach(names: string[]): Promise<void> {
    const results: Array<PromiseSettledResult<void>> = [];
    for (let at = 0; at < names.length; at += maxConcurrent) {
      results.push(...(await Promise.allSettled(names.slice(at, at + maxConcurrent).map(remove))));
    }
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  async function removeAll(prefix: string) {
    if (!prefix.endsWith('/') || prefix === '/') throw new Error('A prefix ends with a slash');
    for (let token: string | undefined; ;) {
      const page = await client.send(
        new ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken: token }),
      );
      const names = (page.Contents ?? []).flatMap(({ Key }) => Key ?? []);
      const left = names.length ? await removeInBulk(names) : [];
      await removeEach(left);
      token = page.NextContinuationToken;
      if (!token) return;
    }
  }

  async function put(name: string, path: string, type: string) {
    const { size } = await stat(path);
    await client.send(
      new PutObjectCommand({
        Bucket,
        Key: name,
        Body: createReadStream(path),
        ContentLength: size,
        ContentType: type,
      }),
    );
  }

  return {
    put,
    sizeOf,
    remove,
    removeAll,

    async open(name, range?: ByteRange) {
      try {
        const found = await client.send(
          new GetObjectCommand({
            Bucket,
            Key: name,
            ...(range ? { Range: `bytes=${range.start}-${range.end ?? ''}` } : {}),
          }),
        );
        return {
          stream: found.Body as Readable,
          ...toBounds(found.ContentRange, found.ContentLength ?? 0),
        };
      } catch (error) {
        const status = statusOf(error);
        if (status === 404) return undefined;
        if (status === 416) return 'unmet';
        throw error;
      }
    },

    async check() {
      const Key = `doctor/${process.pid}`;
      await client.send(
        new PutObjectCommand({
          Bucket,
          Key,
          Body: 'ok',
          ContentLength: 2,
          ContentType: 'text/plain',
        }),
      );
      await (await client.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString();
      await removeAll('doctor/');
    },
  };
}
