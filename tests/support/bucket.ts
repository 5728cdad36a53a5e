import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { filesBelow } from './files.ts';

export interface TestBucket {
  /** Settings that make a process store its files here. */
  settings: Record<
    | 'S3_BUCKET'
    | 'S3_ENDPOINT'
    | 'S3_REGION'
    | 'S3_ACCESS_KEY'
    | 'S3_SECRET_KEY'
    | 'S3_TIMEOUT_SECONDS',
    string
  >;
  /** Names of the stored objects. */
  names(): string[];
  close(): Promise<void>;
}

interface BucketOptions {
  /** Like OpenStack Swift: bulk deletion without Content-MD5 is a bad request. */
  demandsMd5?: boolean;
  /** Objects it refuses to delete. */
  keeps?: (name: string) => boolean;
}

const errorXml = (code: string) =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>No</Message></Error>`;

/**
 * An S3 server with one empty bucket, discarded afterwards. It checks signatures with one built-in
 * pair of keys.
 */
export async function startBucket(
  name = 'media',
  { demandsMd5 = false, keeps }: BucketOptions = {},
): Promise<TestBucket> {
  const directory = mkdtempSync(join(tmpdir(), 'hearth-bucket-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name }],
  });
  server.middleware.unshift((context, next) => {
    // It computes signatures of bucket requests without the trailing slash that clients send and
    // sign, so it cannot verify this one.
    if (context.path === `/${name}/`)
      context.app = Object.create(context.app, {
        allowMismatchedSignatures: { value: true },
      }) as object;
    return next();
  });
  server.middleware.unshift((context, next) => {
    const isBulkDelete = context.method === 'POST' && context.query.delete !== undefined;
    const isKept =
      context.method === 'DELETE' &&
      keeps?.(decodeURIComponent(context.path.slice(name.length + 2)));
    if (!isKept && !(isBulkDelete && demandsMd5 && !context.get('content-md5'))) return next();
    context.status = isKept ? 403 : 400;
    context.type = 'application/xml';
    context.body = errorXml(isKept ? 'AccessDenied' : 'InvalidRequest');
    return Promise.resolve();
  });
  const { port } = await server.run();
  return {
    settings: {
      S3_BUCKET: name,
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY: 'S3RVER',
      S3_SECRET_KEY: 'S3RVER',
      // A busy machine is no silent store.
      S3_TIMEOUT_SECONDS: '60',
    },
    names: () =>
      filesBelow(join(directory, name))
        .filter((file) => file.endsWith('._S3rver_object'))
        .map((file) => file.slice(directory.length + name.length + 2, -'._S3rver_object'.length))
        .sort(),
    async close() {
      server.httpServer.closeAllConnections();
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
