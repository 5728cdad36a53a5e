import { sql } from 'drizzle-orm';
import { bigint, boolean, check, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { members } from '#domains/members/members.table.ts';
import { timestamptz } from '#server/columns.ts';
import { fieldChecks, fieldColumns } from '#server/field-columns.ts';
import { quietFields } from './preferences.fields.ts';

const memberId = () =>
  bigint('member_id', { mode: 'number' })
    .notNull()
    .references(() => members.id, { onDelete: 'cascade' });

/**
 * Preference of a member for one notification type. Without a row the defaults of
 * notification-kinds.ts apply.
 */
export const notificationPreferences = pgTable(
  'notification_preferences',
  {
    memberId: memberId(),
    type: text().notNull(),
    inApp: boolean('in_app').notNull(),
    email: text({ enum: ['at_once', 'daily', 'weekly', 'off'] }).notNull(),
    push: boolean().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.type] }),
    check(
      'notification_preferences_email',
      sql`${table.email} in ('at_once', 'daily', 'weekly', 'off')`,
    ),
  ],
);

/**
 * Pause and quiet hours of a member: mails and pushes wait until they end. Without a row there are
 * none.
 */
export const notificationSettings = pgTable(
  'notification_settings',
  {
    memberId: memberId().primaryKey(),
    ...fieldColumns(quietFields),
  },
  (table) => [
    check(
      'notification_settings_quiet_hours',
      sql`(${table.quietFrom} is null) = (${table.quietTo} is null)`,
    ),
    ...fieldChecks('notification_settings', quietFields),
  ],
);

/** Contexts (a post, a conversation) without notifications for the member. */
export const notificationMutes = pgTable(
  'notification_mutes',
  {
    memberId: memberId(),
    contextType: text('context_type').notNull(),
    contextId: bigint('context_id', { mode: 'number' }).notNull(),
    mutedAt: timestamptz('muted_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.contextType, table.contextId] })],
);
