import type { IncomingMessage, ServerResponse } from 'node:http';
import { tooMany, unavailable } from '#server/errors.ts';
import { consume, type LimitName, refuseUsedUp } from '#server/limits.ts';

const atOnce = { member: 4, all: 24 };
const running = new Map<number, number>();
let all = 0;

/**
 * May this member send files now? Throws 429 when a limit is used up, and when four of their uploads are under way; 503 when this
 * process receives enough. Call what it gives when the upload has ended.
 * @param kind the limit that the call counts against as well
 */
export async function openGate(memberId: number, kind: LimitName | undefined): Promise<() => void> {
  await refuseUsedUp(['uploadFiles', memberId], ['uploadKilobytes', memberId], ...(kind ? [[kind, memberId] as const] : []));
  const own = running.get(memberId) ?? 0;
  if (own >= atOnce.member) throw tooMany(5);
  if (all >= atOnce.all) throw unavailable(10);
  running.set(memberId, own + 1);
  all++;
  let isOpen = true;
  return () => {
    if (!isOpen) return;
    isOpen = false;
    all--;
    const left = running.get(memberId)! - 1;
    if (left) running.set(memberId, left);
    else running.delete(memberId);
  };
}

/** What came of an upload, also of one that was cut off or refused. */
export interface UploadTally {
  files: number;
  bytes: number;
}

/** Counts it; throws 429 if it was too much. */
export const countUpload = (memberId: number, { files, bytes }: UploadTally): Promise<void> =>
  consume(['uploadFiles', memberId, files], ['uploadKilobytes', memberId, Math.ceil(bytes / 1024)]);

const drained = 32 * 1024 * 1024;

/**
 * Lets a refused sender finish what it is sending, up to 32 MB: browsers read an answer only afterwards, and one that meets a
 * closed connection shows no reason at all.
 */
export function drain(req: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const left = Number(req.headers['content-length'] ?? drained) - req.socket.bytesRead;
    if (req.complete || req.destroyed || left > drained) return resolve();
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
      if (read > drained) done();
    };
    req.on('data', count);
    // Whoever was reading before has stopped it, and listening alone does not start it again.
    req.resume();
    req.once('end', done);
    req.once('close', done);
  });
}

const lingers = 2_000;

/**
 * Keeps a connection whose body is not going to be read open for a moment after the answer: closed at once, the bytes still
 * arriving would reset it, and the sender would lose the answer.
 */
export function linger(req: IncomingMessage, res: ServerResponse) {
  if (req.complete || req.destroyed || res.writableEnded) return;
  const { end } = res;
  res.end = ((body?: string | Buffer) => {
    res.end = end;
    if (body) res.write(body);
    const timer = setTimeout(() => res.end(), lingers);
    res.once('close', () => clearTimeout(timer));
    return res;
  }) as typeof res.end;
}
