import { bigint, boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { members } from '#domains/auth/auth.table.ts';
import { bytea, timestamptz } from '#server/columns.ts';

/** Keys on members' devices. Only their public halves: nothing here logs anybody in. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    memberId: bigint('member_id', { mode: 'number' })
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    credentialId: bytea('credential_id').notNull(),
    publicKey: bytea('public_key').notNull(),
    /** Grows with each use, on devices that count; one that falls back is a copy. */
    counter: bigint({ mode: 'number' }).notNull().default(0),
    transports: text().array().notNull().default([]),
    name: text().notNull(),
    /** Kept by the maker of the device for all of the member's devices. */
    isSynced: boolean('is_synced').notNull().default(false),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    lastUsedAt: timestamptz('last_used_at'),
  },
  (table) => [
    uniqueIndex('passkeys_credential').on(table.credentialId),
    index('passkeys_member').on(table.memberId),
  ],
);

/** What a device is asked to sign: once, within minutes, for one purpose. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challengeHash: bytea('challenge_hash').primaryKey(),
    /** Who adds a passkey; null for a log-in, of which nobody knows yet whose it is. */
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
