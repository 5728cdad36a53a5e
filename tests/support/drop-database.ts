import type { Sql } from 'postgres';

const insufficientPrivilege = '42501';

/**
 * Terminates its connections and drops it. PostgreSQL 15 refuses to terminate connections for a
 * role that is no superuser while autovacuum works there; a plain drop then cancels the autovacuum
 * and waits for it.
 */
export async function dropDatabase(sql: Sql, name: string): Promise<void> {
  for (let left = 5; ; left -= 1) {
    try {
      await sql.unsafe(`drop database if exists ${name} with (force)`);
      return;
    } catch (error) {
      if (!left || (error as { code?: string }).code !== insufficientPrivilege) throw error;
      await sql.unsafe(`drop database if exists ${name}`).catch(() => undefined);
    }
  }
}
