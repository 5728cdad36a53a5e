import { sql } from 'drizzle-orm';
import { bigint, check, date, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { timestamptz } from '#server/columns.ts';

/**
 * All accounts. `pending` has not confirmed the address (or waits for approval): it has no session,
 * nobody sees it, and its address is not reserved, hence the partial unique indexes.
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
     * The name in the form that name-search.server.ts compares: without case and accents, a space
     * before each word.
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
    /** The last day (UTC) of a request with a session; it stays when the session ends. */
    lastSeenOn: date('last_seen_on', { mode: 'string' }),
    /** New address that has not been confirmed yet. */
    newEmail: text('new_email'),
    /** Since when the account is suspended; written by a trigger. */
    suspendedAt: timestamptz('suspended_at'),
    /**
     * Deadline of a deleted account: until then its owner may restore it, afterwards it is purged
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
    // Few rows: content of these members is left out of every list and count.
    index('members_inactive')
      .on(table.id)
      .where(sql`status <> 'active'`),
    index('members_deleted_email')
      .on(sql`lower(${table.email})`)
      .where(sql`status = 'deleted' and purge_after is not null`),
    // Each request for a public picture looks up its member.
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
