import { atom, map } from 'nanostores';
import { onRestore, recordChange } from '#lib/bfcache-changes.ts';
import { onLive } from '#lib/live-events.ts';
import { oneAtATime } from '#lib/one-at-a-time.ts';
import { listConversations, markConversation } from './messages.calls.ts';
import { inboxPageSize, oneLess } from './messages.rules.ts';
import type { Inbox, InboxFolder } from './messages.schema.ts';

/** How many conversations are unread; undefined is what the screen was served with. */
export const $unread = atom<number | undefined>(undefined);
// The stream has asked for the numbers anew.
onLive<{ messages: number }>('badges', ({ messages }) => $unread.set(messages));
/** Conversations marked here, by id: as the served rows do not know yet. */
export const $marked = map<Record<number, 0 | 1 | undefined>>({});

/** What the popup has loaded. */
export const $inbox = atom<Inbox | undefined>(undefined);
export const $inboxStatus = atom<'idle' | 'loading' | 'failed'>('idle');

// A popup that is open shows what has just come.
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
 * The newest, for the popup. What comes while they are on their way may not be among them, so they
 * are asked for once more.
 */
export const loadInbox = oneAtATime(async () => {
  $inboxStatus.set('loading');
  try {
    takeInbox(await listConversations({ limit: inboxPageSize }));
    $inboxStatus.set('idle');
  } catch {
    $inboxStatus.set('failed');
  }
});

/** What the server says now counts more than what was marked before it was asked. */
export function takeInbox(inbox: Inbox): void {
  $inbox.set(inbox);
  $unread.set(inbox.getUnreadMessageCount);
  for (const { message, recipient } of inbox.response)
    if ($marked.get()[message.conversation_id] !== undefined)
      $marked.setKey(message.conversation_id, recipient.inbox_read);
}

export interface Opened {
  id: number;
  /** The newest message that is on the screen. */
  upTo: number;
  isUnread: boolean;
  /** As the screen was served. */
  unread: number;
}

/**
 * A conversation is looked at: read here at once, the badge one lower, then the server is told. If
 * that fails, the next screen says so.
 */
export async function openConversation({
  id,
  upTo,
  isUnread,
  unread: served,
}: Opened): Promise<void> {
  if (!isUnread || $marked.get()[id] === 1) return;
  const unread = oneLess($unread.get() ?? served);
  $marked.setKey(id, 1);
  $unread.set(unread);
  recordChange('conversation marked', { id, isRead: 1, unread } satisfies Marked);
  await tellRead(id, upTo);
}

/** More has arrived in the conversation that is on the screen. */
export async function tellRead(id: number, upTo: number): Promise<void> {
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

/** Back among the unread ones. */
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

/** The list of the messages screen anew; null when the server cannot be reached. */
export async function refreshList(query: {
  folder: InboxFolder;
  limit: number;
}): Promise<Inbox | null> {
  try {
    const list = await listConversations({ ...query, page: 1 });
    takeInbox(list);
    return list;
  } catch {
    return null;
  }
}
