import { sql } from 'drizzle-orm';
import { now } from './clock.ts';
import { db } from './db.ts';

/** Rows of the plumbing whose time is over. Safe to run twice at once. */
export async function sweepPlumbing(): Promise<void> {
  await db.execute(sql`delete from rate_counters where expires_at <= ${now()}`);
  await db.execute(sql`delete from idempotency_keys where created_at <= ${now()} - interval '24 hours'`);
  // Longer than any job is tried.
  await db.execute(sql`delete from sent_mails where sent_at <= ${now()} - interval '30 days'`);
}
