import { map } from 'nanostores';
import { readConversation as readCall, sendTyping } from '#domains/messages/messages.calls.ts';
import {
  toConversation,
  type ConversationModel,
  type MessageModel,
} from '#domains/messages/messages.model.ts';
import { conversationPageSize } from '#domains/messages/messages.rules.ts';
import type { ConversationInput } from '#domains/messages/messages.schema.ts';
import { RestError } from '#lib/rest.ts';

/** Changes of a conversation since it was served, by its id. */
export interface ThreadChange {
  /** Oldest first. */
  older: MessageModel[];
  newer: MessageModel[];
  /** Newest message the screen was served with; undefined if no screen shows the conversation. */
  servedUpTo?: number;
  /**
   * More messages arrived than were loaded: the served ones lie beyond a gap and load again when
   * scrolling up.
   */
  isCut?: boolean;
  /** Latest server response; its messages are merged separately. */
  latest?: ConversationModel;
  hasOlder?: boolean;
  /** Deleted by the member, perhaps on another screen. */
  isDeleted?: boolean;
  status?: 'loading older' | 'older failed' | undefined;
}

export const readConversation = (input: ConversationInput): Promise<ConversationModel> =>
  readCall(input).then(toConversation);

export const $threads = map<Record<number, ThreadChange | undefined>>({});

const none: ThreadChange = { older: [], newer: [] };
export const getChange = (id: number): ThreadChange => $threads.get()[id] ?? none;
const change = (id: number, parts: Partial<ThreadChange>) =>
  $threads.setKey(id, { ...getChange(id), ...parts });

/** Merges all contiguous messages of a conversation, without duplicates, oldest first. */
export function mergeMessages(
  served: MessageModel[],
  { older, newer, isCut = false }: ThreadChange = none,
): MessageModel[] {
  const all = new Map(
    [...older, ...(isCut ? [] : served), ...newer].map((message) => [message.id, message]),
  );
  return [...all.values()].sort((a, b) => a.id - b.id);
}

export const newestId = (messages: MessageModel[]): number => messages.at(-1)?.id ?? 0;

/**
 * Registers the conversation as shown, to append what follows the served messages. Returns whether
 * it was registered before and may have missed changes.
 */
export function openThread(id: number, served: MessageModel[]): boolean {
  const wasOpen = getChange(id).servedUpTo !== undefined;
  change(id, { servedUpTo: newestId(served) });
  return wasOpen;
}

/** Drops the changes before the conversation is served again. */
export const forgetThread = (id: number): void => $threads.setKey(id, undefined);

/** Id of the newest message on the screen; 0 if there is none. */
export function knownUpTo(id: number): number {
  const { servedUpTo = 0, newer } = getChange(id);
  return Math.max(servedUpTo, newestId(newer));
}

/**
 * Maximum pages to load after a disconnection; beyond that the conversation starts at the newest.
 */
const maxPages = 20;

/** True if messages may be missing between the known ones and this response with the newest. */
const hasGap = (
  known: number,
  { messages: [first], hasOlder }: Pick<ConversationModel, 'messages' | 'hasOlder'>,
) => hasOlder && first !== undefined && first.id > known;

/** Loads the messages missing between the known ones and the response. */
async function fillGap(
  id: number,
  known: number,
  latest: ConversationModel,
): Promise<ConversationModel> {
  let complete = latest;
  for (let page = 1; hasGap(known, complete) && page < maxPages; page += 1) {
    const { messages, hasOlder } = await readConversation({
      id,
      after: known,
      before: complete.messages[0]!.id,
    });
    complete = { ...complete, messages: [...messages, ...complete.messages], hasOlder };
  }
  return complete;
}

function applyLatest(id: number, latest: ConversationModel): void {
  const known = knownUpTo(id);
  // A newer response was applied meanwhile.
  if (newestId(latest.messages) <= known) return change(id, { latest });
  // Messages in the gap are not lost: they load when scrolling up, as on a newly opened screen.
  if (hasGap(known, latest))
    return change(id, { latest, older: [], newer: latest.messages, isCut: true, hasOlder: true });
  change(id, {
    latest,
    newer: mergeMessages(getChange(id).newer, { older: [], newer: latest.messages }),
  });
}

/** Applies the response to an own message: that message and those that arrived before it. */
export async function applyAnswer(id: number, latest: ConversationModel): Promise<void> {
  if (getChange(id).servedUpTo === undefined) return;
  const known = knownUpTo(id);
  applyLatest(id, await fillGap(id, known, latest).catch(() => latest));
}

/**
 * Loads new messages. Returns them, or null if the server is unreachable, the conversation is
 * deleted or no screen shows it.
 */
export async function refreshThread(id: number): Promise<MessageModel[] | null> {
  const { isDeleted, servedUpTo } = getChange(id);
  if (isDeleted || servedUpTo === undefined) return null;
  try {
    const known = knownUpTo(id);
    const latest = await fillGap(id, known, await readConversation({ id, after: known }));
    applyLatest(id, latest);
    return latest.messages;
  } catch (error) {
    if (error instanceof RestError && error.status === 404) change(id, { isDeleted: true });
    return null;
  }
}

/** Set when the member deletes it on this screen; reset if that fails. */
export const setDeleted = (id: number, isDeleted: boolean): void => change(id, { isDeleted });

/** Clears the typing indicator when no further typing event arrives. */
export function forgetTyping(id: number): void {
  const { latest } = getChange(id);
  if (latest) change(id, { latest: { ...latest, typing: [] } });
}

export async function loadOlder(id: number, served: MessageModel[]): Promise<void> {
  const known = mergeMessages(served, getChange(id));
  const { older, status } = getChange(id);
  if (status === 'loading older' || !known[0]) return;
  change(id, { status: 'loading older' });
  try {
    const { messages, hasOlder } = await readConversation({
      id,
      before: known[0].id,
      limit: conversationPageSize,
    });
    // The conversation was cut meanwhile: these are not the messages right before it.
    if (getChange(id).older !== older) return change(id, { status: undefined });
    change(id, { older: [...messages, ...older], hasOlder, status: undefined });
  } catch {
    change(id, { status: 'older failed' });
  }
}

/** Minimum time between two typing notifications, in milliseconds. */
const typingInterval = 4_000;
let lastTyping = { id: 0, at: 0 };

export function notifyTyping(id: number): void {
  const now = Date.now();
  if (lastTyping.id === id && now - lastTyping.at < typingInterval) return;
  lastTyping = { id, at: now };
  void sendTyping({ id }).catch(() => undefined);
}
export const resetTyping = (): void => void (lastTyping = { id: 0, at: 0 });
