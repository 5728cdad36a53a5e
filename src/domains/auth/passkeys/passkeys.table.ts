import { bigint, boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { members } from '#domains/members/members.table.ts';
import { bytea, timestamptz } from '#server/columns.ts';

/** Public keys of members' devices. Nothing here is enough to log in. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    memberId: bigint('member_id', { mode: 'number' })
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    credentialId: bytea('credential_id').notNull(),
    publicKey: bytea('public_key').notNull(),
    /** Signature counter, on devices that have one; a lower value means the key was copied. */
    counter: bigint({ mode: 'number' }).notNull().default(0),
    transports: text().array().notNull().default([]),
    name: text().notNull(),
    /** Synchronized by the maker of the device to all of the member's devices. */
    isSynced: boolean('is_synced').notNull().default(false),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    lastUsedAt: timestamptz('last_used_at'),
  },
  (table) => [
    uniqueIndex('passkeys_credential').on(table.credentialId),
    index('passkeys_member').on(table.memberId),
  ],
);

/** Challenges for devices to sign: one use, within minutes, for one purpose. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challengeHash: bytea('challenge_hash').primaryKey(),
    /** The member who adds a passkey; null for a log-in, whose member is not known yet. */
    memberId: bigint('member_id', { mode: 'number' }).references(() => members.id, {
      onDelete: 'cascade',
    }),
    sessionId: bigint('session_id', { mode: 'number' }),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (table) => [
    index('passkey_challenges_member').on(table.memberId),
    index('passkey_challenges_expiry').on(table.expiresAt),
  ],
);
