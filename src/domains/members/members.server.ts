import type { SQL } from 'drizzle-orm';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { fromEachDomain } from '#server/domain.ts';
import { forbidden } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

/** Runs in the transaction that activates the member: all of it commits, or none. */
type OnMemberActivated = (tx: Tx, memberId: number) => Promise<void>;

declare module '#server/domain.ts' {
  interface Domain {
    /** Registers a handler for each new member, once the address is confirmed (or need not be). */
    onMemberActivated?: OnMemberActivated;
    /** Registers a handler for each confirmed address: of a new member, a changed or restored account. */
    onAddressConfirmed?: OnMemberActivated;
  }
}

/** A `MemberCard` as JSON, of `m`, a row of `members`. */
export const memberCardJson = (m: SQL, avatar: SQL = sql`${m}.avatar`): SQL => sql`
  json_build_object(
    'id', ${m}.id, 'displayname', ${m}.displayname, 'username', ${m}.username, 'avatar', ${avatar}
  )`;

export const memberActivated: OnMemberActivated = async (tx, memberId) => {
  for (const handle of fromEachDomain('onMemberActivated')) await handle(tx, memberId);
  await addressConfirmed(tx, memberId);
};

export const addressConfirmed: OnMemberActivated = async (tx, memberId) => {
  for (const handle of fromEachDomain('onAddressConfirmed')) await handle(tx, memberId);
};

/**
 * Locks the member's own row until the transaction ends. Every transaction that writes rows of one
 * member in more than one table takes it first (docs/locking.md). `no key update` does not block
 * inserts of rows that refer to the member, such as likes and messages.
 */
export async function lockMember(tx: Tx, memberId: number): Promise<void> {
  await tx.execute(sql`select 1 from members where id = ${memberId} for no key update`);
}

/**
 * Locks the member's own row, and throws unauthorized if the account has ended since the request
 * began: nobody would own what it creates, and its succession is settled already.
 */
export async function lockActiveMember(tx: Tx, memberId: number): Promise<void> {
  await lockMember(tx, memberId);
  const [active] = await tx.execute(
    sql`select 1 from members where id = ${memberId} and status = 'active'`,
  );
  if (!active) throw forbidden();
}

/** Deletes sign-ups that nobody confirmed. Safe to run twice at once. */
export async function pruneSignups(): Promise<void> {
  // All sign-ups for one address are deleted together: as long as there are several, none of their
  // passwords is taken for the owner's.
  await db.execute(sql`
    delete from members
    where status = 'pending'
      and created_at <= ${now()} - interval '7 days'
      and not exists (
        select from members later
        where lower(later.email) = lower(members.email)
          and later.status = 'pending'
          and later.created_at > ${now()} - interval '7 days'
      )`);
}
