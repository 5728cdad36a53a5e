import { bigint, boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { members } from '#domains/members/members.table.ts';
import { bytea, timestamptz } from '#server/columns.ts';

const member = () =>
  bigint('member_id', { mode: 'number' }).references(() => members.id, { onDelete: 'cascade' });

/** The authenticator app of a member. Secrets are encrypted (server/encryption.ts). */
export const twoFactor = pgTable('two_factor', {
  memberId: member().primaryKey(),
  /**
   * Null until a first code has proved that the app has the secret: only then does the log-in
   * require codes.
   */
  secret: bytea(),
  /** The last 30-second step whose code was used: no code is valid twice. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  enabledAt: timestamptz('enabled_at'),
  /** Secret of an unfinished setup, valid in that session only. */
  pendingSecret: bytea('pending_secret'),
  pendingSessionId: bigint('pending_session_id', { mode: 'number' }),
  pendingSince: timestamptz('pending_since'),
});

/** Recovery codes, each valid once. Only keyed hashes. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    memberId: member().notNull(),
    codeHash: bytea('code_hash').notNull(),
    usedAt: timestamptz('used_at'),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.codeHash] })],
);

/** Log-ins with the right password that wait for a code. */
export const loginChallenges = pgTable(
  'login_challenges',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    memberId: member().notNull(),
    /** Whether the log-in restores a deleted account, once the code is right as well. */
    restores: boolean().notNull().default(false),
    /** A native client's id of its device. */
    device: text(),
    tries: integer().notNull().default(0),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (table) => [index('login_challenges_member').on(table.memberId)],
);
