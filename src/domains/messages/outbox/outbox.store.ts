import { atom } from 'nanostores';
import {
  applyAnswer,
  knownUpTo,
  refreshThread,
  resetTyping,
} from '#domains/messages/conversation/conversation.store.ts';
import {
  restoreDraft,
  undoRestore,
  type UnsentMessage,
} from '#domains/messages/conversation/message-draft.store.ts';
import {
  forgetPhotos,
  toUploadFields,
} from '#domains/messages/conversation/message-photos.store.ts';
import { cancelReply, reply } from '#domains/messages/messages.calls.ts';
import { isAlreadySent, toConversation } from '#domains/messages/messages.model.ts';
import { getStoredJson, setStored } from '#lib/browser-storage.ts';
import { randomKey } from '#lib/idempotency-keys.ts';
import { RestError } from '#lib/rest.ts';
import { toast } from '#ui/toast.ts';
import { queueName } from './outbox-name.ts';

/**
 * A message that has not arrived yet. Kept on the device across reloads until the network is back;
 * files of its photos are stored separately.
 */
export interface OutboxMessage extends UnsentMessage {
  /** Its Idempotency-Key, so that retries send the same message. */
  key: string;
  at: number;
  /** Newest message known when it was sent; retries repeat it, or the key would be refused. */
  after?: number;
  /**
   * Cancelled and back in its input, but not confirmed by the server: an attempt may have arrived
   * or may still arrive.
   */
  isTakenBack?: true;
}

/** Pending messages, in the order they were written. */
export const $outbox = atom<OutboxMessage[]>([]);
/** Whether the last attempt failed because of the network. */
export const $isOffline = atom(false);
/** Upload progress of a message's photos; undefined once it can no longer be cancelled. */
export const $upload = atom<{ key: string; percent: number } | undefined>(undefined);

let owner = 0;
let flushing: Promise<void> | undefined;
let isFlushRequested = false;
let upload: AbortController | undefined;

// Other tabs add and send messages too, so each changes only its own entries in storage.
const readQueue = () => getStoredJson<OutboxMessage[]>(queueName(owner)) ?? [];
const storeQueue = (all: OutboxMessage[]) =>
  setStored(queueName(owner), all.length ? JSON.stringify(all) : '');
/** Messages that did not fit into storage. */
const unstored = new Map<string, OutboxMessage>();
const queuedMessages = () => [...readQueue(), ...unstored.values()];
/** Neither sent nor cancelled, in any tab. */
const isPending = (one: string) =>
  queuedMessages().some(({ key, isTakenBack }) => key === one && !isTakenBack);

const hide = (removedKey: string) =>
  $outbox.set($outbox.get().filter(({ key }) => key !== removedKey));

function add(one: OutboxMessage): void {
  $outbox.set([...$outbox.get(), one]);
  if (!storeQueue([...readQueue(), one])) unstored.set(one.key, one);
}

function remove(removedKey: string): void {
  hide(removedKey);
  if (!unstored.delete(removedKey)) storeQueue(readQueue().filter(({ key }) => key !== removedKey));
}

function markCancelled(one: OutboxMessage): void {
  hide(one.key);
  const marked: OutboxMessage = { ...one, isTakenBack: true };
  if (unstored.has(one.key)) unstored.set(one.key, marked);
  else storeQueue(readQueue().map((queued) => (queued.key === one.key ? marked : queued)));
}

/** Loads the pending messages of this device and resumes sending. */
export function openOutbox(memberId: number): void {
  if (owner === memberId) return;
  owner = memberId;
  $outbox.set(readQueue().filter(({ isTakenBack }) => !isTakenBack));
  for (const { photos } of $outbox.get()) if (photos) void toUploadFields(photos);
  addEventListener('online', () => void flush());
  setInterval(() => $isOffline.get() && void flush(), 5_000);
  void flush();
}

/**
 * Queues a message and shows it in the conversation at once.
 * @param key idempotency key of an attempt made before the scripts loaded
 */
export function send(
  conversationId: number,
  body: string,
  photos: OutboxMessage['photos'] = [],
  key = randomKey(),
): void {
  resetTyping();
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

const isUnreachable = (error: unknown) =>
  error instanceof RestError && (error.code === 'offline' || error.code === 'unavailable');

/** Sends a message with its photos. */
async function sendOne({
  key,
  conversationId: id,
  body,
  photos = [],
  after = 0,
}: OutboxMessage): Promise<void> {
  if (!photos.length)
    return applyAnswer(
      id,
      toConversation(await reply({ id, body, after }, { idempotencyKey: key })),
    );
  const files = await toUploadFields(photos);
  if (!files)
    throw new RestError(
      0,
      'lost',
      'A photo of this message is no longer on this device. Please add it again.',
    );
  upload = new AbortController();
  // After the upload the message may have arrived, so it can no longer be cancelled.
  const onProgress = (percent: number) => $upload.set(percent < 100 ? { key, percent } : undefined);
  onProgress(0);
  try {
    await applyAnswer(
      id,
      toConversation(
        await reply(
          { id, body, after, ...files },
          { idempotencyKey: key, signal: upload.signal, onProgress },
        ),
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
  if (!isPending(next.key)) {
    hide(next.key);
    return true;
  }
  const dismiss = $isOffline.get() ? undefined : toast.info('Sending message...');
  try {
    await sendOne(next);
    // If cancelled meanwhile, the result is shown once the server confirms it.
    if (isPending(next.key)) {
      remove(next.key);
      forgetPhotos(next.photos ?? []);
      toast.success('Message sent successfully');
    }
  } catch (error) {
    if (isUnreachable(error)) {
      $isOffline.set(true);
      return false;
    }
    if (isPending(next.key)) {
      remove(next.key);
      restoreDraft(owner, next);
      toast.error('Failed to send message');
      // A failed text needs no detail; a refused file does.
      if (next.photos && error instanceof RestError) toast.error(error.message);
    }
  } finally {
    dismiss?.();
  }
  $isOffline.set(false);
  return true;
}

/**
 * Revokes the key on the server. A message that had already arrived stays sent and leaves its
 * input.
 */
async function cancelOnServer(one: OutboxMessage): Promise<boolean> {
  try {
    const isSent = isAlreadySent(await cancelReply({ key: one.key }));
    if (queuedMessages().some(({ key }) => key === one.key)) {
      remove(one.key);
      if (isSent) settleSent(one);
    }
  } catch (error) {
    if (isUnreachable(error)) {
      $isOffline.set(true);
      return false;
    }
    remove(one.key);
  }
  $isOffline.set(false);
  return true;
}

function settleSent(one: OutboxMessage): void {
  const content = ({ conversationId, body, photos = [] }: OutboxMessage) =>
    JSON.stringify([conversationId, body, photos.map(({ id }) => id)]);
  // The same message, sent again from the restored draft.
  const duplicate = $outbox.get().find((other) => content(other) === content(one));
  if (duplicate) remove(duplicate.key);
  undoRestore(owner, one);
  toast.info('This message was already sent');
  void refreshThread(one.conversationId);
}

function processNext(): Promise<boolean> {
  const cancelled = queuedMessages().find(({ isTakenBack }) => isTakenBack);
  return cancelled ? cancelOnServer(cancelled) : sendNext();
}

/** Sends pending messages one after the other, to keep their order. */
export function flush(): Promise<void> {
  isFlushRequested = true;
  flushing ??= drainQueue();
  return flushing;
}

async function drainQueue(): Promise<void> {
  try {
    // Flushed again while it was emptying the queue: a message was added since.
    while (isFlushRequested) {
      isFlushRequested = false;
      while (await processNext());
    }
  } finally {
    flushing = undefined;
  }
}

/**
 * Cancels a pending message: text and photos return to the input and the key is revoked, since an
 * attempt may be in flight or have arrived without a response.
 */
export function cancelMessage(key: string): void {
  const found = $outbox.get().find((one) => one.key === key);
  if (!found) return;
  if (isPending(key)) {
    markCancelled(found);
    restoreDraft(owner, found);
  } else hide(key);
  if ($upload.get()?.key === key) upload?.abort();
  void flush();
}
