import { sql } from 'drizzle-orm';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { log } from '#server/log.ts';

export const purgeQueue = 'purge-accounts';

const atOnce = 500;

interface Reference extends Record<string, unknown> {
  table: string;
  column: string;
  rule: 'c' | 'n' | 'a' | 'r';
}

/**
 * Where members are named, asked of the database itself: a table that is new tomorrow is not
 * forgotten. What goes with a member there (`on delete cascade`) goes here; what stays with others
 * (`on delete set null`) no longer says whose it was.
 */
const listReferences = () =>
  db.execute<Reference>(sql`
    select t.relname as "table", a.attname as "column", c.confdeltype as rule
    from pg_constraint c
    join pg_class t on t.oid = c.conrelid
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f'
      and c.confrelid = 'members'::regclass
      and t.relnamespace = 'public'::regnamespace
    order by 1, 2`);

async function removeRows({ table, column, rule }: Reference, memberId: number): Promise<void> {
  const [name, named] = [sql.identifier(table), sql.identifier(column)];
  const change = rule === 'c' ? sql`delete from ${name}` : sql`update ${name} set ${named} = null`;
  for (let gone = atOnce; gone === atOnce;) {
    const rows = await db.execute(
      sql`
        ${change}
        where ctid = any (
          array(select ctid from ${name} where ${named} = ${memberId} limit ${atOnce})
        )
        returning 1`,
    );
    gone = rows.length;
  }
}

/** Everything of one account. Cut off, the next run goes on; triggers see to counts and files. */
async function purge(memberId: number): Promise<void> {
  for (const reference of await listReferences()) await removeRows(reference, memberId);
  // The row stays, empty: no new account ever gets its id, and what others keep has somebody to
  // point at.
  await db.execute(sql`
    update members
    set email = '', username = ${`deleted-${memberId}`}, first_name = 'Deleted',
      last_name = 'member', displayname = 'Deleted member', password_hash = '', avatar = null,
      cover = null, new_email = null, role = 'member', timezone = 'UTC', language = 'en',
      last_login_at = null, purge_after = null
    where id = ${memberId} and status = 'deleted'`);
  log('info', 'account purged', { member: memberId });
}

/** Ends every deleted account whose time to be taken back is over. Safe to run twice at once. */
export async function purgeDue(): Promise<void> {
  const due = await db.execute<{ id: number }>(
    sql`
      select id
      from members
      where status = 'deleted' and purge_after <= ${now()}
      order by purge_after`,
  );
  for (const { id } of due) await purge(id);
}
