import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import { currentGuard, FetchError, type Guard } from '#server/fetching/guard.ts';
import { acceptEncoding, readBody } from '#server/fetching/read-body.ts';
import { findTarget, type Target } from '#server/fetching/target.ts';
import { env } from './env.ts';
import { isInSafeMode } from './safe-mode.ts';

export interface FetchRules {
  /** Accepted media types, in lower case: `text/html`. */
  types: readonly string[];
  /** Counted after decompression. */
  maxBytes: number;
  whenLonger: 'cut' | 'refuse';
  signal?: AbortSignal;
}

export interface Fetched {
  /** Final URL after redirects. */
  url: URL;
  type: string;
  /** From the Content-Type header. */
  charset: string | undefined;
  body: Buffer;
}

const connectWithin = 3_000;
const doneWithin = 5_000;
const maxRedirects = 3;

/**
 * One connection each, never through a proxy from the environment, which would resolve names again
 * by its own rules.
 */
const agents = {
  'http:': () => new http.Agent({ keepAlive: false }),
  'https:': () => new https.Agent({ keepAlive: false }),
};

/**
 * Fetches a URL given by a member (security.md, section 7): the only way out of this server to
 * addresses that we did not choose. Sends and keeps no cookies. Throws only FetchError.
 */
export const guardedFetch = (
  address: string,
  rules: FetchRules,
  guard: Guard = currentGuard(),
): Promise<Fetched> =>
  inTime(rules.signal, (signal) => follow(address, { ...rules, signal }, guard));

export interface PostRequest {
  headers: Record<string, string>;
  body: Buffer;
  signal?: AbortSignal;
}

/**
 * Posts to a URL given by a member, under the same rules. Returns the status; the body is not read
 * and redirects are not followed. Throws only FetchError.
 */
export const guardedPost = (
  address: string,
  { headers, body, signal: ended }: PostRequest,
  guard: Guard = currentGuard(),
): Promise<number> =>
  inTime(ended, async (signal) => {
    const target = await findTarget(address, undefined, guard);
    signal.throwIfAborted();
    const answer = await ask(
      target,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': String(body.length) },
        body,
        signal,
      },
      guard,
    );
    answer.destroy();
    return answer.statusCode ?? 0;
  });

async function inTime<Done>(
  ended: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Done>,
): Promise<Done> {
  const time = AbortSignal.timeout(doneWithin);
  const signal = ended ? AbortSignal.any([time, ended]) : time;
  const outOfTime = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(new FetchError('time')), { once: true }),
  );
  outOfTime.catch(() => {});
  try {
    if (signal.aborted) throw new FetchError('time');
    if (isInSafeMode()) throw new FetchError('network');
    return await Promise.race([work(signal), outOfTime]);
  } catch (error) {
    throw error instanceof FetchError ? error : new FetchError('network');
  }
}

async function follow(
  address: string,
  rules: FetchRules & { signal: AbortSignal },
  guard: Guard,
): Promise<Fetched> {
  let next = address;
  let base: URL | undefined;
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const target = await findTarget(next, base, guard);
    rules.signal.throwIfAborted();
    const asking = {
      accept: rules.types.join(', '),
      'accept-encoding': acceptEncoding,
      'accept-language': 'en, *;q=0.5',
      'user-agent': `HearthPreview/1 (+${env().PUBLIC_ORIGIN})`,
    };
    const answer = await ask(
      target,
      { method: 'GET', headers: asking, signal: rules.signal },
      guard,
    );
    const { statusCode: status = 0, headers } = answer;
    if (status >= 300 && status < 400 && headers.location) {
      answer.destroy();
      next = headers.location;
      base = target.url;
      continue;
    }
    try {
      if (status !== 200) throw new FetchError('status');
      const contentType = headers['content-type'] ?? '';
      const type = contentType.split(';')[0]!.trim().toLowerCase();
      if (!rules.types.includes(type)) throw new FetchError('type');
      const body = await readBody(answer, rules.maxBytes, rules.whenLonger);
      return {
        url: target.url,
        type,
        charset: /;\s*charset="?([\w.:-]+)/i.exec(contentType)?.[1],
        body,
      };
    } finally {
      answer.destroy();
    }
  }
  throw new FetchError('redirects');
}

interface Question {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: Buffer;
  signal: AbortSignal;
}

/** One request to the addresses that were checked. */
async function ask(
  { url, addresses }: Target,
  { method, headers, body, signal }: Question,
  guard: Guard,
): Promise<IncomingMessage> {
  // The name is not resolved again: it might now point elsewhere than to the checked address.
  const pinned: LookupFunction = (_name, options, done) =>
    options.all ? done(null, addresses) : done(null, addresses[0]!.address, addresses[0]!.family);
  const isHttps = url.protocol === 'https:';
  const agent = agents[isHttps ? 'https:' : 'http:']();
  const request = (isHttps ? https : http).request(url, {
    method,
    agent,
    signal,
    lookup: pinned,
    rejectUnauthorized: true,
    maxHeaderSize: 16 * 1024,
    headers,
  });
  const timer = setTimeout(() => request.destroy(new FetchError('time')), connectWithin);
  request.once('socket', (socket: Socket) => {
    socket.once('connect', () => {
      if (!guard.isOpenAddress(socket.remoteAddress ?? ''))
        request.destroy(new FetchError('address'));
    });
    socket.once(isHttps ? 'secureConnect' : 'connect', () => clearTimeout(timer));
  });
  // A server that breaks off later must not end the process.
  request.on('error', () => {});
  request.end(body);
  try {
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    answer.on('error', () => {});
    return answer;
  } finally {
    clearTimeout(timer);
  }
}
