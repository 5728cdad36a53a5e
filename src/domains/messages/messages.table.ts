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
import { members } from '#domains/auth/auth.table.ts';
import { media } from '#domains/media/media.table.ts';
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
    /** Null once the account is purged; what was said stays with the others. */
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

/** Who takes part, and where each of them is. One's own row never changes what others see. */
export const conversationMembers = pgTable(
  'conversation_members',
  {
    conversationId: bigint('conversation_id', { mode: 'number' })
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    memberId: bigint('member_id', { mode: 'number' })
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** 0 for who started it, then in the order in which they were named. */
    position: smallint().notNull(),
    /** Only what came after it was ever sent to this member. */
    joinedAfter: upTo('joined_after'),
    /** Null while they take part; else nothing after it is theirs to see. */
    leftAfter: bigint('left_after', { mode: 'number' }),
    lastReceivedId: upTo('last_received_id'),
    lastSentId: upTo('last_sent_id'),
    /** The newest message that reached this member or came from them: orders the inbox. */
    lastMessageId: bigint('last_message_id', { mode: 'number' })
      .notNull()
      .generatedAlwaysAs(sql`greatest(last_received_id, last_sent_id)`),
    readUpTo: upTo('read_up_to'),
    isMarkedUnread: boolean('is_marked_unread').notNull().default(false),
    deletedUpTo: upTo('deleted_up_to'),
    /** Started by somebody who is no friend, and not accepted or answered yet. */
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
     * Participants with whom there was a block when it was written: it is never theirs to see. Null
     * for nobody, as nearly always. Ids alone: none is given twice.
     */
    hiddenFrom: bigint('hidden_from', { mode: 'number' }).array(),
    /**
     * Stored, because a search among one member's messages looks at each of them: finding its words
     * anew took longer than all else.
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
 * What goes along with a message. Its files are for whoever sees the message (photos.server.ts),
 * and go with it.
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
