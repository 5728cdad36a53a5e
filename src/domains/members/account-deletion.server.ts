import { now } from '#server/clock.ts';
import { violatedUnique } from '#server/database-errors.ts';
import { db, type Tx } from '#server/db.ts';
import { httpError } from '#server/errors.ts';
import { log } from '#server/log.ts';
import { sql } from '#server/sql.ts';
import { addressConfirmed } from './members.server.ts';
import { freeUsername, isUsernameTaken } from './usernames.server.ts';

/** Shown only to somebody who knows the password. */
export async function deletionMessage(memberId: number): Promise<string> {
  const [row] = await db.execute<{ day: string }>(
    sql`
      select to_char(purge_after at time zone timezone, 'FMDD FMMonth YYYY') as day
      from members
      where id = ${memberId}`,
  );
  return `This account will be deleted on ${row!.day}. To keep it, log in and choose to keep it.`;
}

interface LeavingMember {
  id: number;
  username: string;
  firstName: string;
  lastName: string;
}

/** Restores a deleted account with all of its content and memberships; what it owned has passed on. */
export async function restoreAccount(
  tx: Tx,
  { id, username, firstName, lastName }: LeavingMember,
): Promise<void> {
  try {
    await tx.transaction(async (inner) => {
      // The username of a deleted account is free for others.
      const name = (await isUsernameTaken(inner, username))
        ? await freeUsername(inner, firstName, lastName)
        : username;
      const kept = await inner.execute(sql`
        update members
        set status = 'active', purge_after = null, username = ${name}
        where id = ${id}
          and status = 'deleted'
          and purge_after > ${now()}
        returning 1`);
      if (!kept.length) throw httpError('account_disabled', 'This account has been deleted.');
      await addressConfirmed(inner, id);
    });
  } catch (error) {
    if (violatedUnique(error) === 'members_email')
      throw httpError('account_disabled', 'There is now another account with this address.');
    throw error;
  }
  log('info', 'account restored', { member: id });
}
