import { sql, type SQL } from 'drizzle-orm';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import type { Badges } from './notifications.schema.ts';

export type BadgeName = keyof Badges;

const counters = new Map<BadgeName, (member: Member) => SQL>();

/**
 * Called by a domain when it is loaded: how many of its things wait for the member, as an `integer`
 * in SQL.
 */
export function countBadge(name: BadgeName, count: (member: Member) => SQL) {
  counters.set(name, count);
}

/** All numbers of the header in one statement; true ones, it is the client that stops at 99. */
export async function readBadges(member: Member): Promise<Badges> {
  const all = [...counters].map(
    ([name, count]) => sql`${count(member)} as ${sql.identifier(name)}`,
  );
  const [row] = all.length
    ? await db.execute<Partial<Badges> & Record<string, unknown>>(
        sql`select ${sql.join(all, sql`, `)}`,
      )
    : [];
  return { notifications: 0, friend_requests: 0, messages: 0, reports: 0, ...row };
}
