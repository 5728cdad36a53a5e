import type { IncomingMessage, ServerResponse } from 'node:http';
import { codeOf, isAway } from '#server/database/away.ts';
import { env } from '#server/env.ts';
import type { ErrorEnvelope } from '#server/error-envelope.ts';
import { HttpError, httpError, noRoom, noStorage, unavailable } from '#server/errors.ts';
import { errorFields, log } from '#server/log.ts';
import { isDatabaseDiskFull, isNoSpace } from '#server/no-space.ts';
import { BucketAway } from '#server/storage/bucket-away.ts';

/**
 * The database is reachable but did not finish in time: a row is locked, or the statement took too
 * long.
 */
const timeouts: Record<string, { event: string; text: string }> = {
  '55P03': {
    event: 'lock timeout',
    text: 'This is being changed right now. Please try again.',
  },
  '57014': {
    event: 'statement timeout',
    text: 'This took too long. Please try again in a moment.',
  },
};

/** While the database is away; without room for its log it ends itself, and says nothing. */
export const databaseAway = () => (isDatabaseDiskFull(env().DATA_DIR) ? noRoom() : unavailable(2));

/**
 * Converts anything thrown to an HttpError: unknown errors are logged and become a 500 without
 * details.
 */
export function toHttpError(error: unknown, requestId: string): HttpError {
  if (error instanceof HttpError) return error;
  if (isNoSpace(error)) {
    log('error', 'no space left', { requestId, ...errorFields(error) });
    return noRoom();
  }
  if (error instanceof BucketAway) {
    log('warn', 'bucket away', { requestId, bucket: error.bucket, reason: error.message });
    return noStorage();
  }
  const code = codeOf(error);
  if (isAway(error)) {
    log('warn', 'database away', { requestId, code });
    return databaseAway();
  }
  const timeout = code ? timeouts[code] : undefined;
  if (timeout) {
    log('warn', timeout.event, { requestId, code });
    return new HttpError('unavailable', timeout.text, 2);
  }
  log('error', 'unexpected error', { requestId, ...errorFields(error) });
  return httpError('server_error', 'Something went wrong. Please try again later.');
}

export function errorEnvelope(httpError: HttpError, requestId: string): ErrorEnvelope {
  return {
    status_code: httpError.status,
    error: true,
    error_code: httpError.code,
    message: httpError.detail,
    request_id: requestId,
    ...httpError.extra,
    ...(httpError.retryAfter === undefined ? {} : { retry_after: httpError.retryAfter }),
  };
}

/** Sends JSON with a length; `private, no-store` is the default of every call. */
export function sendJson(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  value: unknown,
) {
  if (res.headersSent || res.destroyed) return;
  const body = Buffer.from(JSON.stringify(value));
  if (!res.hasHeader('cache-control')) res.setHeader('cache-control', 'private, no-store');
  // An unread body would be taken for the next request on this connection.
  if (!req.complete) res.setHeader('connection', 'close');
  res.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length });
  res.end(req.method === 'HEAD' ? undefined : body);
}

export function sendError(
  req: IncomingMessage,
  res: ServerResponse,
  error: unknown,
  requestId: string,
  httpStatus?: number,
) {
  const httpError = toHttpError(error, requestId);
  if (httpError.retryAfter !== undefined && !res.headersSent)
    res.setHeader('retry-after', httpError.retryAfter);
  sendJson(req, res, httpStatus ?? httpError.status, errorEnvelope(httpError, requestId));
}
