import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  type $Command,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientResolvedConfig,
  type ServiceInputTypes,
  type ServiceOutputTypes,
} from '@aws-sdk/client-s3';
import type { Env } from '#server/env.ts';
import { log } from '#server/log.ts';
import { BucketAway } from './bucket-away.ts';
import { bucketRequests } from './bucket-requests.ts';
import type { ByteRange, Storage } from './storage.ts';

const ignore = () => undefined;

/** Each viewer of a video holds one. */
const sockets = { keepAlive: true, maxSockets: 2_000 };

/** HTTP status with which the store refused. */
const statusOf = (error: unknown) => (error instanceof BucketAway ? error.status : undefined);

/** The store refused or does not support the request; other errors may be temporary. */
const isRefusal = (status: number | undefined) =>
  status !== undefined && ((status >= 400 && status < 500 && status !== 429) || status === 501);

/** Only the file; a store without the bucket answers 404, too. */
const isMissing = (error: unknown) =>
  statusOf(error) === 404 && (error as BucketAway).code !== 'NoSuchBucket';

/** Concurrent single deletions. */
const maxConcurrent = 8;

/** Reports before each part of a file that the one before was taken. */
async function* readFile(path: string, onProgress: () => void) {
  for await (const part of createReadStream(path)) {
    onProgress();
    yield part as Buffer;
  }
}

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
  S3_TIMEOUT_SECONDS,
}: Env): Storage {
  const Bucket = S3_BUCKET!;
  const requests = bucketRequests(
    `${Bucket} at ${S3_ENDPOINT ?? 'Amazon'}`,
    S3_TIMEOUT_SECONDS * 1_000,
  );
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
    // `bucketRequests` ends what the store delays.
    requestHandler: {
      connectionTimeout: 3_000,
      socketTimeout: 60_000,
      httpAgent: new Agent(sockets),
      httpsAgent: new SecureAgent(sockets),
    },
  });

  const send = <Input extends ServiceInputTypes, Output extends ServiceOutputTypes>(
    command: $Command<Input, Output, S3ClientResolvedConfig, ServiceInputTypes, ServiceOutputTypes>,
  ): Promise<Output> => requests.send((abortSignal) => client.send(command, { abortSignal }));

  async function sizeOf(name: string) {
    try {
      return (await send(new HeadObjectCommand({ Bucket, Key: name }))).ContentLength;
    } catch (error) {
      if (!isMissing(error)) throw error;
      // The answer to HEAD has no body that would name what is missing.
      await send(new HeadBucketCommand({ Bucket }));
      return undefined;
    }
  }

  const remove = async (Key: string) => void (await send(new DeleteObjectCommand({ Bucket, Key })));

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
      const { Errors = [] } = await send(
        new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
      );
      return Errors.flatMap(({ Key }) => Key ?? []);
    } catch (error) {
      if (!isRefusal(statusOf(error))) throw error;
      isBulkRefused = true;
      log('debug', 'bucket refuses bulk deletion, deleting one by one', {
        code: (error as BucketAway).code,
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
      const page = await send(
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
    let report: () => void = ignore;
    const Body = Readable.from(
      readFile(path, () => report()),
      { objectMode: false },
    );
    const unreadable = new Promise<never>((_, reject) => Body.once('error', reject));
    const command = new PutObjectCommand({
      Bucket,
      Key: name,
      Body,
      ContentLength: size,
      ContentType: type,
    });
    const sent = requests.send((abortSignal, onProgress) => {
      report = onProgress;
      return client.send(command, { abortSignal });
    });
    // Closes the file as well, which an aborted request leaves open.
    await Promise.race([sent, unreadable]).finally(() => Body.destroy());
  }

  return {
    put,
    sizeOf,
    remove,
    removeAll,

    async open(name, range?: ByteRange) {
      try {
        const found = await send(
          new GetObjectCommand({
            Bucket,
            Key: name,
            ...(range ? { Range: `bytes=${range.start}-${range.end ?? ''}` } : {}),
          }),
        );
        return {
          stream: requests.body(found.Body as Readable),
          ...toBounds(found.ContentRange, found.ContentLength ?? 0),
        };
      } catch (error) {
        if (isMissing(error)) return undefined;
        if (statusOf(error) === 416) return 'unmet';
        throw error;
      }
    },

    async check() {
      const Key = `doctor/${process.pid}`;
      await send(
        new PutObjectCommand({
          Bucket,
          Key,
          Body: 'ok',
          ContentLength: 2,
          ContentType: 'text/plain',
        }),
      );
      const { Body } = await send(new GetObjectCommand({ Bucket, Key }));
      await buffer(requests.body(Body as Readable));
      await removeAll('doctor/');
    },
  };
}
