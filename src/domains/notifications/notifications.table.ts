import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { members } from '#domains/members/members.table.ts';
import { notificationMails } from '#domains/notifications/mails/mails.table.ts';
import { timestamptz } from '#server/columns.ts';

const memberId = (name: string) =>
  bigint(name, { mode: 'number' })
    .notNull()
    .references(() => members.id, { onDelete: 'cascade' });

/**
 * Notifications of members, grouped: while one is unread, others who do the same become its actors.
 * Its subject and the source of each action (a comment, a share) are named by type and id; triggers
 * delete the row with either of them.
 */
export const notifications = pgTable(
  'notifications',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    recipientId: memberId('recipient_id'),
    /** As the manifests declare them (`notices`). */
    type: text().notNull(),
    subjectType: text('subject_type').notNull(),
    subjectId: bigint('subject_id', { mode: 'number' }).notNull(),
    /** The item that it is opened and seen with: for a comment, its post. */
    contextType: text('context_type').notNull(),
    contextId: bigint('context_id', { mode: 'number' }).notNull(),
    groupKey: text('group_key').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** When the last actor joined: the order of the list. */
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
    readAt: timestamptz('read_at'),
    /**
     * Removed from the list by the recipient. The row stays: the same does not notify again.
     */
    deletedAt: timestamptz('deleted_at'),
    /**
     * Frequency of the email that will contain it; null once that is being sent, or where none is
     * wanted.
     */
    emailFrequency: text('email_frequency', { enum: ['at_once', 'daily', 'weekly'] }),
    mailId: uuid('mail_id').references(() => notificationMails.id, { onDelete: 'set null' }),
    isPushDue: boolean('is_push_due').notNull().default(false),
  },
  (table) => [
    uniqueIndex('notifications_unread')
      .on(table.recipientId, table.groupKey)
      .where(sql`read_at is null`),
    index('notifications_group').on(table.recipientId, table.groupKey),
    index('notifications_unread_list')
      .on(table.recipientId, table.updatedAt, table.id)
      .where(sql`read_at is null`),
    index('notifications_list')
      .on(table.recipientId, table.updatedAt, table.id)
      .where(sql`deleted_at is null`),
    index('notifications_subject').on(table.subjectType, table.subjectId),
    index('notifications_context').on(table.contextType, table.contextId),
    index('notifications_to_mail')
      .on(table.recipientId)
      .where(sql`email_frequency is not null`),
    index('notifications_mail')
      .on(table.mailId)
      .where(sql`mail_id is not null`),
    index('notifications_to_push')
      .on(table.recipientId)
      .where(sql`is_push_due`),
    index('notifications_read_age')
      .on(table.updatedAt)
      .where(sql`read_at is not null`),
  ],
);

/**
 * Actors of a notification. One row for each action with its own id (a comment, a share), else one
 * for each actor.
 */
export const notificationActors = pgTable(
  'notification_actors',
  {
    notificationId: bigint('notification_id', { mode: 'number' })
      .notNull()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    actorId: memberId('actor_id'),
    /**
     * '' and 0 if the action has no id of its own. An `occasion` is named by its time, in
     * microseconds.
     */
    sourceType: text('source_type').notNull().default(''),
    sourceId: bigint('source_id', { mode: 'number' }).notNull().default(0),
    /**
     * Author of the comment that it replies to: recipients who cannot see them do not see the reply
     * either.
     */
    parentAuthorId: bigint('parent_author_id', { mode: 'number' }),
    occurredAt: timestamptz('occurred_at').notNull().defaultNow(),
    /** When the actor undid it: no longer shown, and doing it again does not notify again. */
    withdrawnAt: timestamptz('withdrawn_at'),
  },
  (table) => [
    primaryKey({
      columns: [table.notificationId, table.actorId, table.sourceType, table.sourceId],
    }),
    index('notification_actors_actor').on(table.actorId),
    // Doing something again looks for the few withdrawn among all that an active member has done.
    index('notification_actors_withdrawn')
      .on(table.actorId, table.sourceType, table.sourceId)
      .where(sql`withdrawn_at is not null`),
    index('notification_actors_source')
      .on(table.sourceType, table.sourceId)
      .where(sql`source_id <> 0`),
  ],
);
