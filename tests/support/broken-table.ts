import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

/**
 * Makes every row written to a table fail as if the database had ended the connection. Call the
 * returned function to mend it.
 */
export async function breakTable(name: string): Promise<() => Promise<void>> {
  const table = sql.identifier(name);
  await db.execute(sql`
    create or replace function end_connection() returns trigger language plpgsql
    as $$ begin raise exception 'terminating connection' using errcode = 'admin_shutdown'; end $$`);
  await db.execute(sql`
    create trigger a_end_connection before insert or update on ${table}
    for each row execute function end_connection()`);
  return async () => void (await db.execute(sql`drop trigger a_end_connection on ${table}`));
}
