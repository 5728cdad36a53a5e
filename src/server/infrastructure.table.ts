import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea, timestamptz } from './columns.ts';

/** Facts about the site as a whole, such as `demo_seeded`. */
export const siteState = pgTable('site_state', {
  key: text().primaryKey(),
  value: text().notNull(),
  updatedAt: timestamptz('updated_at').notNull().defaultNow(),
});

/**
 * The functions and triggers of the `*.triggers.sql` files as they were applied last
 * (database/apply-triggers.ts).
 */
export const appliedTriggers = pgTable('applied_triggers', {
  signature: text().primaryKey(),
  hash: text().notNull(),
});

/**
 * Counters of the limits in security.md section 8. The migration makes the table UNLOGGED: losing
 * it in a crash only resets limits.
 */
export const rateCounters = pgTable(
  'rate_counters',
  {
    key: text().notNull(),
    windowStart: bigint('window_start', { mode: 'number' }).notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    count: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.key, table.windowStart] }),
    index('rate_counters_expiry').on(table.expiresAt),
  ],
);

/**
 * Responses of creating calls, kept for 24 hours so that repeating a request after a lost
 * connection creates one object.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    memberId: bigint('member_id', { mode: 'number' }).notNull(),
    key: text().notNull(),
    call: text().notNull(),
    inputHash: bytea('input_hash').notNull(),
    response: jsonb(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.key] }),
    index('idempotency_keys_age').on(table.createdAt),
  ],
);

/**
 * Jobs whose mail was accepted by the mail server, so that a job repeated after a crash does not
 * send it twice.
 */
export const sentMails = pgTable('sent_mails', {
  jobId: uuid('job_id').primaryKey(),
  sentAt: timestamptz('sent_at').notNull().defaultNow(),
});
