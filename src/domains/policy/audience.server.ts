import type { SQL } from 'drizzle-orm';
import { now } from '#server/clock.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { isMember, type Member, type Viewer } from './viewer.ts';

/** Where a content table keeps what the policy asks for, such as `p.author_id`. */
export interface ContentColumns {
  author: SQL;
  audience: SQL;
  publishedAt: SQL;
}

const never = sql`false`;

/**
 * The member whose id a column holds, as the viewer of conditions: whether each of the rows'
 * members may see something.
 */
export const viewerFromColumn = (id: SQL): Member => ({
  kind: 'member',
  id: id as unknown as number,
  displayname: '',
  username: '',
  avatar: null,
  role: 'member',
  timezone: 'UTC',
  sessionId: 0,
});

/**
 * Ids of all members with a block between them and the viewer, in either direction: an array, read
 * once per statement.
 */
export function blockedWith(viewer: Viewer): SQL {
  if (!isMember(viewer)) return sql`'{}'::bigint[]`;
  return sql`array(
    select b.blocked_id from blocks b where b.blocker_id = ${viewer.id}
    union all select b.blocker_id from blocks b where b.blocked_id = ${viewer.id})`;
}

/** Of what somebody imagined sees, only what the member who imagines them sees as well. */
export function andVisibleToOwner(viewer: Viewer, condition: (viewer: Viewer) => SQL): SQL {
  return viewer.preview
    ? sql`(${condition(viewer)} and ${condition(viewer.preview.member)})`
    : condition(viewer);
}

/** Whether `other` has the viewer as a friend. */
export function isFriendOf({ id, preview }: Member, other: SQL): SQL {
  if (preview) return preview.isFriend ? sql`(${other} = ${preview.member.id})` : sql`false`;
  return sql`
    exists (select from friendships f where f.member_id = ${id} and f.friend_id = ${other})`;
}

/** No block between the viewer and that member. For visitors there is none. */
const isUnblocked = (viewer: Viewer, member: SQL): SQL =>
  isMember(viewer) ? sql`${member} <> all (${blockedWith(viewer)})` : sql`true`;

/**
 * `isAuthorVisible` in SQL: for comments, reactions, tags, names in lists.
 * @param status the member's, where the statement has their row in hand: PostgreSQL before 18 reads
 * the table twice otherwise
 */
export function visibleAuthor(viewer: Viewer, member: SQL, status?: SQL): SQL {
  const isActive = status
    ? sql`${status} = 'active'`
    : sql`exists (select from members who where who.id = ${member} and who.status = 'active')`;
  return sql`(${andVisibleToOwner(viewer, (one) => isUnblocked(one, member))} and ${isActive})`;
}

/**
 * `maySee` in SQL, for the WHERE of every read of a content table. Friends and authors are found by
 * index probes, blocks are read once, so a list can walk its own index and stop at its limit.
 */
export const audienceCondition = (viewer: Viewer, columns: ContentColumns): SQL =>
  sql`(${audienceAllowsContent(viewer, columns)} and ${visibleAuthor(viewer, columns.author)})`;

/**
 * `audienceCondition` without blocks and ended accounts, where they are asked for anyway: these
 * statements are sent with every feed.
 */
export const audienceAllowsContent = (viewer: Viewer, columns: ContentColumns): SQL =>
  andVisibleToOwner(viewer, (one) => openContentFor(one, columns));

function openContentFor(viewer: Viewer, { author, audience, publishedAt }: ContentColumns): SQL {
  const isPublished = sql`${publishedAt} <= ${now()}`;
  if (!isMember(viewer))
    return env().PUBLIC_READING ? sql`(${audience} = 'everyone' and ${isPublished})` : never;
  return sql`
    (
      ${author} = ${viewer.id}
      or (
        ${isPublished}
        and (
          ${audience} = 'everyone' or (${audience} = 'friends' and ${isFriendOf(viewer, author)})
        )
      )
    )`;
}
