import { atom, map } from 'nanostores';
import { onRestore, recordChange } from '#lib/bfcache-changes.ts';
import { onLive } from '#lib/live-events.ts';
import { oneAtATime } from '#lib/one-at-a-time.ts';
import { listConversations, markConversation } from './messages.calls.ts';
import { inboxPageSize, oneLess } from './messages.rules.ts';
import type { Inbox, InboxFolder } from './messages.schema.ts';

/** Number of unread conversations; undefined until it differs from the served number. */
export const $unread = atom<number | undefined>(undefined);
// Sent whenever the stream has refreshed the counts.
onLive<{ messages: number }>('badges', ({ messages }) => $unread.set(messages));
/** Read state changed on this screen, by conversation id; served rows do not include it yet. */
export const $marked = map<Record<number, 0 | 1 | undefined>>({});

/** Conversations in the popup. */
export const $inbox = atom<Inbox | undefined>(undefined);
export const $inboxStatus = atom<'idle' | 'loading' | 'failed'>('idle');

// An open popup refreshes when messages arrive.
for (const type of ['messages', 'missed'])
  onLive(
    type,
    () => globalThis.document?.querySelector('#messages-popup:popover-open') && loadInbox(),
  );

interface Marked {
  id: number;
  isRead: 0 | 1;
  unread: number;
}
onRestore<Marked>('conversation marked', ({ id, isRead, unread }) => {
  $marked.setKey(id, isRead);
  $unread.set(unread);
});

/**
 * Loads the newest conversations for the popup. Messages that arrive during the request may be
 * missing, so a call meanwhile runs it once more.
 */
export const loadInbox = oneAtATime(async () => {
  $inboxStatus.set('loading');
  try {
    applyInbox(await listConversations({ limit: inboxPageSize }));
    $inboxStatus.set('idle');
  } catch {
    $inboxStatus.set('failed');
  }
});

/** The new response replaces read states changed before it was requested. */
export function applyInbox(inbox: Inbox): void {
  $inbox.set(inbox);
  $unread.set(inbox.getUnreadMessageCount);
  for (const { message, recipient } of inbox.response)
    if ($marked.get()[message.conversation_id] !== undefined)
      $marked.setKey(message.conversation_id, recipient.inbox_read);
}

export interface OpenedConversation {
  id: number;
  /** Newest message on the screen. */
  upTo: number;
  isUnread: boolean;
  /** As the screen was served. */
  unread: number;
}

/**
 * Marks the opened conversation as read: optimistically here with a lower badge, then on the
 * server. If that fails, the next screen shows it as unread.
 */
export async function openConversation({
  id,
  upTo,
  isUnread,
  unread: served,
}: OpenedConversation): Promise<void> {
  if (!isUnread || $marked.get()[id] === 1) return;
  const unread = oneLess($unread.get() ?? served);
  $marked.setKey(id, 1);
  $unread.set(unread);
  recordChange('conversation marked', { id, isRead: 1, unread } satisfies Marked);
  await markRead(id, upTo);
}

/** Marks newly arrived messages of the conversation on the screen as read. */
export async function markRead(id: number, upTo: number): Promise<void> {
  try {
    const { getUnreadMessageCount } = await markConversation({
      message_id: id,
      is_read: 1,
      up_to: upTo,
    });
    $unread.set(getUnreadMessageCount);
  } catch (error) {
    // eslint-disable-next-line no-console -- only logged: nothing that the member could do about it
    console.warn('A conversation could not be marked as read.', error);
  }
}

/** Marks a conversation as unread. */
export async function markUnread(id: number): Promise<boolean> {
  try {
    const { getUnreadMessageCount: unread } = await markConversation({
      message_id: id,
      is_read: 0,
    });
    $marked.setKey(id, 0);
    $unread.set(unread);
    recordChange('conversation marked', { id, isRead: 0, unread } satisfies Marked);
    return true;
  } catch {
    return false;
  }
}

/** Reloads the list of the messages screen; null when the server is unreachable. */
export async function refreshList(query: {
  folder: InboxFolder;
  limit: number;
}): Promise<Inbox | null> {
  try {
    const list = await listConversations({ ...query, page: 1 });
    applyInbox(list);
    return list;
  } catch {
    return null;
  }
}
