import { SQL, type Param } from 'drizzle-orm';
import { composeOnceWithClock, now } from '#server/clock.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { isMember, type SqlMember, type SqlViewer } from './viewer.ts';

/** Columns of a content table that the policy needs, such as `p.author_id`. */
export interface ContentColumns {
  author: SQL;
  audience: SQL;
  publishedAt: SQL;
  /** Whoever reads it beside the author whatever the audience: the owner of a wall. */
  wallOwner?: SQL;
}

const never = sql`false`;

/**
 * Makes a viewer of a column with member ids, for conditions that ask whether the member of each
 * row may see something.
 */
export const viewerFromColumn = (id: SQL): SqlMember => ({ kind: 'member', id, role: 'member' });

/** A fragment or a value for a slot. */
type Filling = SQL | Param | string | number | boolean | null;
type Fillings<Slots extends SQL[]> = { [Slot in keyof Slots]: Filling };

/**
 * Composes a fragment once for each role, with blocks and without, not for each request: all that may
 * differ between two members is their ids, and the parts that the caller gives.
 */
export function composedOnce<Slots extends SQL[]>(
  build: (member: SqlMember, ...slots: Slots) => SQL,
): (member: SqlMember, ...parts: Fillings<Slots>) => SQL {
  const composed = new Map<string, (...values: unknown[]) => SQL>();
  return (member, ...parts) => {
    const { id, role, preview, blocked } = member;
    // A fragment of a statement that is itself composed once.
    if (preview || blocked) return build(member, ...asFragments<Slots>(parts));
    const ids = blockedIds(member);
    const key = `${role} ${ids && Math.min(ids.length, 1)}`;
    let fill = composed.get(key);
    if (!fill) {
      const fromSlots = (slot: SQL, blockedSlot: SQL, ...slots: SQL[]) => {
        const asking: SqlMember = { kind: 'member', id: slot, role };
        if (ids) asking.blocked = ids.length ? sql`${blockedSlot}::bigint[]` : 'nobody';
        return build(asking, ...(slots as Slots));
      };
      fill = composeOnceWithClock(fromSlots, 2 + parts.length);
      composed.set(key, fill);
    }
    return fill(id, ids ? sql.param(ids) : null, ...parts);
  };
}

const asFragments = <Slots extends SQL[]>(parts: Fillings<Slots>): Slots =>
  parts.map((part) => (part instanceof SQL ? part : sql`${part}`)) as Slots;

/** Milliseconds for which blocks that were read with the session stand in for those of the database. */
const blocksLast = 1_000;

/** Undefined: the statement has to read them. */
const blockedIds = ({ blocks }: SqlMember): number[] | undefined =>
  blocks && performance.now() - blocks.readAt < blocksLast ? blocks.ids : undefined;

/** Whether nobody can be blocked: then a statement need not ask. */
export const isWithoutBlocks = (viewer: SqlViewer): boolean =>
  !isMember(viewer) ||
  (viewer.blocked ? viewer.blocked === 'nobody' : blockedIds(viewer)?.length === 0);

/** `composedOnce` for members; for visitors, whose pages are cached, composed each time. */
export function composedForMembers<Slots extends SQL[]>(
  build: (viewer: SqlViewer, ...slots: Slots) => SQL,
): (viewer: SqlViewer, ...parts: Fillings<Slots>) => SQL {
  const forMembers = composedOnce<Slots>(build);
  return (viewer, ...parts) =>
    isMember(viewer) ? forMembers(viewer, ...parts) : build(viewer, ...asFragments<Slots>(parts));
}

/** Array of the ids of all members with a block between them and the viewer, in either direction. */
export function blockedWith(viewer: SqlViewer): SQL {
  if (!isMember(viewer) || isWithoutBlocks(viewer)) return sql`'{}'::bigint[]`;
  if (viewer.blocked) return viewer.blocked as SQL;
  const ids = blockedIds(viewer);
  if (ids) return sql`${sql.param(ids)}::bigint[]`;
  return sql`array(
    select b.blocked_id from blocks b where b.blocker_id = ${viewer.id}
    union all select b.blocker_id from blocks b where b.blocked_id = ${viewer.id})`;
}

/** A block between two members, in either direction, who are not the viewer. */
export const isBlockBetween = (one: SQL, other: SQL): SQL => sql`
  exists (
    select from blocks b
    where (b.blocker_id = ${one} and b.blocked_id = ${other})
      or (b.blocker_id = ${other} and b.blocked_id = ${one})
  )`;

/** For "view as": the impersonated role must see it, and so must the member who previews. */
export function andVisibleToOwner(viewer: SqlViewer, condition: (viewer: SqlViewer) => SQL): SQL {
  return viewer.preview
    ? sql`(${condition(viewer)} and ${condition(viewer.preview.member)})`
    : condition(viewer);
}

/** Whether the viewer is a friend of `other`. */
export function isFriendOf({ id, preview }: SqlMember, other: SQL): SQL {
  if (preview) return preview.isFriend ? sql`(${other} = ${preview.member.id})` : sql`false`;
  return sql`
    exists (
      select from friendships f
      where f.member_id = ${id}
        and f.friend_id = ${other}
    )`;
}

/** Whether the member and `other` have a friend in common. */
export const hasFriendInCommon = (member: SqlMember, other: SQL): SQL => sql`
  exists (
    select from friendships own
    join friendships shared on shared.member_id = own.friend_id
    where own.member_id = ${member.id}
      and shared.friend_id = ${other}
  )`;

/** No block between the viewer and that member. Always true for visitors. */
const isUnblocked = (viewer: SqlViewer, member: SQL): SQL =>
  isWithoutBlocks(viewer) ? sql`true` : sql`${member} <> all (${blockedWith(viewer)})`;

/**
 * `isAuthorVisible` in SQL: for comments, reactions, tags, names in lists.
 * @param status the member's status, if the statement has the row at hand: PostgreSQL before 18
 * reads the table twice otherwise
 */
export function visibleAuthor(viewer: SqlViewer, member: SQL, status?: SQL): SQL {
  const isActive = status
    ? sql`${status} = 'active'`
    : sql`
      exists (
        select from members who
        where who.id = ${member}
          and who.status = 'active'
      )`;
  return sql`(${andVisibleToOwner(viewer, (one) => isUnblocked(one, member))} and ${isActive})`;
}

/**
 * `maySee` in SQL, for the WHERE of every read of a content table. Friends and authors are found by
 * index probes, blocks are read once, so a list can walk its own index and stop at its limit.
 */
export const audienceCondition = (viewer: SqlViewer, columns: ContentColumns): SQL =>
  sql`(${audienceAllowsContent(viewer, columns)} and ${visibleAuthor(viewer, columns.author)})`;

/**
 * `audienceCondition` without blocks and ended accounts, for statements that check those anyway: it
 * keeps the statement of every feed short.
 */
export const audienceAllowsContent = (viewer: SqlViewer, columns: ContentColumns): SQL =>
  andVisibleToOwner(viewer, (one) => audienceAllowsContentFor(one, columns));

function audienceAllowsContentFor(
  viewer: SqlViewer,
  { author, audience, publishedAt, wallOwner = author }: ContentColumns,
): SQL {
  const isPublished = sql`${publishedAt} <= ${now()}`;
  if (!isMember(viewer))
    return env().PUBLIC_READING ? sql`(${audience} = 'everyone' and ${isPublished})` : never;
  return sql`
    (
      ${viewer.id} in (${author}, ${wallOwner})
      or (
        ${isPublished}
        and (
          ${audience} = 'everyone' or (${audience} = 'friends' and ${isFriendOf(viewer, author)})
        )
      )
    )`;
}
