import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

/**
 * Deletes expired rows of no further use; network addresses are kept 30 days. Safe to run twice at
 * once.
 */
export async function pruneAccounts(): Promise<void> {
  await db.execute(
    sql`
      delete from sessions
      where last_used_at <= ${now()} - interval '30 days'
        or created_at <= ${now()} - interval '180 days'`,
  );
  await db.execute(
    sql`
      update sessions
      set address = ''
      where created_at <= ${now()} - interval '30 days'
        and address <> ''`,
  );
  await db.execute(sql`delete from email_tokens where expires_at <= ${now()}`);
  await db.execute(sql`delete from login_challenges where expires_at <= ${now()}`);
  await db.execute(sql`delete from passkey_challenges where expires_at <= ${now()}`);
  await db.execute(
    sql`
      update two_factor
      set pending_secret = null, pending_session_id = null, pending_since = null
      where pending_since <= ${now()} - interval '1 hour'`,
  );
  await db.execute(
    sql`delete from known_devices where last_seen_at <= ${now()} - interval '400 days'`,
  );
}
