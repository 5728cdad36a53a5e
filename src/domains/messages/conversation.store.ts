import { map } from 'nanostores';
import { RestError } from '#lib/rest.ts';
import { readConversation, sayTyping } from './messages.calls.ts';
import { conversationPageSize } from './messages.rules.ts';
import type { Conversation, MessageEntry } from './messages.schema.ts';

/** What became of a conversation since it was served, by its id. */
export interface ThreadChange {
  /** Oldest first. */
  older: MessageEntry[];
  newer: MessageEntry[];
  /** As the server last said it; messages apart. */
  latest?: Conversation;
  hasOlder?: boolean;
  /** Not the member's any more: deleted on another screen. */
  isGone?: boolean;
  status?: 'loading older' | 'older failed' | undefined;
}

export const $threads = map<Record<number, ThreadChange | undefined>>({});

const none: ThreadChange = { older: [], newer: [] };
export const changeOf = (id: number): ThreadChange => $threads.get()[id] ?? none;
const change = (id: number, parts: Partial<ThreadChange>) => $threads.setKey(id, { ...changeOf(id), ...parts });

/** All that is known of a conversation, each message once, oldest first. */
export function messagesOf(served: MessageEntry[], { older, newer }: ThreadChange = none): MessageEntry[] {
  const all = new Map([...older, ...served, ...newer].map((entry) => [entry.message.message_id, entry]));
  return [...all.values()].sort((a, b) => a.message.message_id - b.message.message_id);
}

export const newestId = (entries: MessageEntry[]): number => entries.at(-1)?.message.message_id ?? 0;

/** What an answer brings that was asked for with `after`. */
export function takeNewer(id: number, latest: Conversation): void {
  change(id, { latest, newer: messagesOf(changeOf(id).newer, { older: [], newer: latest.messages }) });
}

/** Pages of what came while nothing was heard; whoever was away longer loads the screen anew. */
const mostPages = 20;

/** Brings what came since. Tells what is new, or null when the server cannot be reached or the conversation is gone. */
export async function keepUp(id: number, served: MessageEntry[]): Promise<MessageEntry[] | null> {
  if (changeOf(id).isGone) return null;
  try {
    const after = newestId(messagesOf(served, changeOf(id)));
    const latest = await readConversation({ id, after });
    // The newest come first: without those before them there would be a hole.
    for (let page = 1, first = latest; first.has_older && first.messages[0] && page < mostPages; page += 1) {
      first = await readConversation({ id, after, before: first.messages[0].message.message_id });
      latest.messages.unshift(...first.messages);
    }
    takeNewer(id, latest);
    return latest.messages;
  } catch (error) {
    if (error instanceof RestError && error.status === 404) change(id, { isGone: true });
    return null;
  }
}

/** Deleted on this very screen, or, where that failed, not. */
export const setGone = (id: number, isGone: boolean): void => change(id, { isGone });

/** What was said of somebody writing is over when nothing more is heard of it. */
export function forgetTyping(id: number): void {
  const { latest } = changeOf(id);
  if (latest) change(id, { latest: { ...latest, typing: [] } });
}

export async function loadOlder(id: number, served: MessageEntry[]): Promise<void> {
  const known = messagesOf(served, changeOf(id));
  if (changeOf(id).status === 'loading older' || !known[0]) return;
  change(id, { status: 'loading older' });
  try {
    const { messages, has_older } = await readConversation({ id, before: known[0].message.message_id, limit: conversationPageSize });
    change(id, { older: [...messages, ...changeOf(id).older], hasOlder: has_older === 1, status: undefined });
  } catch {
    change(id, { status: 'older failed' });
  }
}

/** How often the others are told that the member goes on writing. */
const typingPause = 4_000;
let typingSaid = { id: 0, at: 0 };

export function isWriting(id: number): void {
  const now = Date.now();
  if (typingSaid.id === id && now - typingSaid.at < typingPause) return;
  typingSaid = { id, at: now };
  void sayTyping({ id }).catch(() => undefined);
}
export const hasStoppedWriting = (): void => void (typingSaid = { id: 0, at: 0 });
