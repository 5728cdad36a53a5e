import { randomBytes } from 'node:crypto';
import { sha256 } from '#domains/auth/sessions.server.ts';
import { lockActiveMember } from '#domains/members/members.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { env } from '#server/env.ts';
import { invalid, notFound } from '#server/errors.ts';
import type { ExportRows } from '#server/export-rows.ts';
import { exportKey } from '#server/export-rows.ts';
import { isInSafeMode } from '#server/safe-mode.ts';
import { sql } from '#server/sql.ts';

const maxKeys = 20;

export interface CalendarKey extends Record<string, unknown> {
  id: number;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

/** Creates a key and returns the address with it. Only its hash is stored, so it is shown once. */
export const createCalendarKey = (member: Member, name: string): Promise<string> =>
  db.transaction(async (tx) => {
    await lockActiveMember(tx, member.id);
    const key = randomBytes(32).toString('base64url');
    const created = await tx.execute(sql`
      insert into calendar_keys (member_id, key_hash, name, created_at)
      select ${member.id}::bigint, ${sha256(key)}, ${name}::text, ${now()}
      where (select count(*) from calendar_keys where member_id = ${member.id}) < ${maxKeys}
      returning 1`);
    if (!created.length)
      throw invalid(`You can have up to ${maxKeys} calendars. Please revoke one first.`);
    return `${env().PUBLIC_ORIGIN}/events/my-calendar.ics?key=${key}`;
  });

export const listCalendarKeys = (member: Member): Promise<CalendarKey[]> =>
  db.execute<CalendarKey>(sql`
    select id::float8 as id, name, created_at::text as "createdAt",
      last_used_at::text as "lastUsedAt"
    from calendar_keys
    where member_id = ${member.id}
    order by id`);

/** Ends a key: whoever has its address finds nothing there any more. */
export async function revokeCalendarKey(member: Member, id: number): Promise<void> {
  const revoked = await db.execute(sql`
    delete from calendar_keys
    where id = ${id} and member_id = ${member.id}
    returning 1`);
  if (!revoked.length) throw notFound();
}

/**
 * The member whose key it is, without the rights of a moderator, since the address is stored by
 * other programs; null if it was revoked, or the account is not active. Notes its use, once an hour.
 */
export async function findKeyMember(key: string): Promise<Member | null> {
  if (!/^[\w-]{43}$/.test(key) || isInSafeMode()) return null;
  const [found] = await db.execute<Omit<Member, 'kind' | 'role'> & { isStale: boolean }>(sql`
    select m.id, m.displayname, m.username, m.avatar, m.timezone, 0 as "sessionId",
      coalesce(k.last_used_at < ${now()} - interval '1 hour', true) as "isStale"
    from calendar_keys k
    join members m on m.id = k.member_id and m.status = 'active'
    where k.key_hash = ${sha256(key)}`);
  if (!found) return null;
  const { isStale, ...member } = found;
  if (isStale)
    await db.execute(sql`
      update calendar_keys set last_used_at = ${now()} where key_hash = ${sha256(key)}`);
  return { kind: 'member', role: 'member', ...member };
}

/** Keys of the member, for the archive. */
export const exportedCalendarKeys: ExportRows = (memberId) => sql`
  select ${exportKey('k.id')} as key,
    json_build_object('name', k.name, 'created', k.created_at, 'last_used', k.last_used_at) as item
  from calendar_keys k
  where k.member_id = ${memberId}`;

/** Deletes all keys, for a copy of the data. */
export const deleteCopiedCalendarKeys = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`delete from calendar_keys`);
};
