import { hasFriendInCommon, isFriendOf } from '#domains/policy/audience.server.ts';
import { isModerator, type Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { retryOnDeadlock } from '#server/database-errors.ts';
import { db, type Tx } from '#server/db.ts';
import { env } from '#server/env.ts';
import { forbidden, invalid, notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import {
  isStaff,
  mayInvite,
  mayKnow,
  refusedDays,
  removedDays,
  roles,
  type ContainerFacts,
  type MembershipState,
  type Relation,
} from './container-access.rules.ts';

/** Names a container of any kind. */
export interface ContainerRef {
  type: string;
  id: number;
}

export interface LockedContainer extends ContainerFacts, ContainerRef {
  memberCount: number;
}

/** A membership as it is read under the container's lock. */
export interface LockedMembership {
  memberId: number;
  state: MembershipState;
  role: number;
  isFollowing: boolean;
  invitedBy: number | null;
  /** Refused less than 7 days ago. */
  isRefused: boolean;
  /** Removed less than 30 days ago. */
  isRemoved: boolean;
}

/**
 * Locks a container, so that everything about its memberships is decided one after the other. The
 * order of locks: members (pair), containers, memberships, totals.
 */
export async function lockContainer(tx: Tx, { type, id }: ContainerRef): Promise<LockedContainer> {
  const [container] = await tx.execute<LockedContainer & Record<string, unknown>>(sql`
    select type, id, owner_id as "ownerId", state, visibility, is_listed as "isListed",
      join_policy as "joinPolicy", post_policy as "postPolicy",
      comment_policy as "commentPolicy", invite_policy as "invitePolicy",
      public_from as "publicFrom", member_count as "memberCount"
    from containers
    where type = ${type} and id = ${id}
    for update`);
  if (!container) throw notFound();
  return container;
}

/** The membership of that member, locked; undefined without a row. An ended ban counts as none. */
export async function lockMembership(
  tx: Tx,
  { type, id }: ContainerRef,
  memberId: number,
): Promise<LockedMembership | undefined> {
  const [membership] = await tx.execute<LockedMembership & Record<string, unknown>>(sql`
    select member_id as "memberId",
      case when state = 'banned' and banned_until <= ${now()} then 'none' else state end as state,
      role, is_following as "isFollowing", invited_by as "invitedBy",
      coalesce(refused_at > ${now()} - make_interval(days => ${refusedDays}), false) as "isRefused",
      coalesce(removed_at > ${now()} - make_interval(days => ${removedDays}), false) as "isRemoved"
    from memberships
    where type = ${type} and id = ${id} and member_id = ${memberId}
    for update`);
  return membership;
}

/** The relation of that member to the container, read under the container's lock. */
export async function readRelation(
  tx: Tx,
  container: LockedContainer,
  member: Member,
): Promise<{ membership: LockedMembership | undefined; relation: Relation }> {
  const membership = await lockMembership(tx, container, member.id);
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
    },
  };
}

/** Everything that a change decides on. */
export interface Change {
  tx: Tx;
  container: LockedContainer;
  membership: LockedMembership | undefined;
  relation: Relation;
}

/**
 * Runs a change of memberships under the container's lock. Not found for a container that the member
 * may not know of.
 * @param targetIds other members whose rows change; locked before the container, as the suspension
 * of a member locks its containers
 */
export function changeContainer<Result>(
  member: Member,
  ref: ContainerRef,
  work: (change: Change) => Promise<Result>,
  targetIds: number[] = [],
): Promise<Result> {
  return retryOnDeadlock(() =>
    db.transaction(async (tx) => {
      await tx.execute(sql`
        select from members
        where id = any (${sql.param([member.id, ...targetIds])}::bigint[])
        order by id
        for share`);
      const container = await lockContainer(tx, ref);
      const read = await readRelation(tx, container, member);
      if (!mayKnow(container, read.relation)) throw notFound();
      return work({ tx, container, ...read });
    }),
  );
}

interface MembershipFields {
  state: MembershipState;
  role?: number;
  invitedBy?: number | null;
  answers?: string[] | null;
  /** Set these times to now; the others to null. */
  stamp?: 'requested_at' | 'joined_at' | 'refused_at' | 'removed_at';
}

/** Writes the row of a member; following and the notification level stay as they are. */
export async function writeMembership(
  tx: Tx,
  { type, id }: ContainerRef,
  memberId: number,
  { state, role = roles.member, invitedBy = null, answers = null, stamp }: MembershipFields,
): Promise<void> {
  const at = (name: MembershipFields['stamp']) => (stamp === name ? now() : sql`null`);
  await tx.execute(sql`
    insert into memberships as ms (
      type, id, member_id, state, role, invited_by, answers, requested_at, joined_at, refused_at,
      removed_at
    )
    values (
      ${type}, ${id}, ${memberId}, ${state}, ${role}, ${invitedBy},
      ${answers && JSON.stringify(answers)}::jsonb, ${at('requested_at')}, ${at('joined_at')},
      ${at('refused_at')}, ${at('removed_at')}
    )
    on conflict (type, id, member_id) do update
    set state = excluded.state, role = excluded.role, invited_by = excluded.invited_by,
      answers = excluded.answers, requested_at = excluded.requested_at, joined_at = excluded.joined_at,
      refused_at = coalesce(excluded.refused_at, ms.refused_at),
      removed_at = coalesce(excluded.removed_at, ms.removed_at),
      banned_until = null, banned_by = null, reason = ''`);
}

/** The answer to everybody who may not join, whatever the reason: a ban is not announced. */
const closed = () => forbidden('Nobody can join here at the moment.');

/**
 * Whether the inviter may still invite and nobody has blocked the other since: otherwise the
 * invitation is void.
 */
async function isInvitationValid(
  { tx, container, membership }: Change,
  member: Member,
): Promise<boolean> {
  if (membership?.state !== 'invited' || membership.invitedBy === null) return false;
  const inviter = await lockMembership(tx, container, membership.invitedBy);
  const [row] = await tx.execute<{ isActive: boolean }>(sql`
    select exists (
      select from members m
      where m.id = ${membership.invitedBy}
        and m.status = 'active'
        and not exists (
          select from blocks b
          where (b.blocker_id = m.id and b.blocked_id = ${member.id})
            or (b.blocker_id = ${member.id} and b.blocked_id = m.id)
        )
    ) as "isActive"`);
  const inviterRelation: Relation = {
    viewerId: membership.invitedBy,
    isSiteModerator: false,
    isPublicReading: false,
    membership: inviter,
    isFriendOfOwner: false,
    hasFriendInCommon: false,
  };
  return row!.isActive && mayInvite(container, inviterRelation);
}

const becomeMember = ({ tx, container }: Change, memberId: number) =>
  writeMembership(tx, container, memberId, { state: 'member', stamp: 'joined_at' });

/** Joins, or accepts an invitation. Being a member already is no error. */
export const joinContainer = (member: Member, ref: ContainerRef): Promise<void> =>
  changeContainer(member, ref, async (change) => {
    const { container, membership } = change;
    if (membership?.state === 'member') return;
    if (container.state !== 'open' || membership?.state === 'banned') throw closed();
    const isInvited = await isInvitationValid(change, member);
    const isOpen = container.joinPolicy === 'open' && !membership?.isRemoved;
    if (!isInvited && !isOpen) throw closed();
    await becomeMember(change, member.id);
  });

/** Runs in the transaction of a change that took effect, such as to notify. */
export type AfterChange = (tx: Tx) => Promise<unknown>;
const nothing: AfterChange = () => Promise.resolve();

/**
 * Asks to join. With a valid invitation the member belongs to it at once, since both sides have
 * agreed; returns the state that results.
 */
export const requestMembership = (
  member: Member,
  ref: ContainerRef,
  answers: string[] = [],
  afterwards = nothing,
): Promise<'requested' | 'member'> =>
  changeContainer(member, ref, async (change) => {
    const { tx, container, membership } = change;
    if (membership?.state === 'member') throw invalid('You are a member already.');
    if (container.state !== 'open' || membership?.state === 'banned') throw closed();
    if (await isInvitationValid(change, member)) {
      await becomeMember(change, member.id);
      return 'member';
    }
    if (membership?.state === 'requested') return 'requested';
    const isPossible =
      container.joinPolicy === 'approval' ||
      (container.joinPolicy === 'open' && membership?.isRemoved === true);
    if (!isPossible || membership?.isRefused) throw closed();
    await writeMembership(tx, container, member.id, {
      state: 'requested',
      answers,
      stamp: 'requested_at',
    });
    await afterwards(tx);
    return 'requested';
  });

/** Withdraws an own request, or declines an invitation. Not found without one. */
export const withdraw = (
  member: Member,
  ref: ContainerRef,
  state: 'requested' | 'invited',
): Promise<void> =>
  changeContainer(member, ref, async ({ tx, container, membership }) => {
    if (membership?.state !== state) throw notFound();
    await writeMembership(tx, container, member.id, { state: 'none' });
  });

/** Leaves; the posts stay. The owner hands over or deletes instead. */
export const leaveContainer = (member: Member, ref: ContainerRef): Promise<void> =>
  changeContainer(member, ref, async ({ tx, container, membership }) => {
    if (membership?.state !== 'member') throw notFound();
    if (membership.role === roles.owner)
      throw invalid('Hand over the ownership first, or delete it.');
    await writeMembership(tx, container, member.id, { state: 'none' });
    await tx.execute(sql`
      delete from ownership_offers
      where type = ${container.type} and id = ${container.id} and recipient_id = ${member.id}`);
  });

/** Follows or stops following. Idempotent. */
export const followContainer = (
  member: Member,
  ref: ContainerRef,
  isFollowing: boolean,
  afterwards = nothing,
): Promise<void> =>
  changeContainer(member, ref, async ({ tx, container: { type, id }, membership }) => {
    if (membership?.state === 'banned') throw closed();
    const changed = await tx.execute(sql`
      insert into memberships as ms (type, id, member_id, is_following)
      values (${type}, ${id}, ${member.id}, ${isFollowing})
      on conflict (type, id, member_id) do update set is_following = ${isFollowing}
      where ms.is_following <> ${isFollowing}
      returning 1`);
    if (changed.length) await afterwards(tx);
  });

/**
 * Invites members; those who belong to it, are banned, have an open invitation, have blocked the
 * inviter or are blocked are left out. Whoever asked to join becomes a member at once if the inviter
 * may approve requests. Returns the ids that were invited.
 */
export const inviteMembers = (
  member: Member,
  ref: ContainerRef,
  memberIds: number[],
  afterwards: (tx: Tx, invitedIds: number[]) => Promise<unknown> = nothing,
): Promise<number[]> =>
  changeContainer(
    member,
    ref,
    async ({ tx, container, relation }) => {
      if (!mayInvite(container, relation)) throw forbidden();
      const { type, id } = container;
      const rows = await tx.execute<{ memberId: number; state: string }>(sql`
      insert into memberships as ms (type, id, member_id, state, invited_by, requested_at)
      select ${type}, ${id}, m.id, 'invited', ${member.id}::bigint, ${now()}
      from members m
      where m.id = any (${sql.param(memberIds)}::bigint[])
        and m.id <> ${member.id}
        and m.status = 'active'
        and not exists (
          select from blocks b
          where (b.blocker_id = m.id and b.blocked_id = ${member.id})
            or (b.blocker_id = ${member.id} and b.blocked_id = m.id)
        )
      order by m.id
      on conflict (type, id, member_id) do update
      set state = case when ms.state = 'requested' and ${isStaff(relation)} then 'member' else 'invited' end,
        joined_at = case
          when ms.state = 'requested' and ${isStaff(relation)} then excluded.requested_at
        end,
        invited_by = excluded.invited_by, requested_at = excluded.requested_at
      where ms.state in ('none', 'requested')
        or (ms.state = 'banned' and ms.banned_until <= ${now()})
      returning member_id as "memberId", state`);
      const invited = rows.flatMap((row) =>
        row.state === 'invited' ? [Number(row.memberId)] : [],
      );
      if (invited.length) await afterwards(tx, invited);
      return invited;
    },
    memberIds,
  );
