import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { members } from '#domains/auth/auth.table.ts';
import { notificationMails } from '#domains/notifications/mails/mails.table.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const memberId = (name: string) =>
  bigint(name, { mode: 'number' })
    .notNull()
    .references(() => members.id, { onDelete: 'cascade' });

/**
 * What a member is told, one row for many alike: while it is unread, whoever does the same joins
 * it. What it is about and what was done are named by type and id; migrations drop the row with
 * either of them.
 */
export const notifications = pgTable(
  'notifications',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    recipientId: memberId('recipient_id'),
    /** As in notifications.rules.ts. */
    type: text().notNull(),
    aboutType: text('about_type').notNull(),
    aboutId: bigint('about_id', { mode: 'number' }).notNull(),
    /** What it is opened and seen with: of a comment, its post. */
    placeType: text('place_type').notNull(),
    placeId: bigint('place_id', { mode: 'number' }).notNull(),
    groupKey: text('group_key').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** When the last actor joined: the order of the list. */
    updatedAt: moment('updated_at').notNull().defaultNow(),
    readAt: moment('read_at'),
    /**
     * Removed from the list by the recipient. The row stays, so that the same is not told again.
     */
    deletedAt: moment('deleted_at'),
    /**
     * The pace of the mail that is to tell of it too; null once that is on its way, or where none
     * is wanted.
     */
    mailAs: text('mail_as', { enum: ['at_once', 'daily', 'weekly'] }),
    mailId: uuid('mail_id').references(() => notificationMails.id, { onDelete: 'set null' }),
    isPushDue: boolean('is_push_due').notNull().default(false),
  },
  (table) => [
    uniqueIndex('notifications_unread')
      .on(table.recipientId, table.groupKey)
      .where(sql`read_at is null`),
    index('notifications_group').on(table.recipientId, table.groupKey),
    index('notifications_news')
      .on(table.recipientId, table.updatedAt, table.id)
      .where(sql`read_at is null`),
    index('notifications_list')
      .on(table.recipientId, table.updatedAt, table.id)
      .where(sql`deleted_at is null`),
    index('notifications_about').on(table.aboutType, table.aboutId),
    index('notifications_place').on(table.placeType, table.placeId),
    index('notifications_to_mail')
      .on(table.recipientId)
      .where(sql`mail_as is not null`),
    index('notifications_mail')
      .on(table.mailId)
      .where(sql`mail_id is not null`),
    index('notifications_to_push')
      .on(table.recipientId)
      .where(sql`is_push_due`),
    index('notifications_old')
      .on(table.updatedAt)
      .where(sql`read_at is not null`),
  ],
);

/**
 * Who did it. One row for each act that has an id of its own (a comment, a share), else one for
 * each actor.
 */
export const notificationActors = pgTable(
  'notification_actors',
  {
    notificationId: bigint('notification_id', { mode: 'number' })
      .notNull()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    actorId: memberId('actor_id'),
    /** '' and 0 where the act has no id of its own. */
    actType: text('act_type').notNull().default(''),
    actId: bigint('act_id', { mode: 'number' }).notNull().default(0),
    /** Whose words it answers: whoever does not reach that member does not see the act either. */
    viaId: bigint('via_id', { mode: 'number' }),
    actedAt: moment('acted_at').notNull().defaultNow(),
    /** Taken back: not told any more, and not told anew when it is done again. */
    withdrawnAt: moment('withdrawn_at'),
  },
  (table) => [
    primaryKey({ columns: [table.notificationId, table.actorId, table.actType, table.actId] }),
    index('notification_actors_actor').on(table.actorId),
    index('notification_actors_act')
      .on(table.actType, table.actId)
      .where(sql`act_id <> 0`),
  ],
);
