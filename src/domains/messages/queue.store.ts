import { atom } from 'nanostores';
import { writeDraft } from '#domains/comments/drafts.store.ts';
import { randomKey } from '#lib/attempts.ts';
import { keep, readKept, readKeptJson } from '#lib/kept.ts';
import { RestError } from '#lib/rest.ts';
import { toast } from '#ui/toast.ts';
import { changeOf, hasStoppedWriting, newestId, takeNewer } from './conversation.store.ts';
import { reply } from './messages.calls.ts';

/** A message that is written and has not arrived yet: it waits on the device, also through a reload, until the network is back. */
export interface Waiting {
  /** Its Idempotency-Key: sent again, it is the same message. */
  key: string;
  conversationId: number;
  body: string;
  at: number;
}

/** In the order in which they were written. */
export const $waiting = atom<Waiting[]>([]);
/** Whether the network was away when it was last tried. */
export const $isOffline = atom(false);

export const messageDraft = (memberId: number, conversationId: number) => `draft:${memberId}:message ${conversationId}`;
const kept = (memberId: number) => `queue:${memberId}:messages`;

let owner = 0;
let sending: Promise<void> | undefined;

function change(next: Waiting[]): void {
  $waiting.set(next);
  keep(kept(owner), next.length ? JSON.stringify(next) : '');
}

/** Brings what waits on this device, and goes on sending it. */
export function openQueue(memberId: number): void {
  if (owner === memberId) return;
  owner = memberId;
  $waiting.set(readKeptJson<Waiting[]>(kept(memberId)) ?? []);
  addEventListener('online', () => void flush());
  setInterval(() => $isOffline.get() && void flush(), 5_000);
  void flush();
}

/** Puts a message into the queue. It stands in the conversation at once. */
export function send(conversationId: number, body: string): void {
  hasStoppedWriting();
  change([...$waiting.get(), { key: randomKey(), conversationId, body, at: Date.now() }]);
  void flush();
}

/** The text goes back into its box, in front of what was typed meanwhile. */
function restore({ conversationId, body }: Waiting): void {
  const draft = messageDraft(owner, conversationId);
  const typed = readKept(draft);
  writeDraft(draft, typed ? `${body}\n${typed}` : body);
}

const isAway = (error: unknown) => error instanceof RestError && (error.code === 'offline' || error.code === 'unavailable');

async function sendNext(): Promise<boolean> {
  const [next] = $waiting.get();
  if (!next) return false;
  const dismiss = $isOffline.get() ? undefined : toast.info('Sending message...');
  try {
    const answer = await reply({ id: next.conversationId, body: next.body, after: newestId(changeOf(next.conversationId).newer) }, { idempotencyKey: next.key });
    takeNewer(next.conversationId, answer);
    change($waiting.get().filter(({ key }) => key !== next.key));
    toast.success('Message sent successfully');
  } catch (error) {
    if (isAway(error)) {
      $isOffline.set(true);
      return false;
    }
    change($waiting.get().filter(({ key }) => key !== next.key));
    restore(next);
    toast.error('Failed to send message');
  } finally {
    dismiss?.();
  }
  $isOffline.set(false);
  return true;
}

/** Sends what waits, one after the other, so that the order stays. */
export function flush(): Promise<void> {
  return (sending ??= (async () => {
    while (await sendNext()) {
      // The next one.
    }
  })().finally(() => (sending = undefined)));
}

/** Gives up waiting: the text goes back into its box. */
export function takeBack(key: string): void {
  const found = $waiting.get().find((one) => one.key === key);
  if (!found) return;
  change($waiting.get().filter((one) => one.key !== key));
  restore(found);
}
