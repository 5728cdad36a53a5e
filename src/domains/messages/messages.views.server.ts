import { imageView, type PictureRow } from '#domains/media/media.views.server.ts';
import {
  avatarImages,
  userLiteView,
  type MemberCard,
} from '#domains/members/members.views.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { toWireTime } from '#lib/dates.ts';
import { toFlag, type UserLite } from '#lib/shapes.ts';
import { toWireType } from '#lib/wire-names.ts';
import { deletedName, messageLength, unavailableName } from './messages.rules.ts';
import type {
  Conversation,
  Inbox,
  MessageEntry,
  MessagePhoto,
  RecipientFound,
} from './messages.schema.ts';

export interface PersonRow extends MemberCard {
  availability: 'available' | 'unavailable' | 'deleted';
}

export interface StateRow {
  conversationId: number;
  title: string;
  recipientCount: number;
  lastReceivedId: number;
  lastSentId: number;
  receivedAt: string | null;
  sentAt: string | null;
  readUpTo: number;
  deletedUpTo: number;
  isUnread: boolean;
}

export interface ConversationRow extends StateRow {
  creatorId: number | null;
  isLocked: boolean;
  modifiedAt: string | null;
  others: PersonRow[] | null;
}

export interface MessageRow {
  id: number;
  authorId: number | null;
  body: string;
  photoIds: number[] | null;
  /** Only in a conversation, not in lists. */
  photos?: PictureRow[] | null;
  createdAt: string;
}

export function personView(person: PersonRow | null, origin: string): UserLite {
  if (person?.availability === 'available') return userLiteView(person, origin);
  const displayname = person?.availability === 'unavailable' ? unavailableName : deletedName;
  const images = avatarImages(null, origin);
  return { user_id: 0, username: '', displayname, photo_id: 0, ...images, content_url: '' };
}

export function conversationView(
  row: ConversationRow,
  memberId: number,
): Conversation['conversation'] {
  const creator = row.others?.find((person) => person.id === row.creatorId) ?? null;
  return {
    conversation_id: row.conversationId,
    title: row.title,
    user_id: row.creatorId === memberId ? memberId : personView(creator, '').user_id,
    recipients: row.recipientCount,
    modified: toWireTime(row.modifiedAt!),
    locked: toFlag(row.isLocked),
    resource_type: null,
    resource_id: 0,
  };
}

const photoView = (picture: PictureRow, origin: string): MessagePhoto => ({
  photo_id: picture.id,
  image_main: imageView(picture, picture.width, origin),
  picture,
});

interface EntryContext {
  member: Member;
  state: StateRow;
  sender: PersonRow | null;
  /** Author, if different from the sender shown. */
  author?: PersonRow | null;
  origin: string;
}

export function entryView(
  row: MessageRow,
  { member, state, sender, author = sender, origin }: EntryContext,
): MessageEntry {
  const isOwn = row.authorId === member.id;
  const authorId = author?.availability === 'available' ? author.id : 0;
  return {
    message: {
      message_id: row.id,
      conversation_id: state.conversationId,
      user_id: isOwn ? member.id : authorId,
      title: state.title,
      body: row.body,
      date: toWireTime(row.createdAt),
      read: toFlag(isOwn || row.id <= state.readUpTo),
      attachment_type: row.photoIds ? toWireType('photo') : '',
      attachment_id: row.photoIds?.[0] ?? 0,
      photo_count: row.photoIds?.length ?? 0,
      recipients_count: state.recipientCount,
    },
    sender: personView(sender, origin),
    recipient: {
      user_id: member.id,
      conversation_id: state.conversationId,
      inbox_message_id: state.lastReceivedId,
      inbox_updated: state.receivedAt && toWireTime(state.receivedAt),
      inbox_read: toFlag(!state.isUnread),
      inbox_deleted: toFlag(state.lastReceivedId <= state.deletedUpTo),
      outbox_message_id: state.lastSentId,
      outbox_updated: state.sentAt && toWireTime(state.sentAt),
      outbox_deleted: toFlag(state.lastSentId <= state.deletedUpTo),
      inbox_view: 1,
    },
    ...(row.photos ? { photos: row.photos.map((picture) => photoView(picture, origin)) } : {}),
  };
}

export interface InboxRow extends StateRow, MessageRow {
  isRequest: boolean;
  starter: PersonRow | null;
  author: PersonRow | null;
  others: PersonRow[] | null;
}

interface InboxCounts {
  member: Member;
  total: number;
  unread: number;
  requests: number;
  origin: string;
}

export const inboxView = (
  rows: InboxRow[],
  { member, total, unread, requests, origin }: InboxCounts,
): Inbox => ({
  getTotalItemCount: total,
  totalItemCount: total,
  getUnreadMessageCount: unread,
  requestCount: requests,
  response: rows.map((row) => {
    // The starter has position 0, otherwise the first recipient the member named.
    const [other = null, ...rest] = row.others ?? [];
    return {
      ...entryView(row, { member, state: row, sender: other, author: row.author, origin }),
      people: [other, ...rest].map((person) => personView(person, origin)),
      is_request: toFlag(row.isRequest),
    };
  }),
});

/** Another participant of a conversation. */
interface Participant extends PersonRow {
  readUpTo: number | null;
  isTyping: boolean;
}

export interface ConversationHead extends ConversationRow {
  isMuted: boolean;
  isRequest: boolean;
  hasLeft: boolean;
  others: Participant[] | null;
  canReach: boolean;
}

export interface ConversationMessage extends MessageRow {
  author: PersonRow | null;
}

interface ConversationPage {
  member: Member;
  /** Oldest first. */
  rows: ConversationMessage[];
  hasOlder: boolean;
  page: number;
  /** Messages that the member sees, if a page of them was asked for. */
  total: number | undefined;
  origin: string;
}

const replyForm = [
  {
    type: 'Textarea',
    name: 'body',
    label: 'Message',
    hasValidator: true,
    maxlength: messageLength,
  },
];

export function conversationPageView(
  head: ConversationHead,
  { member, rows, hasOlder, page, total, origin }: ConversationPage,
): Conversation {
  const others = head.others ?? [];
  const available = others.filter(({ availability }) => availability === 'available');
  const canReply = !head.isLocked && !head.hasLeft && head.canReach;
  return {
    conversation: conversationView(head, member.id),
    messages: rows.map((row) =>
      entryView(row, { member, state: head, sender: row.author, origin }),
    ),
    recipients: others.map((person) => personView(person, origin)),
    ...(canReply ? { reply_form: replyForm } : {}),
    can_reply: toFlag(canReply),
    is_request: toFlag(head.isRequest),
    is_muted: toFlag(head.isMuted),
    inbox_read: toFlag(!head.isUnread),
    read_marks: available.flatMap(({ id, readUpTo }) =>
      readUpTo === null ? [] : [{ user_id: id, message_id: readUpTo }],
    ),
    typing: available.filter(({ isTyping }) => isTyping).map(({ id }) => id),
    has_older: toFlag(hasOlder),
    ...(total === undefined ? {} : { totalItemCount: total }),
    page,
  };
}

export const recipientView = (
  row: MemberCard & { isFriend: boolean },
  origin: string,
): RecipientFound => ({ ...userLiteView(row, origin), is_friend: toFlag(row.isFriend) });
