import { sql } from 'drizzle-orm';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { log } from '#server/log.ts';

export const purgeQueue = 'purge-accounts';

/** Tables whose rows stay with others, under 'Deleted member'. Every other row that names the member as its own goes. */
const kept = new Set<string>([]);
const atOnce = 500;

interface Reference extends Record<string, unknown> {
  table: string;
  column: string;
  rule: 'c' | 'n' | 'a' | 'r';
}

/** Asked of the database itself: a table that is new tomorrow is not forgotten. */
const listReferences = () => db.execute<Reference>(sql`
  select t.relname as "table", a.attname as "column", c.confdeltype as rule
  from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
  where c.contype = 'f' and c.confrelid = 'members'::regclass and t.relnamespace = 'public'::regnamespace order by 1, 2`);

async function removeRows({ table, column }: Reference, memberId: number): Promise<void> {
  const name = sql.identifier(table);
  for (let gone = atOnce; gone === atOnce; ) {
    const rows = await db.execute(sql`
      delete from ${name} where ctid = any (array(select ctid from ${name} where ${sql.identifier(column)} = ${memberId} limit ${atOnce})) returning 1`);
    gone = rows.length;
  }
}

/** Everything of one account. Cut off, the next run goes on; triggers see to counts and files. */
async function purge(memberId: number): Promise<void> {
  for (const reference of await listReferences()) {
    if (kept.has(reference.table)) continue;
    if (reference.rule === 'c') await removeRows(reference, memberId);
    else await db.execute(sql`update ${sql.identifier(reference.table)} set ${sql.identifier(reference.column)} = null where ${sql.identifier(reference.column)} = ${memberId}`);
  }
  // The row stays, empty: no new account ever gets its id, and what others keep has somebody to point at.
  await db.execute(sql`
    update members set email = '', username = ${`deleted-${memberId}`}, first_name = 'Deleted', last_name = 'member', displayname = 'Deleted member',
      password_hash = '', avatar = null, cover = null, new_email = null, role = 'member', timezone = 'UTC', language = 'en', last_login_at = null, purge_after = null
    where id = ${memberId} and status = 'deleted'`);
  log('info', 'account purged', { member: memberId });
}

/** Ends every deleted account whose time to be taken back is over. Safe to run twice at once. */
export async function purgeDue(): Promise<void> {
  const due = await db.execute<{ id: number }>(sql`select id from members where status = 'deleted' and purge_after <= ${now()} order by purge_after`);
  for (const { id } of due) await purge(id);
}
