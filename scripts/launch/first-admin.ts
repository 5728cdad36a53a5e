import { createHash, randomBytes } from 'node:crypto';
import { firstAdminKey, firstAdminPath } from '#domains/members/members.rules.ts';
import { query } from './database.ts';

/**
 * Creates a one-time link that makes the first administrator; returns its path, or undefined if
 * there is an administrator. Earlier links become invalid: only a hash is stored, so none can be
 * printed twice.
 */
export async function createFirstAdminLink(url: string): Promise<string | undefined> {
  const code = randomBytes(32).toString('base64url');
  const hash = createHash('sha256').update(code).digest('hex');
  const created = await query(
    url,
    (sql) => sql`
      insert into site_state (key, value)
      select ${firstAdminKey}, ${hash}
      where not exists (
        select from members
        where role = 'admin'
          and status = 'active'
      )
      on conflict (key) do update set value = excluded.value
      returning key`,
  );
  return created.length ? firstAdminPath(code) : undefined;
}

export const hasAdmin = async (url: string): Promise<boolean> =>
  (
    await query(
      url,
      (sql) => sql`
        select from members
        where role = 'admin'
          and status = 'active'
        limit 1`,
    )
  ).length > 0;
