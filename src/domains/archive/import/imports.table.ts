import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { members } from '#domains/members/members.table.ts';
import { timestamptz } from '#server/columns.ts';

/** Archives that members import. The file is in the storage while it is needed. */
export const imports = pgTable(
  'imports',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    memberId: bigint('member_id', { mode: 'number' }).references(() => members.id, {
      onDelete: 'set null',
    }),
    /** File name in the storage; empty once the file is deleted. */
    fileName: text('file_name').notNull(),
    state: text({ enum: ['receiving', 'working', 'done', 'failed', 'cancelled'] })
      .notNull()
      .default('receiving'),
    /** Posts, albums and the profile: the total, and how many have been imported or skipped. */
    total: integer().notNull().default(0),
    done: integer().notNull().default(0),
    posts: integer().notNull().default(0),
    albums: integer().notNull().default(0),
    /** Posts that cannot be imported, and files that could not be read. */
    leftOut: integer('left_out').notNull().default(0),
    problem: text().notNull().default(''),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    finishedAt: timestamptz('finished_at'),
  },
  (table) => [
    index('imports_member').on(table.memberId, table.id),
    uniqueIndex('imports_one_at_a_time')
      .on(table.memberId)
      .where(sql`state in ('receiving', 'working')`),
    check(
      'imports_state',
      sql`${table.state} in ('receiving', 'working', 'done', 'failed', 'cancelled')`,
    ),
  ],
);

/** Items imported so far, to be deleted if it is cancelled or fails. */
export const importItems = pgTable(
  'import_items',
  {
    importId: bigint('import_id', { mode: 'number' })
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    type: text({ enum: ['post', 'album', 'scheduled'] }).notNull(),
    itemId: bigint('item_id', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.type, table.itemId] })],
);
