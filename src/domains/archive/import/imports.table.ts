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
import { members } from '#domains/auth/auth.table.ts';
import { timestamptz } from '#server/columns.ts';

/**
 * Archives from elsewhere that members bring in. The file lies in the storage while it is needed.
 */
export const imports = pgTable(
  'imports',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    memberId: bigint('member_id', { mode: 'number' }).references(() => members.id, {
      onDelete: 'set null',
    }),
    /** In the storage; empty once the file is deleted. */
    fileName: text('file_name').notNull(),
    state: text({ enum: ['receiving', 'working', 'done', 'failed', 'cancelled'] })
      .notNull()
      .default('receiving'),
    /**
     * Posts, albums and the profile: how many there are, and how many have been taken in or passed
     * over.
     */
    total: integer().notNull().default(0),
    done: integer().notNull().default(0),
    posts: integer().notNull().default(0),
    albums: integer().notNull().default(0),
    /** Posts that cannot come along, and files that could not be read. */
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

/** What has come of it so far, to be taken back should it be cancelled or fail. */
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
