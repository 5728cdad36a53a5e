import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpError } from '#server/errors.ts';
import { hasBody } from './body-timeout.ts';

const maxDrained = { form: 32 * 1024 * 1024, other: 256 * 1024 };
const lingerMilliseconds = 2_000;

/** Photos of a form are read on although they are refused; no other body of a browser is large. */
const maxDrainedOf = ({ headers }: IncomingMessage): number =>
  /^multipart\/form-data/i.test(headers['content-type'] ?? '') ? maxDrained.form : maxDrained.other;

/** Reads on until the body is complete or too large to wait for. */
function drain(req: IncomingMessage, max: number): Promise<void> {
  return new Promise((resolve) => {
    const announced = Number(req.headers['content-length'] ?? 0);
    if (announced > max) return resolve();
    let read = 0;
    const done = () => {
      req.off('data', count);
      req.off('end', done);
      req.off('close', done);
      req.pause();
      resolve();
    };
    const count = (chunk: Buffer) => {
      read += chunk.length;
      if (read > max) done();
    };
    req.on('data', count);
    // An earlier reader may have paused the stream, and a listener alone does not resume it.
    req.resume();
    req.once('end', done);
    req.once('close', done);
  });
}

/**
 * Keeps the connection open briefly after the response if the body will not be read: closing at
 * once would reset it while bytes are still arriving, and the sender would lose the response.
 */
function delayClose(req: IncomingMessage, res: ServerResponse) {
  if (req.complete || req.destroyed || res.writableEnded) return;
  const { end } = res;
  res.end = ((body?: string | Buffer) => {
    res.end = end;
    if (body) res.write(body);
    const timer = setTimeout(() => res.end(), lingerMilliseconds);
    res.once('close', () => clearTimeout(timer));
    return res;
  }) as typeof res.end;
}

/**
 * Call before refusing a request whose body has not been read: lets the sender finish, since browsers
 * read the response only afterwards and show no reason if the connection closes. Reads nothing of a
 * body that is too large itself: twenty at once would keep everybody else waiting.
 */
export async function settleBody(
  req: IncomingMessage,
  res: ServerResponse,
  error: unknown,
): Promise<void> {
  if (!hasBody(req) || req.complete || req.destroyed) return;
  const isTooLarge = error instanceof HttpError && error.code === 'request_too_large';
  if (isTooLarge) req.pause();
  else await drain(req, maxDrainedOf(req));
  delayClose(req, res);
}
