import { z } from 'zod';
import { altsOf, refuseTexts } from '#domains/media/alt-fields.ts';
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
  messageLength,
  mostRecipients,
  titleLength,
} from './messages.rules.ts';

const ids = (most: number, tooMany: string) =>
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
    .refine((list) => list.length <= most, tooMany);

/** May be empty beside photos, which travel as files. */
const written = {
  body: textField(messageLength).default(''),
  alt0: z.string().optional().meta({
    description:
      'What the first picture shows, for those who do not see it: at most 500 characters. alt1 for filedata1, and so on',
  }),
};

/** One picture, or several in their order, with what each shows. */
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
  /** In names, titles and messages. */
  search: lineField(100).default(''),
  /** `requests`: started by strangers and not accepted yet. */
  folder: z.enum(inboxFolders).optional(),
});
export type InboxInput = z.input<typeof inboxInput>;

export const conversationInput = z.object({
  /** The conversation. */
  id: idField,
  /** 1 has the newest. */
  page: pageField(1),
  limit: limitField(conversationPageSize),
  /** Only messages older than this one: does not shift while new ones arrive. */
  before: cursorField,
  /** Only messages newer than this one. */
  after: cursorField,
});
export type ConversationInput = z.input<typeof conversationInput>;

/**
 * Loose for the numbered fields; what comes out are the named ones and the alt texts, nothing else.
 */
export const replyInput = z
  .looseObject({
    ...written,
    id: idField,
    /** Answer with what is newer than this message only. */
    after: cursorField,
  })
  .superRefine(refuseTexts)
  .transform(({ id, body, after, ...others }, context) => ({
    id,
    body,
    after,
    alts: altsOf(others, context),
  }));
export type ReplyFields = z.output<typeof replyInput>;
export interface ReplyInput extends SentPhotos {
  id: number;
  body: string;
  after?: number;
}

/** The key as it was sent with the answer. */
/** As a header may carry it: nothing else was ever sent with. */
export const takeBackInput = z.object({
  key: z
    .string('Must be an Idempotency-Key.')
    .regex(/^[\x20-\x7e]{1,200}$/, 'Must be an Idempotency-Key.'),
});
export type TakeBackInput = z.input<typeof takeBackInput>;

/** What is missing is said by the function, which knows of photos. */
export const composeInput = z
  .looseObject({
    ...written,
    toValues: ids(mostRecipients, `At most ${mostRecipients} people.`).default([]),
    title: lineField(titleLength).default(''),
  })
  .superRefine(refuseTexts)
  .transform(({ toValues, title, body, ...others }, context) => ({
    toValues,
    title,
    body,
    alts: altsOf(others, context),
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
  /** As far as this message, the newest that was seen: what has come since stays, unread. */
  up_to: cursorField,
});
export interface DeleteInput {
  conversation_ids: string;
  up_to?: number;
}

export const markInput = z.object({
  /** A conversation's id; only where the caller has no such conversation, a message's. */
  message_id: idField,
  is_read: flagField,
  /** Read as far as this message: what came since stays unread. */
  up_to: cursorField,
});
export type MarkInput = z.input<typeof markInput>;

export const oneConversation = z.object({ id: idField });
export type OneConversation = z.input<typeof oneConversation>;

export const marksInput = z.object({ typing: flagField, reading: flagField });
export type MarksInput = z.input<typeof marksInput>;

export const recipientsInput = z.object({
  search: lineField(100).default(''),
  limit: limitField(8, 20),
});
export type RecipientsInput = z.input<typeof recipientsInput>;

const wireMessage = z.object({
  message_id: z.int(),
  conversation_id: z.int(),
  /** The author; 0 for an account that is gone. */
  user_id: z.int(),
  title: z.string(),
  body: z.string(),
  date: wireTime,
  /** By the viewer. */
  read: flag,
  attachment_type: z.string(),
  attachment_id: z.int(),
  photo_count: z.int(),
  recipients_count: z.int(),
});

const size = z.object({ width: z.int(), height: z.int() });

/** For those who see its message; its files are under /media, asked for anew each time. */
const messagePhoto = z.object({
  photo_id: z.int(),
  image_main: size.extend({ src: z.string(), size }),
  /** Which sizes exist, and what to show before they come. */
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
  /** In their order; in a conversation, not in lists. */
  photos: z.array(messagePhoto).optional(),
});
export type MessageEntry = z.output<typeof messageEntry>;

/** A conversation in a list: its latest message, or the one that a search found. */
export const inboxEntry = messageEntry.extend({
  /** Some of the others, at most three. */
  people: z.array(userLite),
  is_request: flag,
});
export type InboxEntry = z.output<typeof inboxEntry>;

export const inbox = z.object({
  getTotalItemCount: z.int(),
  totalItemCount: z.int(),
  getUnreadMessageCount: z.int(),
  /** How many conversations wait among the requests. */
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
  /** Waits among the requests until the viewer accepts or answers. */
  is_request: flag,
  /** The viewer has asked to hear nothing more of it. */
  is_muted: flag,
  inbox_read: flag,
  /** How far others have read, of those who let it be seen; none where the viewer does not. */
  read_marks: z.array(z.object({ user_id: z.int(), message_id: z.int() })),
  /** Who is writing at this moment. */
  typing: z.array(z.int()),
  /** Whether there are messages before the first of these. */
  has_older: flag,
  /** Of what is read page by page; not of what is older or newer than a message. */
  totalItemCount: z.int().optional(),
  page: z.int(),
});
export type Conversation = z.output<typeof conversation>;

/** 1: it had arrived before, and stays. */
export const takenBack = z.object({ is_sent: flag });
export type TakenBack = z.output<typeof takenBack>;

export const unreadCount = z.object({ getUnreadMessageCount: z.int() });
export type UnreadCount = z.output<typeof unreadCount>;

export const marks = z.object({ typing: flag, reading: flag });
export type Marks = z.output<typeof marks>;

export const recipientFound = userLite.extend({ is_friend: flag });
export type RecipientFound = z.output<typeof recipientFound>;
