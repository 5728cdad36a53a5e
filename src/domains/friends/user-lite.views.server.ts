import type { SQL } from 'drizzle-orm';
import { composedOnce, visibleAuthor } from '#domains/policy/audience.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import type { Flag, UserLite } from '#lib/shapes.ts';
import { db } from '#server/db.ts';
import { errorFields, log } from '#server/log.ts';
import { sql } from '#server/sql.ts';
import type { FriendshipType } from './friends.rules.ts';
import { friendshipOf, isOnline } from './friendship.server.ts';

interface Relation extends Record<string, unknown> {
  id: number;
  friendship: FriendshipType;
  isOnline: boolean;
}

/** Collects all members in an answer, at any depth. */
function usersIn(value: unknown, found: UserLite[] = []): UserLite[] {
  if (typeof value !== 'object' || value === null) return found;
  if ('user_id' in value && 'photo_id' in value && 'username' in value)
    found.push(value as UserLite);
  for (const part of Object.values(value)) usersIn(part, found);
  return found;
}

const selectRelations = composedOnce((member, ids: SQL) => {
  const person = sql`p.id`;
  return sql`
    select p.id,
      case
        when ${visibleAuthor(member, person)} then ${friendshipOf(member, person)}
        else 'cannot_add'
      end as friendship,
      ${visibleAuthor(member, person)}
      and ${isOnline(member, person)} as "isOnline"
    from unnest(${ids}::bigint[]) p (id)`;
});

/**
 * Adds the caller's friendship and the online state to the members of an answer, in one statement.
 * The call has already succeeded, so on failure the fields are only left out.
 */
export async function addRelations(member: Member, answer: unknown): Promise<void> {
  const users = usersIn(answer).filter(
    (user) => user.friendship_type === undefined || user.is_online === undefined,
  );
  const ids = [...new Set(users.map(({ user_id }) => user_id))].filter((id) => id > 0);
  if (!ids.length) return;
  try {
    const rows = await db.execute<Relation>(selectRelations(member, sql.param(ids)));
    const relations = new Map(rows.map((row) => [Number(row.id), row]));
    for (const user of users) {
      const relation = relations.get(user.user_id);
      if (!relation) continue;
      user.friendship_type ??= relation.friendship;
      user.is_online ??= (relation.isOnline ? 1 : 0) as Flag;
    }
  } catch (error) {
    log('warn', 'relations not added', errorFields(error));
  }
}
