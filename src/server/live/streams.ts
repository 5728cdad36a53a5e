import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { toWire } from '#lib/dates.ts';
import { databaseNow } from '#server/clock.ts';
import { unwatch } from './watching.ts';

/**
 * An open stream. One process may hold ten thousand, so it stores nothing that can be looked up.
 */
export interface Stream {
  res: ServerResponse;
  memberId: number;
  sessionId: number;
  address: string;
  /** Identifies the stream within its process; usable only by its own member. */
  name: string;
  /** Subjects on the screen, see watching.ts. */
  watched?: string[];
}

/**
 * A kind of change and the id of the changed item. Clients fetch the content themselves, and access
 * is checked then.
 */
export interface LiveEvent {
  type: string;
  id?: number | undefined;
  subject?: string;
  /** Irrelevant to somebody who reconnects later. */
  isPassing?: boolean;
}

interface RememberedEvent extends LiveEvent {
  number: number;
  memberId: number;
}

const maxPerMember = 8;
const maxPerAddress = 200;
const maxRemembered = 2_000;
/** Bytes; a client that does not read is disconnected and reloads when it reconnects. */
const maxBuffered = 64 * 1024;
const beatEvery = 15_000;
/** Time up to which all events have been sent. */
const at = () => toWire(databaseNow());

/**
 * Milliseconds. A broken connection is soon restored, but clients of an ended process must not all
 * reconnect at once.
 */
const minDelay = 300;
const minSpread = 700;
const maxReconnectsPerSecond = 3_000;
/**
 * Milliseconds until a client reconnects whose connection breaks now.
 * @param open how many streams this process holds
 * @param chance from 0 to 1
 */
export const retryAfter = (open: number, chance: number): number =>
  Math.round(minDelay + chance * Math.max(minSpread, (open / maxReconnectsPerSecond) * 1_000));

let open = 0;
const byMember = new Map<number, Stream[]>();
const byAddress = new Map<string, number>();
const remembered: RememberedEvent[] = [];
// Event ids are only valid for this run of this process.
let run = randomBytes(6).toString('base64url');
let last = 0;
/** Events up to this number are no longer remembered. */
let forgotten = 0;

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
};

function write({ res }: Stream, text: string) {
  // Between its end and its close a stream is still registered.
  if (res.writableEnded) return;
  if (res.writableLength > maxBuffered) res.destroy();
  else res.write(text);
}

/** A client with this id has received all earlier events. */
export const lastEventId = (): string => `${run}.${last}`;

const eventText = (type: string, data: object = {}) =>
  `id: ${lastEventId()}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;

const retryText = () => `retry: ${retryAfter(open, Math.random())}\n`;

const toPayload = ({ id, subject }: LiveEvent) => ({
  ...(id === undefined ? {} : { id }),
  ...(subject ? { subject } : {}),
});

/** The events since that id, deduplicated; undefined if they are no longer remembered. */
function missedSince(memberId: number, eventId: string): Iterable<LiveEvent> | undefined {
  const [theirRun, number] = eventId.split('.');
  const since = Number(number);
  if (theirRun !== run || !Number.isInteger(since) || since > last || since < forgotten)
    return undefined;
  return new Map(
    remembered
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
  (byAddress.get(address) ?? 0) >= maxPerAddress;

/**
 * Starts sending events to an authenticated member. Above 8 streams of one member the oldest is
 * closed with the reason `crowded`: it may reconnect when its screen is used again.
 * @param since the last event received; `ready` says whether those after it could be sent, or
 * everything must be reloaded
 */
export function openStream(opened: Omit<Stream, 'name'>, since: string | undefined): void {
  const stream: Stream = { ...opened, name: randomBytes(9).toString('base64url') };
  const own = byMember.get(stream.memberId) ?? [];
  if (own.length >= maxPerMember) own[0]!.res.end(eventText('crowded'));
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
  for (const event of missed ?? []) write(stream, eventText(event.type, toPayload(event)));
}

export function sendTo(memberId: number, event: LiveEvent): void {
  last += 1;
  if (!event.isPassing) remembered.push({ ...event, number: last, memberId });
  if (remembered.length > maxRemembered)
    forgotten = remembered.splice(0, remembered.length - maxRemembered).at(-1)!.number;
  const text = eventText(event.type, toPayload(event));
  for (const stream of byMember.get(memberId) ?? []) write(stream, text);
}

export const findStream = (memberId: number, name: string): Stream | undefined =>
  byMember.get(memberId)?.find((stream) => stream.name === name);

/** Members with streams in this process. */
export const listeningMembers = (): number[] => [...byMember.keys()];

export const streamsOf = (memberId: number): readonly Stream[] => byMember.get(memberId) ?? [];

/** Sends to one stream, without remembering: a client that reconnects reloads anyway. */
export function sendToStream(stream: Stream, { type, ...event }: LiveEvent): void {
  write(stream, `event: ${type}\ndata: ${JSON.stringify(toPayload({ type, ...event }))}\n\n`);
}

/** Closes permanently: the client does not reconnect by itself. */
function end({ res }: Stream) {
  // Deleting an account ends a stream twice: by session and by member.
  if (!res.writableEnded) res.end(eventText('end'));
}

export function endSession(sessionId: number): void {
  for (const stream of everyStream()) if (stream.sessionId === sessionId) end(stream);
}

export function endMember(memberId: number): void {
  for (const stream of byMember.get(memberId) ?? []) end(stream);
}

/**
 * Closes all streams when events may have been missed: clients reconnect, are checked again, and
 * reload.
 */
export function closeStreams(): void {
  run = randomBytes(6).toString('base64url');
  remembered.length = 0;
  for (const stream of everyStream()) stream.res.end();
}

export function* everyStream(): Generator<Stream> {
  for (const streams of byMember.values()) yield* streams;
}

// Proxies close silent connections, and clients give up on silent servers.
setInterval(() => {
  const beat = `event: beat\ndata: ${JSON.stringify({ at: at() })}\n\n`;
  // Updates the reconnect delay, since the number of streams has changed.
  for (const stream of everyStream()) write(stream, `${retryText()}${beat}`);
}, beatEvery).unref();
