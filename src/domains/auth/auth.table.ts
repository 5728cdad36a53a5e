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
import { bytea, timestamptz } from '#server/columns.ts';

/**
 * Everyone with an account. `pending` has not confirmed the address (or waits for approval): it has
 * no session, nobody sees it, and its address is not reserved, hence the partial unique indexes.
 */
export const members = pgTable(
  'members',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    status: text({ enum: ['pending', 'active', 'suspended', 'deleted'] })
      .notNull()
      .default('pending'),
    role: text({ enum: ['member', 'moderator', 'admin'] })
      .notNull()
      .default('member'),
    email: text().notNull(),
    username: text().notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    displayname: text().notNull(),
    /**
     * The name as name-search.server.ts compares it: without case and accents, a space before each
     * word.
     */
    nameWords: text('name_words')
      .notNull()
      .generatedAlwaysAs(sql`' ' || translate(folded(displayname), '-''’', '   ')`),
    passwordHash: text('password_hash').notNull(),
    /** Content-hashed file names under /media/public, null without a picture. */
    avatar: text(),
    cover: text(),
    language: text().notNull().default('en'),
    timezone: text().notNull().default('UTC'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** Last change of the profile: names, pictures, details. */
    modifiedAt: timestamptz('modified_at'),
    lastLoginAt: timestamptz('last_login_at'),
    /** Waits for the confirmation from the mail that was sent there. */
    newEmail: text('new_email'),
    /**
     * Of a deleted account: until then its owner may take it back, afterwards everything of it goes
     * (settings/purge.server.ts).
     */
    purgeAfter: timestamptz('purge_after'),
  },
  (table) => [
    uniqueIndex('members_email')
      .on(sql`lower(${table.email})`)
      .where(sql`status in ('active', 'suspended')`),
    uniqueIndex('members_username')
      .on(sql`lower(${table.username})`)
      .where(sql`status in ('active', 'suspended')`),
    index('members_pending_email')
      .on(sql`lower(${table.email})`)
      .where(sql`status = 'pending'`),
    // Few rows: what these members made is left out of every list and count.
    index('members_inactive')
      .on(table.id)
      .where(sql`status <> 'active'`),
    index('members_deleted_email')
      .on(sql`lower(${table.email})`)
      .where(sql`status = 'deleted' and purge_after is not null`),
    // Each request for a public picture asks whose it is.
    index('members_avatar')
      .on(table.avatar)
      .where(sql`avatar is not null`),
    index('members_cover')
      .on(table.cover)
      .where(sql`cover is not null`),
    check('members_status', sql`${table.status} in ('pending', 'active', 'suspended', 'deleted')`),
    check('members_role', sql`${table.role} in ('member', 'moderator', 'admin')`),
  ],
);

/** One row per signed-in device. Only hashes: a stolen backup signs nobody in. */
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
 * Links sent by mail: 32 random bytes of which only the SHA-256 is kept, one use, bound to member
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
    /** Kept until it expires, so that a link opened twice can say that it has done its work. */
    usedAt: timestamptz('used_at'),
  },
  (table) => [index('email_tokens_member').on(table.memberId, table.purpose)],
);

/**
 * Browsers that a member has logged in from: they may still try when the account is under attack.
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
