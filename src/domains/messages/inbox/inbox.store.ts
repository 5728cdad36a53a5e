import { atom } from 'nanostores';
import { listConversations, markConversation } from '#domains/messages/messages.calls.ts';
import {
  toInbox,
  toReadFields,
  toUnreadCount,
  toUnreadFields,
  type InboxModel,
} from '#domains/messages/messages.model.ts';
import { inboxPageSize, oneLess } from '#domains/messages/messages.rules.ts';
import type { InboxFolder } from '#domains/messages/messages.schema.ts';
import { recordChange } from '#lib/bfcache-changes.ts';
import { onLive } from '#lib/live-events.ts';
import { oneAtATime } from '#lib/one-at-a-time.ts';
import { $marked, $unread, type Marked } from './unread.store.ts';

/** Conversations in the popup. */
export const $inbox = atom<InboxModel | undefined>(undefined);
export const $inboxStatus = atom<'idle' | 'loading' | 'failed'>('idle');

// An open popup refreshes when messages arrive.
for (const type of ['messages', 'missed'])
  onLive(
    type,
    () => globalThis.document?.querySelector('#messages-popup:popover-open') && loadInbox(),
  );

/**
 * Loads the newest conversations for the popup. Messages that arrive during the request may be
 * missing, so a call meanwhile runs it once more.
 */
export const loadInbox = oneAtATime(async () => {
  $inboxStatus.set('loading');
  try {
    applyInbox(toInbox(await listConversations({ limit: inboxPageSize })));
    $inboxStatus.set('idle');
  } catch {
    $inboxStatus.set('failed');
  }
});

/** The new response replaces read states changed before it was requested. */
export function applyInbox(inbox: InboxModel): void {
  $inbox.set(inbox);
  $unread.set(inbox.unreadCount);
  for (const { id, isRead } of inbox.rows)
    if ($marked.get()[id] !== undefined) $marked.setKey(id, isRead);
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
  if (!isUnread || $marked.get()[id]) return;
  const unread = oneLess($unread.get() ?? served);
  $marked.setKey(id, true);
  $unread.set(unread);
  recordChange('conversation marked', { id, isRead: true, unread } satisfies Marked);
  await markRead(id, upTo);
}

/** Marks newly arrived messages of the conversation on the screen as read. */
export async function markRead(id: number, upTo: number): Promise<void> {
  try {
    $unread.set(toUnreadCount(await markConversation(toReadFields(id, upTo))));
  } catch (error) {
    // eslint-disable-next-line no-console -- only logged: nothing that the member could do about it
    console.warn('A conversation could not be marked as read.', error);
  }
}

/** Marks a conversation as unread. */
export async function markUnread(id: number): Promise<boolean> {
  try {
    const unread = toUnreadCount(await markConversation(toUnreadFields(id)));
    $marked.setKey(id, false);
    $unread.set(unread);
    recordChange('conversation marked', { id, isRead: false, unread } satisfies Marked);
    return true;
  } catch {
    return false;
  }
}

/** Reloads the list of the messages screen; null when the server is unreachable. */
export async function refreshList(query: {
  folder: InboxFolder;
  limit: number;
}): Promise<InboxModel | null> {
  try {
    const list = toInbox(await listConversations({ ...query, page: 1 }));
    applyInbox(list);
    return list;
  } catch {
    return null;
  }
}
