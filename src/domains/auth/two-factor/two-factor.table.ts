import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import { members } from '#domains/auth/auth.table.ts';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const member = () =>
  bigint('member_id', { mode: 'number' }).references(() => members.id, { onDelete: 'cascade' });

/** The authenticator app of a member. Secrets are sealed (server/encryption.ts). */
export const twoFactor = pgTable('two_factor', {
  memberId: member().primaryKey(),
  /**
   * Null until a first code has proved that the app knows it: only then does the log-in ask for
   * codes.
   */
  secret: bytes(),
  /** The last 30-second step whose code was used: no code counts twice. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  turnedOnAt: moment('turned_on_at'),
  /** What is being set up, in that session alone. */
  newSecret: bytes('new_secret'),
  newSessionId: bigint('new_session_id', { mode: 'number' }),
  newAt: moment('new_at'),
});

/** Each logs in once without the app. Only keyed hashes. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    memberId: member().notNull(),
    codeHash: bytes('code_hash').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.codeHash] })],
);

/** Log-ins whose password was right and whose code is awaited. */
export const loginSteps = pgTable(
  'login_steps',
  {
    tokenHash: bytes('token_hash').primaryKey(),
    memberId: member().notNull(),
    /** Takes back an account that was deleted, once the code is right as well. */
    restores: boolean().notNull().default(false),
    /** A native client's name for its device. */
    device: text(),
    tries: integer().notNull().default(0),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('login_steps_member').on(table.memberId)],
);
