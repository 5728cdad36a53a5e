import { bigint, boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { members } from '#domains/auth/auth.table.ts';
import { bytea, timestamptz } from '#server/columns.ts';

const member = () =>
  bigint('member_id', { mode: 'number' }).references(() => members.id, { onDelete: 'cascade' });

/** The authenticator app of a member. Secrets are sealed (server/encryption.ts). */
export const twoFactor = pgTable('two_factor', {
  memberId: member().primaryKey(),
  /**
   * Null until a first code has proved that the app knows it: only then does the log-in ask for
   * codes.
   */
  secret: bytea(),
  /** The last 30-second step whose code was used: no code counts twice. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  enabledAt: timestamptz('enabled_at'),
  /** What is being set up, in that session alone. */
  pendingSecret: bytea('pending_secret'),
  pendingSessionId: bigint('pending_session_id', { mode: 'number' }),
  pendingSince: timestamptz('pending_since'),
});

/** Each logs in once without the app. Only keyed hashes. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    memberId: member().notNull(),
    codeHash: bytea('code_hash').notNull(),
    usedAt: timestamptz('used_at'),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.codeHash] })],
);

/** Log-ins whose password was right and whose code is awaited. */
export const loginChallenges = pgTable(
  'login_challenges',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    memberId: member().notNull(),
    /** Takes back an account that was deleted, once the code is right as well. */
    restores: boolean().notNull().default(false),
    /** A native client's name for its device. */
    device: text(),
    tries: integer().notNull().default(0),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (table) => [index('login_challenges_member').on(table.memberId)],
);
