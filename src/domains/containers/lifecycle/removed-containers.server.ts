import { numbersOf, wallId, type ItemRef } from '#domains/containers/container-items.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { HttpError } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

/** A container that moderators removed, for its owner, who sees nothing else of it. */
export interface RemovedContainer extends Record<string, unknown> {
  id: number;
  title: string;
  /** Empty if the moderator gave none. */
  reason: string;
}

const removedOf = (member: Member, type: string) => sql`
  select c.id, c.title, coalesce(entry.reason, '') as reason
  from containers c
  cross join lateral (
    -- Not the first in an order, which the planner would seek among all removals.
    select (array_agg(l.reason order by l.id desc))[1] as reason
    from moderation_log l
    where l.subject_type = c.type
      and l.subject_id = any (${numbersOf(type, sql`c`)})
      and l.action = 'removed'
  ) entry
  where c.type = ${type} and c.owner_id = ${member.id} and c.state = 'removed'`;

export const listRemoved = (member: Member, type: string): Promise<RemovedContainer[]> =>
  db.execute<RemovedContainer>(sql`
    ${removedOf(member, type)}
    order by c.id desc
    limit 50`);

/** Undefined for everybody but the owner: for others it does not exist. */
async function findRemoved(
  member: Member,
  { type, itemId }: ItemRef,
): Promise<RemovedContainer | undefined> {
  const [row] = await db.execute<RemovedContainer>(sql`
    ${removedOf(member, type)} and c.id = ${wallId(type, sql`${itemId}::bigint`)}`);
  return row;
}

/** The row that `reading` finds, or for its owner what moderators removed. */
export async function readOrRemoved<Row>(
  member: Member,
  ref: ItemRef,
  reading: Promise<Row>,
): Promise<{ row: Row; removed?: undefined } | { row?: undefined; removed: RemovedContainer }> {
  try {
    return { row: await reading };
  } catch (error) {
    const isAbsent = error instanceof HttpError && error.code === 'no_record';
    const removed = isAbsent ? await findRemoved(member, ref) : undefined;
    if (!removed) throw error;
    return { removed };
  }
}
