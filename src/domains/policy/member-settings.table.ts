import { sql } from 'drizzle-orm';
import { bigint, boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import { members } from '#domains/members/members.table.ts';
import { fieldChecks, fieldColumns } from '#server/field-columns.ts';
import { generalSettingFields, memberSettingFields } from './privacy.fields.ts';

/** Settings of members. Members without a row have the defaults, so read with `coalesce`. */
export const memberSettings = pgTable(
  'member_settings',
  {
    memberId: bigint('member_id', { mode: 'number' })
      .primaryKey()
      .references(() => members.id, { onDelete: 'cascade' }),
    ...fieldColumns(memberSettingFields),
    /** Whether other participants see typing indicators and read receipts of the member. */
    showsTyping: boolean('shows_typing').notNull().default(true),
    showsReadReceipts: boolean('shows_read_receipts').notNull().default(true),
    ...fieldColumns(generalSettingFields),
    /** Whether the invitation banner of the header is hidden. */
    hidesInviteBanner: boolean('hides_invite_banner').notNull().default(false),
    /** Activity types not shared automatically (`setting` of their definitions). */
    hiddenActivityTypes: text('hidden_activity_types')
      .array()
      .notNull()
      .default(sql`'{}'`),
  },
  (table) => [
    // Partial index: search excludes these few rows.
    index('member_settings_unfindable')
      .on(table.memberId)
      .where(sql`not is_findable`),
    ...fieldChecks('member_settings', { ...memberSettingFields, ...generalSettingFields }),
  ],
);
