import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { fromEachDomain } from '#server/domain.ts';
import { log } from '#server/log.ts';
import { attemptEach } from '#server/prune.ts';
import { sql } from '#server/sql.ts';

declare module '#server/domain.ts' {
  interface Domain {
    /** Before the rows of an ended account are deleted: passes on what others go on using. */
    beforePurge?: (memberId: number) => Promise<void>;
  }
}

export const purgeQueue = 'purge-accounts';

const batchSize = 500;

interface Reference extends Record<string, unknown> {
  table: string;
  column: string;
  rule: 'c' | 'n' | 'a' | 'r';
}

/**
 * Foreign keys to members, read from the catalog so that new tables are covered. Rows with `on
 * delete cascade` are deleted; columns with `on delete set null` are cleared.
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
  const [name, columnName] = [sql.identifier(table), sql.identifier(column)];
  const change =
    rule === 'c' ? sql`delete from ${name}` : sql`update ${name} set ${columnName} = null`;
  for (let removed = batchSize; removed === batchSize;) {
    const rows = await db.execute(
      sql`
        ${change}
        where ctid = any (
          array(select ctid from ${name} where ${columnName} = ${memberId} limit ${batchSize})
        )
        returning 1`,
    );
    removed = rows.length;
  }
}

/**
 * Deletes everything of an account. Resumes after an interruption; triggers update counts and
 * files.
 */
async function purge(memberId: number): Promise<void> {
  for (const keep of fromEachDomain('beforePurge')) await keep(memberId);
  for (const reference of await listReferences()) await removeRows(reference, memberId);
  // The empty row stays: its id is never reused, and content kept by others still has an author.
  await db.execute(sql`
    update members
    set email = '', username = ${`deleted-${memberId}`}, first_name = 'Deleted',
      last_name = 'member', displayname = 'Deleted member', password_hash = '', avatar = null,
      cover = null, new_email = null, role = 'member', timezone = 'UTC', language = 'en',
      last_login_at = null, last_seen_on = null, purge_after = null
    where id = ${memberId} and status = 'deleted'`);
  log('info', 'account purged', { member: memberId });
}

/**
 * Purges all accounts whose grace period is over, each even if another cannot be. Safe to run
 * concurrently.
 */
export async function purgeDue(): Promise<void> {
  const due = await db.execute<{ id: number }>(
    sql`
      select id
      from members
      where status = 'deleted' and purge_after <= ${now()}
      order by purge_after`,
  );
  await attemptEach(due, ({ id }) => purge(id));
}
