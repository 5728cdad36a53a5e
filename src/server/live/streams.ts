import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { toWire } from '#lib/dates.ts';
import { databaseNow } from '#server/clock.ts';
import { unwatch } from './watching.ts';

/**
 * An open stream. Ten thousand of them are held by one process, so it holds nothing that can be
 * looked up.
 */
export interface Stream {
  res: ServerResponse;
  memberId: number;
  sessionId: number;
  address: string;
  /** Says which one is meant to the process that holds it; of no use to anybody but its member. */
  name: string;
  /** What is on the screen, see watching.ts. */
  watched?: string[];
}

/**
 * What is told of: a kind, and the id of what has changed. What it is clients ask themselves, and
 * are checked then.
 */
export interface LiveEvent {
  type: string;
  id?: number | undefined;
  subject?: string;
  /** Of no interest any more to somebody who comes back later. */
  isPassing?: boolean;
}

interface Past extends LiveEvent {
  number: number;
  memberId: number;
}

const mostPerMember = 8;
const mostPerAddress = 200;
const mostRemembered = 2_000;
/** Who does not read what is sent is cut off, and asks again when they do. */
const mostWaiting = 64 * 1024;
const beatEvery = 15_000;
/** What has happened up to then was told. */
const at = () => toWire(databaseNow());

/**
 * A line that was cut is soon mended, but those of a process that has ended must not all come back
 * in the same moment.
 */
const soonest = 300;
const leastSpread = 700;
const mostPerSecond = 3_000;
/**
 * After how many milliseconds a client tries again whose line breaks now.
 * @param open how many streams this process holds
 * @param chance from 0 to 1
 */
export const retryAfter = (open: number, chance: number): number =>
  Math.round(soonest + chance * Math.max(leastSpread, (open / mostPerSecond) * 1_000));

let open = 0;
const byMember = new Map<number, Stream[]>();
const byAddress = new Map<string, number>();
const past: Past[] = [];
// Numbers of another process, or of this one before it was started again, mean nothing here.
let run = randomBytes(6).toString('base64url');
let last = 0;
/** What came up to here is not remembered. */
let forgotten = 0;

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
};

function write({ res }: Stream, text: string) {
  // Between its end and its close a stream is still listed.
  if (res.writableEnded) return;
  if (res.writableLength > mostWaiting) res.destroy();
  else res.write(text);
}

/** Whoever has this one has all before it. */
export const lastEventId = (): string => `${run}.${last}`;

const eventText = (type: string, data: object = {}) =>
  `id: ${lastEventId()}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;

const retryText = () => `retry: ${retryAfter(open, Math.random())}\n`;

const dataOf = ({ id, subject }: LiveEvent) => ({
  ...(id === undefined ? {} : { id }),
  ...(subject ? { subject } : {}),
});

/** The events since that one, each once; undefined if they are not remembered any more. */
function missedSince(memberId: number, eventId: string): Iterable<LiveEvent> | undefined {
  const [theirRun, number] = eventId.split('.');
  const since = Number(number);
  if (theirRun !== run || !Number.isInteger(since) || since > last || since < forgotten)
    return undefined;
  return new Map(
    past
      .filter((one) => one.number > since && one.memberId === memberId)
      .map((one) => [`${one.type} ${one.id}`, one]),
  ).values();
}

function forget(stream: Stream) {
  open -= 1;
  unwatch(stream);
  const others = (byMember.get(stream.memberId) ?? []).filter((other) => other !== stream);
  if (others.length) byMember.set(stream.memberId, others);
  else byMember.delete(stream.memberId);
  const left = (byAddress.get(stream.address) ?? 1) - 1;
  if (left > 0) byAddress.set(stream.address, left);
  else byAddress.delete(stream.address);
}

export const isAddressFull = (address: string): boolean =>
  (byAddress.get(address) ?? 0) >= mostPerAddress;

/**
 * Starts sending events to somebody who was checked. Of more than 8 streams of one member the
 * oldest ends, and is told why: it may come back when somebody looks at its screen again.
 * @param since the last event that they have; `ready` says whether those after it could be told, or
 * everything is to be asked anew
 */
export function openStream(opened: Omit<Stream, 'name'>, since: string | undefined): void {
  const stream: Stream = { ...opened, name: randomBytes(9).toString('base64url') };
  const own = byMember.get(stream.memberId) ?? [];
  if (own.length >= mostPerMember) own[0]!.res.end(eventText('crowded'));
  open += 1;
  byMember.set(stream.memberId, [...(byMember.get(stream.memberId) ?? []), stream]);
  byAddress.set(stream.address, (byAddress.get(stream.address) ?? 0) + 1);
  stream.res.on('close', () => forget(stream));
  stream.res.writeHead(200, headers);
  const missed = since === undefined ? undefined : missedSince(stream.memberId, since);
  write(
    stream,
    `${retryText()}${eventText('ready', { isComplete: missed !== undefined, stream: stream.name, at: at() })}`,
  );
  for (const event of missed ?? []) write(stream, eventText(event.type, dataOf(event)));
}

export function sendTo(memberId: number, event: LiveEvent): void {
  last += 1;
  if (!event.isPassing) past.push({ ...event, number: last, memberId });
  if (past.length > mostRemembered)
    forgotten = past.splice(0, past.length - mostRemembered).at(-1)!.number;
  const text = eventText(event.type, dataOf(event));
  for (const stream of byMember.get(memberId) ?? []) write(stream, text);
}

export const findStream = (memberId: number, name: string): Stream | undefined =>
  byMember.get(memberId)?.find((stream) => stream.name === name);

/** Whose streams this process holds. */
export const listeningMembers = (): number[] => [...byMember.keys()];

export const streamsOf = (memberId: number): readonly Stream[] => byMember.get(memberId) ?? [];

/** To one alone, and not remembered: who comes back later asks anew. */
export function sendToStream(stream: Stream, { type, ...event }: LiveEvent): void {
  write(stream, `event: ${type}\ndata: ${JSON.stringify(dataOf({ type, ...event }))}\n\n`);
}

/** For good: the client does not come back by itself. */
function end({ res }: Stream) {
  // A member who leaves ends twice: with the session, and as a member.
  if (!res.writableEnded) res.end(eventText('end'));
}

export function endSession(sessionId: number): void {
  for (const stream of everyStream()) if (stream.sessionId === sessionId) end(stream);
}

export function endMember(memberId: number): void {
  for (const stream of byMember.get(memberId) ?? []) end(stream);
}

/**
 * Without a word, when events may have been missed: clients come back, are checked anew, and ask
 * for everything.
 */
export function closeStreams(): void {
  run = randomBytes(6).toString('base64url');
  past.length = 0;
  for (const stream of everyStream()) stream.res.end();
}

export function* everyStream(): Generator<Stream> {
  for (const streams of byMember.values()) yield* streams;
}

// Proxies close what is silent, and clients give up what they do not hear from.
setInterval(() => {
  const beat = `event: beat\ndata: ${JSON.stringify({ at: at() })}\n\n`;
  // With how soon to come back, since there are more streams by now, or fewer.
  for (const stream of everyStream()) write(stream, `${retryText()}${beat}`);
}, beatEvery).unref();
