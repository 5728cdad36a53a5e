import { sql } from 'drizzle-orm';
import { bigint, check, foreignKey, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { containers } from '#domains/containers/containers.table.ts';
import { timestamptz } from '#server/columns.ts';
import { maxSlowMode } from './groups.rules.ts';

/** Categories of groups; the migration fills in those of the contract. */
export const groupCategories = pgTable(
  'group_categories',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    title: text().notNull(),
    position: integer().notNull().default(0),
  },
  (table) => [check('group_categories_title', sql`char_length(${table.title}) between 1 and 64`)],
);

/** The details of a group; title, pictures, members and rights are in `containers`. */
export const groups = pgTable(
  'groups',
  {
    id: bigint({ mode: 'number' }).primaryKey(),
    type: text()
      .notNull()
      .generatedAlwaysAs(sql`'group'`),
    description: text().notNull().default(''),
    categoryId: integer('category_id')
      .notNull()
      .references(() => groupCategories.id),
    location: text().notNull().default(''),
    /** Shown to whoever joins. */
    rules: text().notNull().default(''),
    /** The members who create events. */
    eventPolicy: text('event_policy', { enum: ['members', 'staff'] })
      .notNull()
      .default('members'),
    /** The readers who see the list of members. */
    memberList: text('member_list', { enum: ['readers', 'members'] })
      .notNull()
      .default('readers'),
    /** Seconds between two posts of a member without a role; 0: none. */
    slowModeSeconds: integer('slow_mode_seconds').notNull().default(0),
    modifiedAt: timestamptz('modified_at').notNull().defaultNow(),
  },
  (table) => [
    foreignKey({
      columns: [table.type, table.id],
      foreignColumns: [containers.type, containers.id],
    }).onDelete('cascade'),
    index('groups_category').on(table.categoryId),
    check('groups_event_policy', sql`${table.eventPolicy} in ('members', 'staff')`),
    check('groups_member_list', sql`${table.memberList} in ('readers', 'members')`),
    check(
      'groups_slow_mode',
      sql`${table.slowModeSeconds} between 0 and ${sql.raw(String(maxSlowMode))}`,
    ),
  ],
);
