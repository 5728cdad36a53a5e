import type { IncomingMessage, ServerResponse } from 'node:http';
import { liveSessions } from '#domains/auth/sessions.server.ts';
import { readViewer } from '#domains/policy/viewer.server.ts';
import { isMember } from '#domains/policy/viewer.ts';
import type { ItemType } from '#lib/wire-names.ts';
import { forbidden, refused, tooMany } from '#server/errors.ts';
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
import { handlerOf } from './live-handlers.ts';
import { hearChange, hearWatch } from './watch.server.ts';

const eventId = /^[\w-]{1,20}\.\d{1,15}$/;

/**
 * The stream of a member, checked at connect: GET /live, with `?since=` or Last-Event-ID to go on
 * after an event.
 */
export async function openLive(
  req: IncomingMessage,
  res: ServerResponse,
  address: string,
): Promise<void> {
  if (req.method !== 'GET') throw refused('invalid_method', 'This call takes another method.');
  if (req.headers['sec-fetch-site'] === 'cross-site')
    throw refused('forbidden_origin', 'This request did not come from this site.');
  const viewer = await readViewer({ headers: req.headers, fields: {} });
  if (!isMember(viewer)) throw forbidden();
  await consume(['liveConnect', viewer.id]);
  const key = addressKey(address);
  if (isAddressFull(key)) throw tooMany(60);
  if (res.destroyed) return;
  const said =
    req.headers['last-event-id'] ??
    new URL(req.url!, 'http://here').searchParams.get('since') ??
    '';
  openStream(
    { res, memberId: viewer.id, sessionId: viewer.sessionId, address: key },
    eventId.test(String(said)) ? String(said) : undefined,
  );
}

const passing = new Set(['typing']);

/**
 * A committed change, told in whatever process: `badges:<member>`,
 * `messages:<member>:<conversation>` and others alike; `session:<id>` that has ended, `member:<id>`
 * who is not active any more; `subject:<type>:<id>:<who did it>:<what>`;
 * `watch:<member>:<stream>:<subjects>`. What other domains have their tables tell, they hear
 * themselves (`onTold`). They come in the order of the commits, so nothing is sent to a session
 * after its end.
 */
export function hearLive(said: string): void {
  const [type = '', ...words] = said.split(':');
  const hearer = handlerOf(type);
  if (hearer) return hearer(words);
  const [whose, id, ...rest] = words;
  if (type === 'watch') return hearWatch(Number(whose), id!, rest[0] ?? '');
  if (type === 'subject')
    return hearChange({
      type: whose as ItemType,
      id: Number(id),
      actorId: Number(rest[0]),
      what: rest[1]!,
    });
  if (type === 'session') endSession(Number(whose));
  else if (type === 'member') endMember(Number(whose));
  else
    sendTo(Number(whose), { type, id: id ? Number(id) : undefined, isPassing: passing.has(type) });
}

const checkEvery = 4_000;
let isChecking = false;

/**
 * Also where no notification came through: streams of sessions that have ended, or have grown too
 * old, end. One statement for all of them.
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
