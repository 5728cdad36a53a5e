import { bigint, date, index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { members } from '#domains/members/members.table.ts';

/**
 * Views of a profile: the day of the last one (UTC), and on how many days. A member counts once a
 * day, in one row. Never shown by name.
 */
export const profileViews = pgTable(
  'profile_views',
  {
    profileId: bigint('profile_id', { mode: 'number' })
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    memberId: bigint('member_id', { mode: 'number' })
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    day: date().notNull(),
    days: integer().notNull().default(1),
  },
  (table) => [
    primaryKey({ columns: [table.profileId, table.memberId] }),
    index('profile_views_member').on(table.memberId),
  ],
);
