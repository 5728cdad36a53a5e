import type { IncomingMessage, ServerResponse } from 'node:http';
import { liveSessions } from '#domains/auth/sessions.server.ts';
import { checkServedFor, readViewer, requireMember } from '#domains/policy/viewer.server.ts';
import type { ItemType } from '#lib/wire-names.ts';
import { httpError, tooMany } from '#server/errors.ts';
import { addressKey } from '#server/http/client-address.ts';
import { consume } from '#server/limits.ts';
import {
  endMember,
  endSession,
  everyStream,
  isAddressFull,
  openStream,
  sendTo,
} from '#server/live/streams.ts';
import { errorFields, log } from '#server/log.ts';
import { getLiveHandler } from './live-handlers.ts';
import { handleChange, handleWatch } from './watch.server.ts';

const eventId = /^[\w-]{1,20}\.\d{1,15}$/;

/**
 * Opens the event stream of a member: GET /live, with `?since=` or Last-Event-ID to resume after an
 * event, and `member=` for whom the page was served.
 */
export async function openLive(
  req: IncomingMessage,
  res: ServerResponse,
  address: string,
): Promise<void> {
  if (req.method !== 'GET') throw httpError('invalid_method', 'This call takes another method.');
  if (req.headers['sec-fetch-site'] === 'cross-site')
    throw httpError('forbidden_origin', 'This request did not come from this site.');
  const viewer = requireMember(await readViewer({ headers: req.headers, fields: {} }));
  const { searchParams } = new URL(req.url!, 'http://here');
  checkServedFor(viewer, searchParams.get('member') ?? undefined);
  await consume(['liveConnect', viewer.id]);
  const key = addressKey(address);
  if (isAddressFull(key)) throw tooMany(60);
  if (res.destroyed) return;
  const lastEventId = req.headers['last-event-id'] ?? searchParams.get('since') ?? '';
  openStream(
    { res, memberId: viewer.id, sessionId: viewer.sessionId, address: key },
    eventId.test(String(lastEventId)) ? String(lastEventId) : undefined,
  );
}

const transientTypes = new Set(['typing']);

/**
 * Handles a committed change, in every process: `badges:<member>`,
 * `messages:<member>:<conversation>` and similar; `session:<id>` that ended; `member:<id>` no
 * longer active; `subject:<type>:<id>:<actor>:<what>`; `watch:<member>:<stream>:<subjects>`.
 * Domains register handlers for their own types (`liveEvents`). Events arrive in commit order, so
 * nothing is sent to a session after its end.
 */
export function handleLiveEvent(lastEventId: string): void {
  const [type = '', ...words] = lastEventId.split(':');
  const handler = getLiveHandler(type);
  if (handler) return handler(words);
  const [target, id, ...rest] = words;
  if (type === 'watch') return handleWatch(Number(target), id!, rest[0] ?? '');
  if (type === 'subject')
    return handleChange({
      type: target as ItemType,
      id: Number(id),
      actorId: Number(rest[0]),
      what: rest[1]!,
    });
  if (type === 'session') endSession(Number(target));
  else if (type === 'member') endMember(Number(target));
  else
    sendTo(Number(target), {
      type,
      id: id ? Number(id) : undefined,
      isPassing: transientTypes.has(type),
    });
}

const checkEvery = 4_000;
let isChecking = false;

/**
 * Closes streams of ended and expired sessions even if the notification was lost, with one query
 * for all.
 */
export async function checkStreams(): Promise<void> {
  const open = [...everyStream()];
  if (isChecking || !open.length) return;
  isChecking = true;
  try {
    const alive = await liveSessions([...new Set(open.map(({ sessionId }) => sessionId))]);
    for (const { sessionId } of open) if (!alive.has(sessionId)) endSession(sessionId);
  } catch (error) {
    log('warn', 'live streams not checked', errorFields(error));
  } finally {
    isChecking = false;
  }
}

export const startChecking = () => setInterval(() => void checkStreams(), checkEvery).unref();
