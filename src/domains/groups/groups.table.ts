import { sql } from 'drizzle-orm';
import { bigint, check, foreignKey, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { categoriesTable, containers } from '#domains/containers/containers.table.ts';
import { timestamptz } from '#server/columns.ts';
import { fieldChecks, fieldColumns } from '#server/field-columns.ts';
import { groupFields } from './groups.fields.ts';
import { maxSlowMode } from './groups.rules.ts';

/** Categories of groups; the migration fills in those of the contract. */
export const groupCategories = categoriesTable('group_categories');

/** The details of a group; title, pictures, members and rights are in `containers`. */
export const groups = pgTable(
  'groups',
  {
    id: bigint({ mode: 'number' }).primaryKey(),
    type: text()
      .notNull()
      .generatedAlwaysAs(sql`'group'`),
    categoryId: integer('category_id')
      .notNull()
      .references(() => groupCategories.id),
    ...fieldColumns(groupFields),
    modifiedAt: timestamptz('modified_at').notNull().defaultNow(),
  },
  (table) => [
    foreignKey({
      columns: [table.type, table.id],
      foreignColumns: [containers.type, containers.id],
    }).onDelete('cascade'),
    index('groups_category').on(table.categoryId),
    ...fieldChecks('groups', groupFields),
    check(
      'groups_slow_mode',
      sql`"groups"."slow_mode_seconds" between 0 and ${sql.raw(String(maxSlowMode))}`,
    ),
  ],
);
