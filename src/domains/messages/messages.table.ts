import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import { media } from '#domains/media/media.table.ts';
import { members } from '#domains/members/members.table.ts';
import { timestamptz, tsvector } from '#server/columns.ts';

/**
 * The id of a message, or 0 for none. Not a foreign key: it stays after the message is deleted.
 */
const upTo = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);

export const conversations = pgTable(
  'conversations',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    title: text().notNull(),
    /** Null once the account is purged; the others keep the conversation. */
    creatorId: bigint('creator_id', { mode: 'number' }).references(() => members.id, {
      onDelete: 'set null',
    }),
    isLocked: boolean('is_locked').notNull().default(false),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('conversations_creator').on(table.creatorId),
    check('conversations_title', sql`char_length(${table.title}) between 1 and 255`),
  ],
);

/** Participants and their state. A member's own row never affects what others see. */
export const conversationMembers = pgTable(
  'conversation_members',
  {
    conversationId: bigint('conversation_id', { mode: 'number' })
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    memberId: bigint('member_id', { mode: 'number' })
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** 0 for the starter, then the order in which recipients were named. */
    position: smallint().notNull(),
    /** Only later messages were sent to this member. */
    joinedAfter: upTo('joined_after'),
    /** Null while participating; later messages are not visible to the member. */
    leftAfter: bigint('left_after', { mode: 'number' }),
    lastReceivedId: upTo('last_received_id'),
    lastSentId: upTo('last_sent_id'),
    /** Newest message to or from this member; sort key of the inbox. */
    lastMessageId: bigint('last_message_id', { mode: 'number' })
      .notNull()
      .generatedAlwaysAs(sql`greatest(last_received_id, last_sent_id)`),
    readUpTo: upTo('read_up_to'),
    isMarkedUnread: boolean('is_marked_unread').notNull().default(false),
    deletedUpTo: upTo('deleted_up_to'),
    /** Started by a stranger and not accepted or answered yet. */
    isRequest: boolean('is_request').notNull().default(false),
    typingUntil: timestamptz('typing_until'),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.memberId] }),
    index('conversation_members_inbox').on(table.memberId, table.lastMessageId),
    index('conversation_members_unread')
      .on(table.memberId)
      .where(sql`last_received_id > read_up_to or is_marked_unread`),
  ],
);

export const messages = pgTable(
  'messages',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    conversationId: bigint('conversation_id', { mode: 'number' })
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    authorId: bigint('author_id', { mode: 'number' }).references(() => members.id, {
      onDelete: 'set null',
    }),
    body: text().notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /**
     * Participants blocked when it was written, who never see it. Null in nearly all cases. No
     * foreign keys needed: ids are not reused.
     */
    hiddenFrom: bigint('hidden_from', { mode: 'number' }).array(),
    /**
     * Stored, because a search in one member's messages reads each of them and computing the words
     * dominated its cost.
     */
    words: tsvector()
      .notNull()
      .generatedAlwaysAs(sql`to_tsvector('simple', folded(body))`),
  },
  (table) => [
    index('messages_conversation').on(table.conversationId, table.id),
    index('messages_author').on(table.authorId),
    index('messages_words').using('gin', table.words),
    check('messages_body', sql`char_length(${table.body}) <= 5000`),
  ],
);

/**
 * Attachments of a message. Visible to whoever sees the message (photos.server.ts), deleted with
 * it.
 */
export const messagePhotos = pgTable(
  'message_photos',
  {
    mediaId: bigint('media_id', { mode: 'number' })
      .primaryKey()
      .references(() => media.id, { onDelete: 'cascade' }),
    messageId: bigint('message_id', { mode: 'number' })
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    position: smallint().notNull(),
  },
  (table) => [index('message_photos_message').on(table.messageId, table.position)],
);
