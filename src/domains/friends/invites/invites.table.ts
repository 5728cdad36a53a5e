import { sql } from 'drizzle-orm';
import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';
import { members } from '#domains/members/members.table.ts';
import { timestamptz } from '#server/columns.ts';

/** Invitations by mail, and members who joined by an invitation. */
export const invites = pgTable(
  'invites',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    inviterId: bigint('inviter_id', { mode: 'number' })
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** '' for members who joined by the personal link without a mail. */
    email: text().notNull(),
    joinedId: bigint('joined_id', { mode: 'number' }).references(() => members.id, {
      onDelete: 'cascade',
    }),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('invites_inviter').on(table.inviterId, table.id),
    index('invites_joined').on(table.joinedId),
    index('invites_email').on(sql`lower(${table.email})`, table.createdAt),
  ],
);
