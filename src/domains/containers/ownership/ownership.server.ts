import type { SQL } from 'drizzle-orm';
import {
  hasRoleOf,
  mayKnow,
  offerDays,
  roles,
  type ContainerState,
} from '#domains/containers/container-access.rules.ts';
import { findContainerKind, followsByJoining } from '#domains/containers/container-kinds.server.ts';
import {
  changeContainer,
  lockForChange,
  lockMembership,
  lockNewParent,
  type Change,
  type ContainerRef,
} from '#domains/containers/container-lock.server.ts';
import {
  membershipNotice,
  notifyAboutContainer,
} from '#domains/containers/container-notices.server.ts';
import { andAdmitted } from '#domains/containers/container-parents.server.ts';
import { writeAuditEntry } from '#domains/containers/membership/staff.server.ts';
import type { ContainerSettings } from '#domains/containers/settings.server.ts';
import { sortKeyNow } from '#domains/containers/sort-key-now.server.ts';
import { lockActiveMember } from '#domains/members/members.server.ts';
import { isModerator, type Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { retryOnDeadlock } from '#server/database-errors.ts';
import { db, type Tx } from '#server/db.ts';
import { forbidden, invalid, notFound } from '#server/errors.ts';
import { insertRow } from '#server/rows.ts';
import { sql } from '#server/sql.ts';

/** Absent ones have the defaults of the table. */
export interface NewContainer extends ContainerSettings {
  title: string;
  state?: ContainerState;
  /** The name of its stored picture. */
  avatar?: string | null;
  /** The container in which it lies. */
  parent?: ContainerRef | undefined;
}

/** The owner; in custody the moderators of the site. */
const mayOffer = ({ container, membership, relation }: Change): boolean =>
  container.ownerId === null ? relation.isSiteModerator : membership?.role === roles.owner;

/**
 * Creates a container with its owner as a member. The caller writes the details of its kind under
 * the same key.
 * @returns the id
 */
export async function createContainer(
  tx: Tx,
  owner: Member,
  type: string,
  { joinQuestions, parent, ...fields }: NewContainer,
): Promise<number> {
  if (parent) await lockNewParent(tx, owner, type, parent);
  const { id } = await insertRow(tx, 'containers', {
    type,
    ownerId: owner.id,
    parentType: parent?.type,
    parentId: parent?.id,
    ...fields,
    joinQuestions: joinQuestions && sql`${JSON.stringify(joinQuestions)}::jsonb`,
    createdAt: now(),
    showsSetup: true,
  });
  await tx.execute(sql`
    insert into memberships (type, id, member_id, state, role, is_following, joined_at)
    values (
      ${type}, ${id}, ${owner.id}, 'member', ${roles.owner}, ${followsByJoining(type)}, ${now()}
    )`);
  return id;
}

/**
 * Offers the ownership to another member of the container; replaces an earlier offer. A container in
 * custody is offered by a moderator of the site.
 */
export const offerOwnership = (
  member: Member,
  ref: ContainerRef,
  recipientId: number,
): Promise<void> =>
  changeContainer(
    member,
    ref,
    async (change) => {
      const { tx, container } = change;
      if (!mayOffer(change)) throw forbidden();
      if (recipientId === container.ownerId) throw invalid('You already own it.', 'user_id');
      const recipient = await lockMembership(tx, container, recipientId);
      const isPossible = await tx.execute(sql`
        select from members m
        where m.id = ${recipientId}
          and m.status = 'active'
          and not exists (
            select from blocks b
            where (b.blocker_id = m.id and b.blocked_id = ${member.id})
              or (b.blocker_id = ${member.id} and b.blocked_id = m.id)
          )
          ${andAdmitted(container, sql`m.id`)}`);
      if (recipient?.state !== 'member' || !isPossible.length) throw notFound();
      const { type, id } = container;
      await tx.execute(sql`
        insert into ownership_offers as offer (type, id, recipient_id, offered_at, expires_at)
        values (
          ${type}, ${id}, ${recipientId}, ${now()},
          ${now()} + make_interval(days => ${offerDays})
        )
        on conflict (type, id) do update
        set recipient_id = excluded.recipient_id, offered_at = excluded.offered_at,
          expires_at = excluded.expires_at`);
      await writeAuditEntry(tx, container, member.id, {
        action: 'offer_ownership',
        targetId: recipientId,
      });
      const notice = membershipNotice(container, 'ownership');
      await notifyAboutContainer(tx, member, container, notice, [recipientId]);
    },
    [recipientId],
  );

export interface OwnershipOffer extends Record<string, unknown> {
  recipientId: number;
  displayname: string;
  expiresAt: string;
}

/** The offer of a container that the member has made or got, if it still stands. */
export async function findOffer(
  member: Member,
  { type, id }: ContainerRef,
): Promise<OwnershipOffer | undefined> {
  const [offer] = await db.execute<OwnershipOffer>(sql`
    select offer.recipient_id as "recipientId", m.displayname, offer.expires_at::text as "expiresAt"
    from ownership_offers offer
    join containers c on c.type = offer.type and c.id = offer.id
    join members m on m.id = offer.recipient_id and m.status = 'active'
    where offer.type = ${type}
      and offer.id = ${id}
      and offer.expires_at > ${now()}
      and (
        offer.recipient_id = ${member.id}
        or case when c.owner_id is null then ${isModerator(member)} else c.owner_id = ${member.id} end
      )`);
  return offer;
}

/** Withdraws an own offer, or declines one. Not found without one. */
export const endOffer = (member: Member, ref: ContainerRef): Promise<void> =>
  changeContainer(member, ref, async (change) => {
    const { tx, container } = change;
    const deleted = await tx.execute(sql`
      delete from ownership_offers
      where type = ${container.type}
        and id = ${container.id}
        and (${mayOffer(change)} or recipient_id = ${member.id})
      returning 1`);
    if (!deleted.length) throw notFound();
  });

/**
 * Accepts the ownership; the former owner stays in the role that edits its kind: an admin of a page,
 * an officer of a group. Not found if the offer has ended: it
 * was withdrawn, is older than a week, or the two have blocked each other since.
 */
export const acceptOwnership = (member: Member, ref: ContainerRef): Promise<void> =>
  retryOnDeadlock(() =>
    db.transaction(async (tx) => {
      // Before the container, so that two of them accepted at once are counted one after the other.
      await lockActiveMember(tx, member.id);
      const { container, relation } = await lockForChange(tx, member, ref);
      if (!mayKnow(container, relation)) throw notFound();
      const { type, id, ownerId } = container;
      const offers = await tx.execute(sql`
        delete from ownership_offers
        where type = ${type}
          and id = ${id}
          and recipient_id = ${member.id}
          and expires_at > ${now()}
          and not exists (
            select from blocks b
            where (b.blocker_id = ${ownerId} and b.blocked_id = ${member.id})
              or (b.blocker_id = ${member.id} and b.blocked_id = ${ownerId})
          )
        returning 1`);
      if (!offers.length || !hasRoleOf(relation, roles.member)) throw notFound();
      await findContainerKind(type)?.checkQuota?.(member, tx, id);
      await setOwner(tx, container, ownerId, member.id);
      await writeAuditEntry(
        tx,
        container,
        member.id,
        ownerId === null
          ? { action: 'end_custody' }
          : { action: 'accept_ownership', targetId: ownerId },
      );
    }),
  );

/**
 * In two statements, so that there is never a second owner (memberships_owner). Custody ends: what
 * was archived for it is again what it was, so that neither an archive opens by itself nor what the
 * site has not approved. Without a note, of a custody that began before there were any, it opens.
 */
async function setOwner(tx: Tx, { type, id }: ContainerRef, from: number | null, to: number) {
  await tx.execute(sql`
    update memberships
    set role = ${findContainerKind(type)?.editRole ?? roles.admin}
    where type = ${type} and id = ${id} and member_id = ${from} and role = ${roles.owner}`);
  await tx.execute(sql`
    update memberships
    set role = ${roles.owner}
    where type = ${type} and id = ${id} and member_id = ${to}`);
  await tx.execute(sql`
    update containers c
    set owner_id = ${to}, public_from = ${publicFromTransfer()},
      state = case
        when c.owner_id is null and c.state = 'archived' then coalesce(c.state_before_custody, 'open')
        else c.state
      end,
      archived_at = case
        when c.owner_id is not null or c.state_before_custody = 'archived' then c.archived_at
      end,
      state_before_custody = null
    where c.type = ${type} and c.id = ${id}`);
  await tx.execute(sql`
    update memberships
    set volunteered_at = null
    where type = ${type} and id = ${id} and volunteered_at is not null`);
}

/** Friends are those of the owner: posts written for the friends of another stay the members'. */
export const publicFromTransfer = (): SQL => sql`
  case
    when c.visibility in ('friends', 'friends_of_friends') then ${sortKeyNow()}
    else c.public_from
  end`;
