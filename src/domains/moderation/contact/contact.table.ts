import { bigint, pgTable, text } from 'drizzle-orm/pg-core';
import { members } from '#domains/members/members.table.ts';
import { timestamptz } from '#server/columns.ts';

/** Messages to the administrators. */
export const contactMessages = pgTable('contact_messages', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  memberId: bigint('member_id', { mode: 'number' }).references(() => members.id, {
    onDelete: 'cascade',
  }),
  name: text().notNull(),
  email: text().notNull(),
  body: text().notNull(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
});
