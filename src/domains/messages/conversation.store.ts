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
  /**
   * The newest message that the screen was served with; undefined where the conversation is on
   * none.
   */
  servedUpTo?: number;
  /**
   * More has come than was brought: what was served lies beyond it, and comes again by scrolling
   * up.
   */
  isCut?: boolean;
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
const change = (id: number, parts: Partial<ThreadChange>) =>
  $threads.setKey(id, { ...changeOf(id), ...parts });

/** All that is known of a conversation without a hole, each message once, oldest first. */
export function messagesOf(
  served: MessageEntry[],
  { older, newer, isCut = false }: ThreadChange = none,
): MessageEntry[] {
  const all = new Map(
    [...older, ...(isCut ? [] : served), ...newer].map((entry) => [
      entry.message.message_id,
      entry,
    ]),
  );
  return [...all.values()].sort((a, b) => a.message.message_id - b.message.message_id);
}

export const newestId = (entries: MessageEntry[]): number =>
  entries.at(-1)?.message.message_id ?? 0;

/**
 * It is on the screen: what comes from now on follows what it was served with. Tells whether it was
 * before, and may have missed something since.
 */
export function openThread(id: number, served: MessageEntry[]): boolean {
  const wasOpen = changeOf(id).servedUpTo !== undefined;
  change(id, { servedUpTo: newestId(served) });
  return wasOpen;
}

/** It is about to be served anew. */
export const forgetThread = (id: number): void => $threads.setKey(id, undefined);

/** Up to which message the screen has all; 0 where there is none. */
export function knownUpTo(id: number): number {
  const { servedUpTo = 0, newer } = changeOf(id);
  return Math.max(servedUpTo, newestId(newer));
}

/**
 * Pages of what came while nothing was heard; after a longer time the conversation begins with the
 * newest.
 */
const mostPages = 20;

/**
 * An answer that has the newest messages begins after what is known: in between there may be more.
 */
const isApart = (
  known: number,
  { messages: [first], has_older }: Pick<Conversation, 'messages' | 'has_older'>,
) => has_older === 1 && first !== undefined && first.message.message_id > known;

/** Adds what lies between what is known and what the answer has. */
async function fill(id: number, known: number, latest: Conversation): Promise<Conversation> {
  let filled = latest;
  for (let page = 1; isApart(known, filled) && page < mostPages; page += 1) {
    const { messages, has_older } = await readConversation({
      id,
      after: known,
      before: filled.messages[0]!.message.message_id,
    });
    filled = { ...filled, messages: [...messages, ...filled.messages], has_older };
  }
  return filled;
}

function take(id: number, latest: Conversation): void {
  const known = knownUpTo(id);
  // Something later was taken meanwhile.
  if (newestId(latest.messages) <= known) return change(id, { latest });
  // What is between is not left out without a word: it is there for whoever scrolls up, as on a
  // screen that was just opened.
  if (isApart(known, latest))
    return change(id, { latest, older: [], newer: latest.messages, isCut: true, hasOlder: true });
  change(id, {
    latest,
    newer: messagesOf(changeOf(id).newer, { older: [], newer: latest.messages }),
  });
}

/**
 * What the answer to a message of one's own brings: that message, and those that came before it.
 */
export async function takeAnswer(id: number, latest: Conversation): Promise<void> {
  if (changeOf(id).servedUpTo === undefined) return;
  const known = knownUpTo(id);
  take(id, await fill(id, known, latest).catch(() => latest));
}

/**
 * Brings what came since. Tells what is new, or null when the server cannot be reached, or the
 * conversation is gone or on no screen.
 */
export async function keepUp(id: number): Promise<MessageEntry[] | null> {
  const { isGone, servedUpTo } = changeOf(id);
  if (isGone || servedUpTo === undefined) return null;
  try {
    const known = knownUpTo(id);
    const latest = await fill(id, known, await readConversation({ id, after: known }));
    take(id, latest);
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
  const { older, status } = changeOf(id);
  if (status === 'loading older' || !known[0]) return;
  change(id, { status: 'loading older' });
  try {
    const { messages, has_older } = await readConversation({
      id,
      before: known[0].message.message_id,
      limit: conversationPageSize,
    });
    // Where the conversation begins later by now, these are not the ones before it.
    if (changeOf(id).older !== older) return change(id, { status: undefined });
    change(id, { older: [...messages, ...older], hasOlder: has_older === 1, status: undefined });
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
