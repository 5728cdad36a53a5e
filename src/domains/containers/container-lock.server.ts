import type { SQL } from 'drizzle-orm';
import type { JoinAnswer } from '#domains/containers/membership/join-questions.rules.ts';
import { hasFriendInCommon, isFriendOf } from '#domains/policy/audience.server.ts';
import { isModerator, type Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { retryOnDeadlock } from '#server/database-errors.ts';
import { db, type Tx } from '#server/db.ts';
import { env } from '#server/env.ts';
import { forbidden, notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import {
  isParentOpen,
  mayKnow,
  refusedDays,
  removedDays,
  roles,
  type ContainerFacts,
  type MembershipState,
  type Relation,
} from './container-access.rules.ts';
import {
  childrenCreatableBy,
  findContainerKind,
  followsByJoining,
} from './container-kinds.server.ts';
import { hasParents } from './container-parents.server.ts';

/** Names a container of any kind. */
export interface ContainerRef {
  type: string;
  id: number;
}

export interface LockedContainer extends ContainerFacts, ContainerRef {
  memberCount: number;
  isArchivedBySite: boolean;
  joinQuestions: string[];
  /** The container in which it lies, locked before it. */
  parent?: LockedContainer | undefined;
}

/** A membership as it is read under the container's lock. */
export interface LockedMembership {
  memberId: number;
  state: MembershipState;
  role: number;
  publishedPosts: number;
  isFollowing: boolean;
  invitedBy: number | null;
  /** Refused less than 7 days ago. */
  isRefused: boolean;
  /** Removed less than 30 days ago. */
  isRemoved: boolean;
}

type LockedRow = LockedContainer & Record<string, unknown>;

const lockedColumns = sql`
  c.type, c.id, c.owner_id as "ownerId", c.state, c.visibility, c.is_listed as "isListed",
  c.join_policy as "joinPolicy", c.post_policy as "postPolicy",
  c.comment_policy as "commentPolicy", c.invite_policy as "invitePolicy",
  c.photo_policy as "photoPolicy", c.newcomer_posts as "newcomerPosts",
  c.public_from as "publicFrom", c.member_count as "memberCount",
  c.is_archived_by_site as "isArchivedBySite", c.join_questions as "joinQuestions"`;

/** Which container lies in which never changes, so the parent is found before a lock is held. */
const isParentOf = ({ type, id }: ContainerRef): SQL => sql`
  (c.type, c.id) in (
    select child.parent_type, child.parent_id
    from containers child
    where child.type = ${type} and child.id = ${id}
  )`;

/**
 * Locks a container, so that everything about its memberships is decided one after the other, and
 * before it its parent `for share`: nobody is banned from that meanwhile. The order of locks: members
 * (pair), containers (parents first), memberships, totals.
 */
export async function lockContainer(tx: Tx, { type, id }: ContainerRef): Promise<LockedContainer> {
  const [parent] = findContainerKind(type)?.parents
    ? await tx.execute<LockedRow>(sql`
        select ${lockedColumns}
        from containers c
        where ${isParentOf({ type, id })}
        for share`)
    : [];
  const [container] = await tx.execute<LockedRow>(sql`
    select ${lockedColumns}
    from containers c
    where c.type = ${type} and c.id = ${id}
    for update`);
  if (!container) throw notFound();
  return { ...container, parent };
}

/**
 * Locks the container in which the member creates one of that type: not found unless it is of a kind
 * for that and they know it, forbidden unless they read it, it is open for them and its kind lets
 * them (`childrenCreatable`).
 */
export async function lockNewParent(
  tx: Tx,
  member: Member,
  type: string,
  ref: ContainerRef,
): Promise<Pick<Change, 'container' | 'relation'>> {
  if (!findContainerKind(type)?.parents?.includes(ref.type)) throw notFound();
  const [container] = await tx.execute<LockedRow>(sql`
    select ${lockedColumns}
    from containers c
    where c.type = ${ref.type} and c.id = ${ref.id}
    for share`);
  if (!container) throw notFound();
  const { relation } = await readRelation(tx, container, member, sql``);
  if (!mayKnow(container, relation)) throw notFound();
  if (!isParentOpen({ parent: { container, relation } })) throw forbidden();
  const allowed = await tx.execute(sql`
    select from containers c
    where c.type = ${ref.type} and c.id = ${ref.id} and ${childrenCreatableBy(member, sql`c`)}`);
  if (!allowed.length) throw forbidden();
  return { container, relation };
}

/** The membership of that member, locked; undefined without a row. An ended ban counts as none. */
export async function lockMembership(
  tx: Tx,
  { type, id }: ContainerRef,
  memberId: number,
  lock = sql`for update`,
): Promise<LockedMembership | undefined> {
  const [membership] = await tx.execute<LockedMembership & Record<string, unknown>>(sql`
    select member_id as "memberId",
      case when state = 'banned' and banned_until <= ${now()} then 'none' else state end as state,
      role, published_posts as "publishedPosts", is_following as "isFollowing",
      invited_by as "invitedBy",
      coalesce(refused_at > ${now()} - make_interval(days => ${refusedDays}), false) as "isRefused",
      coalesce(removed_at > ${now()} - make_interval(days => ${removedDays}), false) as "isRemoved"
    from memberships
    where type = ${type}
      and id = ${id}
      and member_id = ${memberId}
    ${lock}`);
  return membership;
}

/** The relation of that member to the container, read under the container's lock. */
export async function readRelation(
  tx: Tx,
  container: LockedContainer,
  member: Member,
  lock?: SQL,
): Promise<{ membership: LockedMembership | undefined; relation: Relation }> {
  const membership = await lockMembership(tx, container, member.id, lock);
  const [row] = await tx.execute<{ isFriend: boolean; hasFriendInCommon: boolean }>(sql`
    select ${isFriendOf(member, sql`${container.ownerId}::bigint`)} as "isFriend",
      ${hasFriendInCommon(member, sql`${container.ownerId}::bigint`)} as "hasFriendInCommon"`);
  return {
    membership,
    relation: {
      viewerId: member.id,
      isSiteModerator: isModerator(member),
      isPublicReading: env().PUBLIC_READING,
      membership,
      isFriendOfOwner: row!.isFriend,
      hasFriendInCommon: row!.hasFriendInCommon,
      ...(await readParentRelation(tx, container, member)),
    },
  };
}

/** The lock of the parent keeps its memberships as they are. */
async function readParentRelation(
  tx: Tx,
  { parent }: LockedContainer,
  member: Member,
): Promise<Pick<Relation, 'parent'>> {
  if (!parent) return {};
  const { relation } = await readRelation(tx, parent, member, sql``);
  return { parent: { container: parent, relation } };
}

/** Everything that a change decides on. */
export interface Change {
  tx: Tx;
  container: LockedContainer;
  membership: LockedMembership | undefined;
  relation: Relation;
}

/**
 * Runs a change under the container's lock, whether or not the member may know of it.
 * @param targetIds other members whose rows change; locked before the container, as the suspension
 * of a member locks its containers
 */
export function changeAnyContainer<Result>(
  member: Member,
  ref: ContainerRef,
  work: (change: Change) => Promise<Result>,
  targetIds: number[] = [],
): Promise<Result> {
  return retryOnDeadlock(() =>
    db.transaction(async (tx) => work(await lockForChange(tx, member, ref, targetIds))),
  );
}

/** As `changeAnyContainer`, for a transaction that has begun and locked nothing else. */
export async function lockForChange(
  tx: Tx,
  member: Member,
  ref: ContainerRef,
  targetIds: number[] = [],
): Promise<Change> {
  await tx.execute(sql`
    select from members
    where id = any (${sql.param([member.id, ...targetIds])}::bigint[])
    order by id
    for share`);
  const locked = await lockContainer(tx, ref);
  const found = await readRelation(tx, locked, member);
  // Archived for whom the parent does not admit: nothing begins there.
  const isOpen = locked.state !== 'open' || isParentOpen(found.relation);
  return { tx, container: isOpen ? locked : { ...locked, state: 'archived' }, ...found };
}

/** As `changeAnyContainer`; not found for a container that the member may not know of. */
export const changeContainer = <Result>(
  member: Member,
  ref: ContainerRef,
  work: (change: Change) => Promise<Result>,
  targetIds: number[] = [],
): Promise<Result> =>
  changeAnyContainer(
    member,
    ref,
    (change) => {
      if (!mayKnow(change.container, change.relation)) throw notFound();
      return work(change);
    },
    targetIds,
  );

/** Runs in the transaction of a change that took effect, such as to notify. */
export type AfterChange = (tx: Tx) => Promise<unknown>;
export const nothing = () => Promise.resolve();

interface MembershipFields {
  state: MembershipState;
  role?: number;
  invitedBy?: number | null;
  answers?: JoinAnswer[] | null;
  /** Set these times to now; the others to null. */
  stamp?: 'requested_at' | 'joined_at' | 'refused_at' | 'removed_at';
}

/**
 * Writes the row of a member; the notification level stays as it is, and so does following, unless
 * members of its kind follow it.
 */
export async function writeMembership(
  tx: Tx,
  { type, id }: ContainerRef,
  memberId: number,
  { state, role = roles.member, invitedBy = null, answers = null, stamp }: MembershipFields,
): Promise<void> {
  const at = (name: MembershipFields['stamp']) => (stamp === name ? now() : sql`null`);
  const isFollowing = state === 'member' && followsByJoining(type);
  await tx.execute(sql`
    insert into memberships as ms (
      type, id, member_id, state, role, is_following, invited_by, answers, requested_at, joined_at,
      refused_at, removed_at
    )
    values (
      ${type}, ${id}, ${memberId}, ${state}, ${role}, ${isFollowing}, ${invitedBy},
      ${answers && JSON.stringify(answers)}::jsonb, ${at('requested_at')}, ${at('joined_at')},
      ${at('refused_at')}, ${at('removed_at')}
    )
    on conflict (type, id, member_id) do update
    set state = excluded.state, role = excluded.role,
      is_following = ms.is_following or excluded.is_following,
      is_shown_in_feed = case
        when ms.state = 'member' and excluded.state <> 'member' then ms.is_following and ms.is_shown_in_feed
        else ms.is_shown_in_feed or (excluded.state = 'member' and ms.state <> 'member')
      end,
      invited_by = excluded.invited_by,
      answers = excluded.answers,
      item_answers = case when excluded.state = 'member' then ms.item_answers end,
      requested_at = excluded.requested_at, joined_at = excluded.joined_at,
      refused_at = coalesce(excluded.refused_at, ms.refused_at),
      removed_at = coalesce(excluded.removed_at, ms.removed_at),
      title = case when excluded.state = 'member' then ms.title else '' end,
      volunteered_at = null, banned_until = null,
      banned_by = null, reason = '', shows_reason = false`);
}

/** Gives a member another role; nothing else of the membership changes. */
export const writeRole = (tx: Tx, { type, id }: ContainerRef, memberId: number, role: number) =>
  tx.execute(sql`
    update memberships
    set role = ${role}
    where type = ${type}
      and id = ${id}
      and member_id = ${memberId}
      and state = 'member'`);

/**
 * Keeps the container from being changed (`lockContainer`) until the transaction ends, while others
 * write there as well: what its rights are in the next statement they are when that is committed.
 * @param member who writes; their row is locked first, as counting what they write does
 * @param container selects `type` and `id`
 */
export async function holdContainer(tx: Tx, member: Member, container: SQL): Promise<void> {
  await tx.execute(sql`select from members where id = ${member.id} for share`);
  await tx.execute(sql`
    select from containers c
    where ${withParents(sql`select target.type, target.id from (${container}) target`)}
    ${parentsFirst}
    for key share`);
}

/**
 * A condition on the row `c`: one of these containers, or the parent of one.
 * @param containers selects `type` and `id`
 */
export const withParents = (containers: SQL): SQL => {
  const isOne = sql`(c.type, c.id) in (${containers})`;
  return hasParents()
    ? sql`
      (
        ${isOne}
        or (c.type, c.id) in (
          select child.parent_type, child.parent_id
          from containers child
          where (child.type, child.id) in (${containers})
        )
      )`
    : isOne;
};

/** The order in which several containers are locked; a parent has none itself. */
export const parentsFirst = sql`order by c.parent_id is not null, c.type, c.id`;

/**
 * Locks the container of a new post before the right to post is read, as `changeContainer` does for
 * a ban or a new state: one of the two waits for the other. `tx` is a transaction.
 */
export async function lockForPost(
  tx: Tx,
  { type, id }: { type: string; id: number },
): Promise<void> {
  await tx.execute(sql`
    select from containers c
    where ${withParents(sql`select ${type}::text, ${id}::bigint`)}
    ${parentsFirst}
    for no key update`);
}
