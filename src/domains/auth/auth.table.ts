import {
  bigint,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { members } from '#domains/members/members.table.ts';
import { bytea, timestamptz } from '#server/columns.ts';

/** Sessions, one row per signed-in device. Only hashes: a stolen backup signs nobody in. */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    secretHash: bytea('secret_hash').notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    memberId: bigint('member_id', { mode: 'number' })
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    device: text().notNull(),
    address: text().notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    lastUsedAt: timestamptz('last_used_at').notNull().defaultNow(),
  },
  (table) => [
    index('sessions_member').on(table.memberId, table.createdAt),
    uniqueIndex('sessions_id').on(table.id),
  ],
);

/**
 * Links sent by mail: 32 random bytes of which only the SHA-256 is stored, one use, bound to member
 * and purpose.
 */
export const emailTokens = pgTable(
  'email_tokens',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    codeHash: bytea('code_hash').notNull(),
    memberId: bigint('member_id', { mode: 'number' })
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    purpose: text({ enum: ['verify', 'reset', 'email'] }).notNull(),
    tries: integer().notNull().default(0),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    expiresAt: timestamptz('expires_at').notNull(),
    /**
     * Set by the use, kept until it expires, so that a link opened twice can show that it was used.
     */
    usedAt: timestamptz('used_at'),
  },
  (table) => [index('email_tokens_member').on(table.memberId, table.purpose)],
);

/**
 * Browsers that a member has logged in from: they may still try while the account is under attack.
 */
export const knownDevices = pgTable(
  'known_devices',
  {
    memberId: bigint('member_id', { mode: 'number' })
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    deviceHash: bytea('device_hash').notNull(),
    lastSeenAt: timestamptz('last_seen_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.deviceHash] })],
);
