import type { Sql } from 'postgres';

const insufficientPrivilege = '42501';

/**
 * Ends its connections and drops it. PostgreSQL 15 refuses that to a role that is no superuser
 * while the server's own vacuum is at work there; a plain drop then sends the vacuum away and waits
 * for it, and the connections have ended by themselves or are next.
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
