import { z } from 'zod';
import { refuseTexts, toAltTexts } from '#domains/media/alt-fields.ts';
import {
  cursorField,
  flagField,
  idField,
  limitField,
  lineField,
  pageField,
  textField,
} from '#lib/fields.ts';
import { flag, formField, userLite, wireTime } from '#lib/shapes.ts';
import {
  conversationPageSize,
  inboxPageSize,
  maxRecipients,
  messageLength,
  titleLength,
} from './messages.rules.ts';

const ids = (max: number, tooMany: string) =>
  z
    .union([z.string(), z.int().transform(String)])
    .transform((text) =>
      text
        .split(',')
        .map((id) => id.trim())
        .filter(Boolean),
    )
    .refine(
      (list) => list.every((id) => /^\d{1,18}$/.test(id) && Number(id) > 0),
      'Must be ids, separated by commas.',
    )
    .transform((list) => [...new Set(list.map(Number))])
    .refine((list) => list.length <= max, tooMany);

/** May be empty if there are photos, which are uploaded as files. */
const contentFields = {
  body: textField(messageLength).default(''),
  alt0: z.string().optional().meta({
    description:
      'What the first picture shows, for those who do not see it: at most 500 characters. alt1 for filedata1, and so on',
  }),
};

/** One picture, or several in order, each with its alternative text. */
interface SentPhotos {
  photo?: Blob;
  [file: `filedata${number}`]: Blob;
  [alt: `alt${number}`]: string;
}

export const inboxFolders = ['inbox', 'requests', 'all'] as const;
export type InboxFolder = (typeof inboxFolders)[number];

export const inboxInput = z.object({
  page: pageField(1),
  limit: limitField(inboxPageSize),
  /** Searches names, titles and messages. */
  search: lineField(100).default(''),
  /** `requests`: started by strangers and not accepted yet. */
  folder: z.enum(inboxFolders).optional(),
});
export type InboxInput = z.input<typeof inboxInput>;

export const conversationInput = z.object({
  /** Id of the conversation. */
  id: idField,
  /** Page 1 has the newest messages. */
  page: pageField(1),
  limit: limitField(conversationPageSize),
  /** Only messages older than this one; stable while new ones arrive. */
  before: cursorField,
  /** Only messages newer than this one. */
  after: cursorField,
});
export type ConversationInput = z.input<typeof conversationInput>;

/** Loose to accept the numbered fields; the output has only the named fields and the alt texts. */
export const replyInput = z
  .looseObject({
    ...contentFields,
    id: idField,
    /** The response includes only messages newer than this one. */
    after: cursorField,
  })
  .superRefine(refuseTexts)
  .transform(({ id, body, after, ...others }, context) => ({
    id,
    body,
    after,
    alts: toAltTexts(others, context),
  }));
export type ReplyFields = z.output<typeof replyInput>;
export interface ReplyInput extends SentPhotos {
  id: number;
  body: string;
  after?: number;
}

/** The Idempotency-Key of the reply; only characters that a header can carry. */
export const cancelReplyInput = z.object({
  key: z
    .string('Must be an Idempotency-Key.')
    .regex(/^[\x20-\x7e]{1,200}$/, 'Must be an Idempotency-Key.'),
});
export type CancelReplyInput = z.input<typeof cancelReplyInput>;

/** Missing fields are reported by the function, which knows whether there are photos. */
export const composeInput = z
  .looseObject({
    ...contentFields,
    toValues: ids(maxRecipients, `At most ${maxRecipients} people.`).default([]),
    title: lineField(titleLength).default(''),
  })
  .superRefine(refuseTexts)
  .transform(({ toValues, title, body, ...others }, context) => ({
    toValues,
    title,
    body,
    alts: toAltTexts(others, context),
  }));
export type ComposeFields = z.output<typeof composeInput>;
export interface ComposeInput extends SentPhotos {
  toValues: string;
  title: string;
  body: string;
}

export const deleteInput = z.object({
  conversation_ids: ids(100, 'At most 100 conversations.').refine(
    (list) => list.length > 0,
    'Must be ids, separated by commas.',
  ),
  /** Newest message seen: later ones stay, unread. */
  up_to: cursorField,
});
export interface DeleteInput {
  conversation_ids: string;
  up_to?: number;
}

export const markInput = z.object({
  /** Id of a conversation, or of a message if the caller has no such conversation. */
  message_id: idField,
  is_read: flagField,
  /** Marks as read up to this message; later ones stay unread. */
  up_to: cursorField,
});
export type MarkInput = z.input<typeof markInput>;

export const oneConversation = z.object({ id: idField });
export type OneConversation = z.input<typeof oneConversation>;

export const receiptsInput = z.object({ typing: flagField, reading: flagField });
export type ReceiptsInput = z.input<typeof receiptsInput>;

export const recipientsInput = z.object({
  search: lineField(100).default(''),
  limit: limitField(8, 20),
});
export type RecipientsInput = z.input<typeof recipientsInput>;

const wireMessage = z.object({
  message_id: z.int(),
  conversation_id: z.int(),
  /** Author's id; 0 for a deleted account. */
  user_id: z.int(),
  title: z.string(),
  body: z.string(),
  date: wireTime,
  /** Read by the viewer. */
  read: flag,
  attachment_type: z.string(),
  attachment_id: z.int(),
  photo_count: z.int(),
  recipients_count: z.int(),
});

const size = z.object({ width: z.int(), height: z.int() });

/** For members who see its message; every request for its files under /media checks that. */
const messagePhoto = z.object({
  photo_id: z.int(),
  image_main: size.extend({ src: z.string(), size }),
  /** Available sizes and the placeholder. */
  picture: size.extend({
    id: z.int(),
    widths: z.array(z.int()),
    placeholder: z.string(),
    alt: z.string(),
  }),
});
export type MessagePhoto = z.output<typeof messagePhoto>;

/** The viewer's own state. */
const recipientState = z.object({
  user_id: z.int(),
  conversation_id: z.int(),
  inbox_message_id: z.int(),
  inbox_updated: wireTime.nullable(),
  inbox_read: flag,
  inbox_deleted: flag,
  outbox_message_id: z.int(),
  outbox_updated: wireTime.nullable(),
  outbox_deleted: flag,
  inbox_view: z.literal(1),
});

export const messageEntry = z.object({
  message: wireMessage,
  sender: userLite,
  recipient: recipientState,
  /** In order; only in a conversation, not in lists. */
  photos: z.array(messagePhoto).optional(),
});
export type MessageEntry = z.output<typeof messageEntry>;

/** A conversation in a list with its latest message, or the one found by a search. */
export const inboxEntry = messageEntry.extend({
  /** At most three of the other participants. */
  people: z.array(userLite),
  is_request: flag,
});
export type InboxEntry = z.output<typeof inboxEntry>;

export const inbox = z.object({
  getTotalItemCount: z.int(),
  totalItemCount: z.int(),
  getUnreadMessageCount: z.int(),
  /** Number of pending message requests. */
  requestCount: z.int(),
  response: z.array(inboxEntry),
});
export type Inbox = z.output<typeof inbox>;

export const conversation = z.object({
  conversation: z.object({
    conversation_id: z.int(),
    title: z.string(),
    user_id: z.int(),
    recipients: z.int(),
    modified: wireTime,
    locked: flag,
    resource_type: z.null(),
    resource_id: z.literal(0),
  }),
  /** Oldest first. */
  messages: z.array(messageEntry),
  /** All participants but the viewer. */
  recipients: z.array(userLite),
  reply_form: z.array(formField).optional(),
  can_reply: flag,
  /** True until the viewer accepts or replies. */
  is_request: flag,
  /** True if the viewer has muted it. */
  is_muted: flag,
  inbox_read: flag,
  /** Last message each other participant has read, if both allow read receipts. */
  read_marks: z.array(z.object({ user_id: z.int(), message_id: z.int() })),
  /** Ids of the participants who are typing. */
  typing: z.array(z.int()),
  /** Whether there are messages before the first one here. */
  has_older: flag,
  /** Only for numbered pages, not for messages before or after a cursor. */
  totalItemCount: z.int().optional(),
  page: z.int(),
});
export type Conversation = z.output<typeof conversation>;

/** 1: the reply had already arrived and stays. */
export const cancelledReply = z.object({ is_sent: flag });
export type CancelledReply = z.output<typeof cancelledReply>;

export const unreadCount = z.object({ getUnreadMessageCount: z.int() });
export type UnreadCount = z.output<typeof unreadCount>;

export const receipts = z.object({ typing: flag, reading: flag });
export type Receipts = z.output<typeof receipts>;

export const recipientFound = userLite.extend({ is_friend: flag });
export type RecipientFound = z.output<typeof recipientFound>;
