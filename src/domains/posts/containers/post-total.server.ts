import type { SQL } from 'drizzle-orm';
import { firstKey, isInContainer } from '#domains/containers/container-access.server.ts';
import { blockedWith, isWithoutBlocks } from '#domains/policy/audience.server.ts';
import { isMember, type SqlViewer } from '#domains/policy/viewer.ts';
import { sql } from '#server/sql.ts';

/** Upper bound where posts have to be counted one by one. */
const maxCounted = 1_000;

/**
 * How many of the posts of a container the viewer reads: for its members all but those of members
 * with a block between them, for others what was written since it was opened, up to `maxCounted`.
 */
export function postTotal(viewer: SqlViewer, c: SQL): SQL {
  const isWrittenThere = sql`
    p.object_type = ${c}.type
    and p.object_id = ${c}.id
    and p.audience = 'container'
    and p.item_id is null`;
  const isOfBlocked = isWithoutBlocks(viewer)
    ? sql`false`
    : sql`(p.subject_type = 'member' and p.author_id = any (${blockedWith(viewer)}))`;
  const isOfMember = isMember(viewer) ? isInContainer(viewer, c) : sql`false`;
  const first = firstKey(viewer, c, isOfMember);
  return sql`
    case
      when ${first} = 0
        then ${c}.post_count - (
          select count(*)::int from posts p where ${isWrittenThere} and ${isOfBlocked}
        )
      else (
        select count(*)::int
        from (
          select
          from posts p
          where ${isWrittenThere} and p.sort_key >= ${first} and not ${isOfBlocked}
          limit ${sql.raw(String(maxCounted))}
        ) newer
      )
    end`;
}
