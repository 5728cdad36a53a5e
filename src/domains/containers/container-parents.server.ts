import type { SQL } from 'drizzle-orm';
import { andVisibleToOwner } from '#domains/policy/audience.server.ts';
import { isMember, isModerator, type SqlMember, type SqlViewer } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import type { Tx } from '#server/db.ts';
import { entriesOf } from '#server/domain.ts';
import { forbidden } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

// The part of a parent in the rights of what lies in it, for a row `c` of containers. The row of the
// parent is read by its key, in functions (containers.triggers.sql): their tables would else be
// opened by each of the many conditions in a statement. They are part of no statement before a kind
// has parents, and are called for rows only that have one.

/** Whether any kind of container lies in others. */
export const hasParents = (): boolean =>
  [...entriesOf('containerKinds').values()].some(({ parents }) => parents !== undefined);

/** Whether the row may lie in another: one of a kind that has no parents does not. */
const mayHaveParent = (viewer: SqlViewer): boolean =>
  isMember(viewer) && viewer.facts ? viewer.facts.mayHaveParent : hasParents();

const withParent = (viewer: SqlViewer, c: SQL, condition: SQL, onParent: () => SQL): SQL =>
  mayHaveParent(viewer)
    ? sql`(${condition} and (${c}.parent_id is null or ${onParent()}))`
    : sql`(${condition})`;

const flag = (isTrue: boolean): SQL => sql.raw(String(isTrue));

const ofParent = (viewer: SqlViewer, c: SQL): SQL => {
  const reader = isMember(viewer) ? sql`${viewer.id}` : sql`null`;
  const isForSite = flag(isMember(viewer) && isModerator(viewer));
  return sql`${c}.parent_type, ${c}.parent_id, ${reader}, ${isForSite}`;
};

/**
 * The sort key from which on the viewer reads what stands in the parent; null: nothing. For "view
 * as" a parent for friends is closed: what its own members show of it is not on profiles.
 */
const parentKey = (viewer: SqlViewer, c: SQL): SQL =>
  isMember(viewer) && viewer.facts
    ? sql`facts.parent_key`
    : sql`container_first_key(${ofParent(viewer, c)}, ${now()})`;

/** The condition, for those who read the parent. */
export const inReadableParent = (viewer: SqlViewer, c: SQL, condition: SQL): SQL =>
  withParent(viewer, c, condition, () => sql`${parentKey(viewer, c)} is not null`);

/** The condition, for those who read what has that sort key in the parent. */
export const inParentSince = (viewer: SqlViewer, c: SQL, sortKey: SQL, condition: SQL): SQL =>
  withParent(
    viewer,
    c,
    condition,
    () => sql`coalesce(${sortKey} >= ${parentKey(viewer, c)}, false)`,
  );

/** The condition, for those who read the parent, or know of it as guests of what lies in it. */
export const inKnownParent = (viewer: SqlMember, c: SQL, isGuest: SQL, condition: SQL): SQL =>
  withParent(
    viewer,
    c,
    condition,
    () => sql`
      (
        ${parentKey(viewer, c)} is not null
        or exists (
          select from containers parent
          where parent.type = ${c}.parent_type
            and parent.id = ${c}.parent_id
            and parent.is_listed
            and parent.state in ('open', 'archived')
        ) and ${isGuest}
      )`,
  );

/** Whether the viewer reads the parent; true without one. */
export const readableParent = (viewer: SqlViewer, c: SQL): SQL =>
  andVisibleToOwner(viewer, (one) => inReadableParent(one, c, sql`true`));

/** The higher of that sort key and the one of the parent, for a row that the viewer may read. */
export function narrowedKey(viewer: SqlViewer, c: SQL, own: SQL): SQL {
  if (!mayHaveParent(viewer)) return own;
  const viewers = viewer.preview ? [viewer, viewer.preview.member] : [viewer];
  const keys = viewers.map((one) => parentKey(one, c));
  // Without a parent the function finds none.
  return sql`greatest(${own}, ${sql.join(keys, sql`, `)})`;
}

function admits(viewer: SqlViewer, c: SQL, isOpen: boolean): SQL {
  if (isMember(viewer) && viewer.facts)
    return isOpen ? sql`facts.is_parent_open` : sql`facts.is_admitted`;
  return sql`container_admits(${ofParent(viewer, c)}, ${flag(isOpen)}, ${now()})`;
}

/** The facts about the parent of `c`, once for all conditions of a row; false and null without one. */
export const parentFacts = (member: SqlMember, c: SQL): SQL => sql`
  case when ${c}.parent_id is not null then ${parentKey(member, c)} end as parent_key,
  ${c}.parent_id is not null and ${admits(member, c, false)} as is_admitted,
  ${c}.parent_id is not null and ${admits(member, c, true)} as is_parent_open`;

/** Whether the container `c`, which lies in none, is open for the member, and what lies in it. */
export const isOpenItself = (member: SqlMember, c: SQL): SQL => sql`
  container_admits(
    ${c}.type, ${c}.id, ${member.id}, ${flag(isModerator(member))}, true, ${now()}
  )`;

/** The condition, for those whom the parent admits: `isAdmitted` in SQL. */
export const ifAdmitted = (member: SqlMember, c: SQL, condition: SQL): SQL =>
  withParent(member, c, condition, () => admits(member, c, false));

/** Continues a condition on other members, under the lock of a container: its parent admits them. */
export const andAdmitted = (
  { parent }: { parent?: { type: string; id: number } | undefined },
  memberId: SQL,
): SQL => (parent ? sql`and ${admitsOther(parent, memberId)}` : sql``);

const admitsOther = ({ type, id }: { type: string; id: number }, memberId: SQL): SQL => sql`
  container_admits(${type}, ${id}::bigint, ${memberId}, false, false, ${now()})`;

/**
 * Refuses to let nobody in since the parent does not admit them.
 * @param candidates selects the `id` of those who would else be let in
 */
export async function checkAdmitted(
  tx: Tx,
  { parent }: { parent?: { type: string; id: number } | undefined },
  candidates: SQL,
): Promise<void> {
  if (!parent) return;
  const refused = await tx.execute(sql`
    select from (${candidates}) candidate where not ${admitsOther(parent, sql`candidate.id`)} limit 1`);
  if (refused.length) throw forbidden(`Only people who can read the ${parent.type} can join.`);
}

/** The condition, while the parent is open for the member: `isParentOpen` in SQL. */
export const ifParentOpen = (member: SqlMember, c: SQL, condition: SQL): SQL =>
  withParent(member, c, condition, () => admits(member, c, true));

/** Whether the member may write there by its state: `isOpen` in SQL. */
export const isOpenFor = (member: SqlMember, c: SQL): SQL =>
  ifParentOpen(member, c, sql`${c}.state = 'open'`);

/** As the viewer finds it: archived where the parent lets nobody write, or not the viewer. */
export const shownState = (viewer: SqlViewer, c: SQL): SQL =>
  mayHaveParent(viewer)
    ? sql`
      case
        when ${c}.state = 'open' and ${c}.parent_id is not null and not ${admits(viewer, c, true)}
          then 'archived'
        else ${c}.state
      end`
    : sql`${c}.state`;
