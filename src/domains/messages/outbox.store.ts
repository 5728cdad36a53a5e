import { atom } from 'nanostores';
import { getStoredJson, setStored } from '#lib/browser-storage.ts';
import { randomKey } from '#lib/idempotency-keys.ts';
import { RestError } from '#lib/rest.ts';
import { toast } from '#ui/toast.ts';
import { hasStoppedWriting, keepUp, knownUpTo, takeAnswer } from './conversation.store.ts';
import { restore, unrestore, type Begun } from './message-draft.store.ts';
import { fieldsOf, forgetPhotos } from './message-photos.store.ts';
import { reply, takeBackReply } from './messages.calls.ts';
import { queueName } from './outbox-name.ts';

/**
 * A message that is written and has not arrived yet: it waits on the device, also through a reload,
 * until the network is back. The files of its photos wait apart.
 */
export interface OutboxMessage extends Begun {
  /** Its Idempotency-Key: sent again, it is the same message. */
  key: string;
  at: number;
  /**
   * The newest message that was known then: asked for the same each time, or it would not be the
   * same request.
   */
  after?: number;
  /**
   * It is in its box again. The server does not know yet: an attempt at sending it may have
   * arrived, or may still arrive.
   */
  isTakenBack?: true;
}

/** Those to be sent, in the order in which they were written. */
export const $outbox = atom<OutboxMessage[]>([]);
/** Whether the network was away when it was last tried. */
export const $isOffline = atom(false);
/**
 * How much of the photos of which message has left; undefined once it cannot be called back any
 * more.
 */
export const $upload = atom<{ key: string; percent: number } | undefined>(undefined);

let owner = 0;
let flushing: Promise<void> | undefined;
let isFlushAsked = false;
let upload: AbortController | undefined;

// Other tabs queue messages too, and bring those that they find: each changes only its own part of
// what is kept.
const readQueue = () => getStoredJson<OutboxMessage[]>(queueName(owner)) ?? [];
const keepQueue = (all: OutboxMessage[]) =>
  setStored(queueName(owner), all.length ? JSON.stringify(all) : '');
/** Those that the browser has no room for. */
const unkept = new Map<string, OutboxMessage>();
const known = () => [...readQueue(), ...unkept.values()];
/** Neither sent nor taken back, here or in another tab. */
const isStillWaiting = (one: string) =>
  known().some(({ key, isTakenBack }) => key === one && !isTakenBack);

const take = (gone: string) => $outbox.set($outbox.get().filter(({ key }) => key !== gone));

function add(one: OutboxMessage): void {
  $outbox.set([...$outbox.get(), one]);
  if (!keepQueue([...readQueue(), one])) unkept.set(one.key, one);
}

function drop(gone: string): void {
  take(gone);
  if (!unkept.delete(gone)) keepQueue(readQueue().filter(({ key }) => key !== gone));
}

function markTakenBack(one: OutboxMessage): void {
  take(one.key);
  const marked: OutboxMessage = { ...one, isTakenBack: true };
  if (unkept.has(one.key)) unkept.set(one.key, marked);
  else keepQueue(readQueue().map((kept) => (kept.key === one.key ? marked : kept)));
}

/** Brings what waits on this device, and goes on sending it. */
export function openOutbox(memberId: number): void {
  if (owner === memberId) return;
  owner = memberId;
  $outbox.set(readQueue().filter(({ isTakenBack }) => !isTakenBack));
  for (const { photos } of $outbox.get()) if (photos) void fieldsOf(photos);
  addEventListener('online', () => void flush());
  setInterval(() => $isOffline.get() && void flush(), 5_000);
  void flush();
}

/**
 * Puts a message into the queue. It stands in the conversation at once.
 * @param key under which it may have been sent before the scripts came
 */
export function send(
  conversationId: number,
  body: string,
  photos: OutboxMessage['photos'] = [],
  key = randomKey(),
): void {
  hasStoppedWriting();
  add({
    key,
    conversationId,
    body,
    at: Date.now(),
    after: knownUpTo(conversationId),
    ...(photos.length ? { photos } : {}),
  });
  void flush();
}

const isAway = (error: unknown) =>
  error instanceof RestError && (error.code === 'offline' || error.code === 'unavailable');

/** Sends one, with its photos if it has any. */
async function sendOne({
  key,
  conversationId: id,
  body,
  photos = [],
  after = 0,
}: OutboxMessage): Promise<void> {
  if (!photos.length)
    return takeAnswer(id, await reply({ id, body, after }, { idempotencyKey: key }));
  const files = await fieldsOf(photos);
  if (!files)
    throw new RestError(
      0,
      'lost',
      'A photo of this message is no longer on this device. Please add it again.',
    );
  upload = new AbortController();
  // Once all has left, the message may be there already.
  const onProgress = (percent: number) => $upload.set(percent < 100 ? { key, percent } : undefined);
  onProgress(0);
  try {
    await takeAnswer(
      id,
      await reply(
        { id, body, after, ...files },
        { idempotencyKey: key, signal: upload.signal, onProgress },
      ),
    );
  } finally {
    $upload.set(undefined);
    upload = undefined;
  }
}

async function sendNext(): Promise<boolean> {
  const [next] = $outbox.get();
  if (!next) return false;
  if (!isStillWaiting(next.key)) {
    take(next.key);
    return true;
  }
  const dismiss = $isOffline.get() ? undefined : toast.info('Sending message...');
  try {
    await sendOne(next);
    // Taken back meanwhile: what becomes of it is said once the server was asked.
    if (isStillWaiting(next.key)) {
      drop(next.key);
      forgetPhotos(next.photos ?? []);
      toast.success('Message sent successfully');
    }
  } catch (error) {
    if (isAway(error)) {
      $isOffline.set(true);
      return false;
    }
    if (isStillWaiting(next.key)) {
      drop(next.key);
      restore(owner, next);
      toast.error('Failed to send message');
      // Of words alone there is nothing to say; of files, what is wrong with them.
      if (next.photos && error instanceof RestError) toast.error(error.message);
    }
  } finally {
    dismiss?.();
  }
  $isOffline.set(false);
  return true;
}

/**
 * From now on the server takes it no more. What had arrived before stays sent, and is not in its
 * box as well.
 */
async function callBack(one: OutboxMessage): Promise<boolean> {
  try {
    const { is_sent } = await takeBackReply({ key: one.key });
    if (known().some(({ key }) => key === one.key)) {
      drop(one.key);
      if (is_sent) settleSent(one);
    }
  } catch (error) {
    if (isAway(error)) {
      $isOffline.set(true);
      return false;
    }
    drop(one.key);
  }
  $isOffline.set(false);
  return true;
}

function settleSent(one: OutboxMessage): void {
  const words = ({ conversationId, body, photos = [] }: OutboxMessage) =>
    JSON.stringify([conversationId, body, photos.map(({ id }) => id)]);
  // The same again, as it came back.
  const again = $outbox.get().find((other) => words(other) === words(one));
  if (again) drop(again.key);
  unrestore(owner, one);
  toast.info('This message had already been sent');
  void keepUp(one.conversationId);
}

function goOn(): Promise<boolean> {
  const takenBack = known().find(({ isTakenBack }) => isTakenBack);
  return takenBack ? callBack(takenBack) : sendNext();
}

/** Sends what waits, one after the other, so that the order stays. */
export function flush(): Promise<void> {
  isFlushAsked = true;
  flushing ??= sendWaiting();
  return flushing;
}

async function sendWaiting(): Promise<void> {
  try {
    // Asked again while it found nothing left: something was added since it looked.
    while (isFlushAsked) {
      isFlushAsked = false;
      while (await goOn());
    }
  } finally {
    flushing = undefined;
  }
}

/**
 * Gives up sending: text and photos go back into their box, and the server is told, since an
 * attempt may be under way or have arrived without an answer.
 */
export function cancelMessage(key: string): void {
  const found = $outbox.get().find((one) => one.key === key);
  if (!found) return;
  if (isStillWaiting(key)) {
    markTakenBack(found);
    restore(owner, found);
  } else take(key);
  if ($upload.get()?.key === key) upload?.abort();
  void flush();
}
