import { atom } from 'nanostores';
import { writeDraft } from '#domains/comments/drafts.store.ts';
import type { DraftPhoto } from '#domains/posts/composer/draft.rules.ts';
import { randomKey } from '#lib/attempts.ts';
import { keep, readKept, readKeptJson } from '#lib/kept.ts';
import { RestError } from '#lib/rest.ts';
import { toast } from '#ui/toast.ts';
import { changeOf, hasStoppedWriting, newestId, takeNewer } from './conversation.store.ts';
import { fieldsOf, forgetPhotos, returnPhotos } from './message-photos.store.ts';
import { reply } from './messages.calls.ts';
import { queueName } from './queue-name.ts';

/** A message that is written and has not arrived yet: it waits on the device, also through a reload, until the network is back. */
export interface Waiting {
  /** Its Idempotency-Key: sent again, it is the same message. */
  key: string;
  conversationId: number;
  body: string;
  /** Their files wait apart (message-photos.store.ts). */
  photos?: DraftPhoto[];
  at: number;
  /** The newest message that was known then: asked for the same each time, or it would not be the same request. */
  after?: number;
}

/** In the order in which they were written. */
export const $waiting = atom<Waiting[]>([]);
/** Whether the network was away when it was last tried. */
export const $isOffline = atom(false);
/** How much of the photos of which message has left; undefined once it cannot be called back any more. */
export const $upload = atom<{ key: string; percent: number } | undefined>(undefined);

export const messageDraft = (memberId: number, conversationId: number) => `draft:${memberId}:message ${conversationId}`;

let owner = 0;
let flushing: Promise<void> | undefined;
let upload: AbortController | undefined;

// Other tabs queue messages too, and bring those that they find: each changes only its own part of what is kept.
const readQueue = () => readKeptJson<Waiting[]>(queueName(owner)) ?? [];
const keepQueue = (all: Waiting[]) => keep(queueName(owner), all.length ? JSON.stringify(all) : '');
/** Those that the browser has no room for. */
const unkept = new Set<string>();
/** Neither sent nor taken back in another tab. */
const isStillWaiting = (one: string) => unkept.has(one) || readQueue().some(({ key }) => key === one);

function add(one: Waiting): void {
  $waiting.set([...$waiting.get(), one]);
  if (!keepQueue([...readQueue(), one])) unkept.add(one.key);
}

function drop(gone: string): void {
  $waiting.set($waiting.get().filter(({ key }) => key !== gone));
  if (!unkept.delete(gone)) keepQueue(readQueue().filter(({ key }) => key !== gone));
}

/** Brings what waits on this device, and goes on sending it. */
export function openQueue(memberId: number): void {
  if (owner === memberId) return;
  owner = memberId;
  $waiting.set(readQueue());
  for (const { photos } of $waiting.get()) if (photos) void fieldsOf(photos);
  addEventListener('online', () => void flush());
  setInterval(() => $isOffline.get() && void flush(), 5_000);
  void flush();
}

/** Puts a message into the queue. It stands in the conversation at once. */
export function send(conversationId: number, body: string, photos: DraftPhoto[] = []): void {
  hasStoppedWriting();
  const after = newestId(changeOf(conversationId).newer);
  add({ key: randomKey(), conversationId, body, at: Date.now(), after, ...(photos.length ? { photos } : {}) });
  void flush();
}

/** Text and photos go back into their box, in front of what came there meanwhile. */
function restore({ conversationId, body, photos = [] }: Waiting): void {
  const draft = messageDraft(owner, conversationId);
  const typed = readKept(draft);
  writeDraft(draft, typed && body ? `${body}\n${typed}` : body || (typed ?? ''));
  returnPhotos(draft, photos);
}

const isAway = (error: unknown) => error instanceof RestError && (error.code === 'offline' || error.code === 'unavailable');

/** Sends one, with its photos if it has any. */
async function sendOne({ key, conversationId: id, body, photos = [], after = 0 }: Waiting): Promise<void> {
  if (!photos.length) return takeNewer(id, await reply({ id, body, after }, { idempotencyKey: key }));
  const files = await fieldsOf(photos);
  if (!files) throw new RestError(0, 'lost', 'A photo of this message is no longer on this device. Please add it again.');
  upload = new AbortController();
  // Once all has left, the message may be there already.
  const onProgress = (percent: number) => $upload.set(percent < 100 ? { key, percent } : undefined);
  onProgress(0);
  try {
    takeNewer(id, await reply({ id, body, after, ...files }, { idempotencyKey: key, signal: upload.signal, onProgress }));
    forgetPhotos(photos);
  } finally {
    $upload.set(undefined);
    upload = undefined;
  }
}

async function sendNext(): Promise<boolean> {
  const [next] = $waiting.get();
  if (!next) return false;
  if (!isStillWaiting(next.key)) {
    drop(next.key);
    return true;
  }
  const dismiss = $isOffline.get() ? undefined : toast.info('Sending message...');
  try {
    await sendOne(next);
    drop(next.key);
    toast.success('Message sent successfully');
  } catch (error) {
    if (isAway(error)) {
      $isOffline.set(true);
      return false;
    }
    const isOurs = isStillWaiting(next.key);
    drop(next.key);
    if (isOurs) restore(next);
    const isCalledBack = error instanceof RestError && error.code === 'aborted';
    if (!isCalledBack) toast.error('Failed to send message');
    // Of words alone there is nothing to say; of files, what is wrong with them.
    if (!isCalledBack && next.photos && error instanceof RestError) toast.error(error.message);
  } finally {
    dismiss?.();
  }
  $isOffline.set(false);
  return true;
}

/** Sends what waits, one after the other, so that the order stays. */
export function flush(): Promise<void> {
  return (flushing ??= (async () => {
    while (await sendNext()) {
      // The next one.
    }
  })().finally(() => (flushing = undefined)));
}

/** Gives up waiting: text and photos go back into their box. */
export function takeBack(key: string): void {
  // What is on its way comes back by itself once it is stopped.
  if ($upload.get()?.key === key) return upload?.abort();
  const found = $waiting.get().find((one) => one.key === key);
  if (!found) return;
  const isOurs = isStillWaiting(key);
  drop(key);
  if (isOurs) restore(found);
}
