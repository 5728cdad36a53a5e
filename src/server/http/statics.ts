import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { chooseEncoding, smallestFirst, type Encoding } from './encodings.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

const suffixes: Record<Encoding, string> = { br: '.br', zstd: '.zst', gzip: '.gz' };

/**
 * The only script that runs without a page, so it has its own policy: it may connect to this site
 * only.
 */
const serviceWorker = '/service-worker.js';
const workerPolicy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

interface StaticFile {
  etag: string;
  headers: string[];
  body: Buffer;
  encoded: Partial<Record<string, Buffer>>;
}

/** Headers that mean something to a file which is no page: 54 files of a screen carry them. */
const headersOfFiles = new Set([
  'x-content-type-options',
  'cross-origin-resource-policy',
  'strict-transport-security',
]);

/** Other sites show the icons too, beside links to this one. */
const headersFor = (
  path: string,
  type: string,
  commonHeaders: Array<[string, string]>,
): Array<[string, string]> => {
  if (type.startsWith('text/html')) return commonHeaders;
  const own: Record<string, string> = type.startsWith('image/')
    ? { 'cross-origin-resource-policy': 'cross-origin' }
    : {};
  return [
    ...(path === serviceWorker
      ? [['content-security-policy', workerPolicy] as [string, string]]
      : []),
    ...commonHeaders
      .filter(([name]) => headersOfFiles.has(name))
      .map(([name, value]): [string, string] => [name, own[name] ?? value]),
  ];
};

function cacheControl(path: string): string {
  if (path.startsWith('/_astro/')) return 'public, max-age=31536000, immutable';
  return path === serviceWorker ? 'no-cache' : 'public, max-age=3600';
}

/**
 * Loads every built file into memory with its headers; the build has compressed them
 * (build/precompress.mjs).
 */
export function loadStatics(
  folder: string,
  commonHeaders: Array<[string, string]>,
): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  for (const item of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const extension = extname(item.name);
    if (!item.isFile() || ['.br', '.zst', '.gz'].includes(extension)) continue;
    const file = join(item.parentPath, item.name);
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    const body = readFileSync(file);
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    const encoded: StaticFile['encoded'] = {};
    for (const name of smallestFirst) {
      const suffix = suffixes[name];
      try {
        encoded[name] = readFileSync(file + suffix);
      } catch {
        // Too small to gain anything, or already compressed.
      }
    }

    const type =
      path === '/speculation.json'
        ? 'application/speculationrules+json'
        : (types[extension] ?? 'application/octet-stream');
    const headers = [
      ...headersFor(path, type, commonHeaders),
      ['content-type', type],
      ['cache-control', cacheControl(path)],
      ['vary', 'accept-encoding'],
      ['etag', etag],
    ].flat();
    files.set(path, { etag, headers, body, encoded });
  }
  return files;
}

/** Answers a GET or HEAD for a built file; false when there is none of this name. */
export function serveStatic(
  files: Map<string, StaticFile>,
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
): boolean {
  const file = files.get(path);
  if (!file || (req.method !== 'GET' && req.method !== 'HEAD')) return false;
  if (req.headers['if-none-match']?.includes(file.etag)) {
    res.writeHead(304, file.headers);
    res.end();
    return true;
  }
  const encoding = chooseEncoding(
    req.headers['accept-encoding'],
    smallestFirst.filter((name) => file.encoded[name]),
  );
  const body = encoding ? file.encoded[encoding]! : file.body;
  res.writeHead(200, [
    ...file.headers,
    ...(encoding ? ['content-encoding', encoding] : []),
    'content-length',
    String(body.length),
  ]);
  res.end(req.method === 'HEAD' ? undefined : body);
  return true;
}
