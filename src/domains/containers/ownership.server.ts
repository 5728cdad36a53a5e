import type { SQL } from 'drizzle-orm';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { retryOnDeadlock } from '#server/database-errors.ts';
import { db, type Tx } from '#server/db.ts';
import { forbidden, invalid, notFound } from '#server/errors.ts';
import { attemptEach } from '#server/prune.ts';
import { sql } from '#server/sql.ts';
import { offerDays, roles } from './container-access.rules.ts';
import { findContainerKind } from './container-kinds.server.ts';
import {
  changeContainer,
  lockMembership,
  nothing,
  type AfterChange,
  type ContainerRef,
} from './container-lock.server.ts';
import { sortKeyNow } from './sort-key-now.server.ts';
import { writeAuditEntry } from './staff.server.ts';

const owns = (membership: { role: number } | undefined) => membership?.role === roles.owner;

/**
 * Creates a container with its owner as a member. The caller writes the details of its kind under
 * the same key.
 * @returns the id
 */
export async function createContainer(
  tx: Tx,
  owner: Member,
  type: string,
  fields: {
    title: string;
    state?: string;
    visibility?: string;
    isListed?: boolean;
    joinPolicy?: string;
    postPolicy?: string;
    commentPolicy?: string;
    invitePolicy?: string;
  },
): Promise<number> {
  const [row] = await tx.execute<{ id: number }>(sql`
    insert into containers (
      type, owner_id, title, state, visibility, is_listed, join_policy, post_policy, comment_policy,
      invite_policy, created_at
    )
    values (
      ${type}, ${owner.id}, ${fields.title}, ${fields.state ?? 'open'},
      ${fields.visibility ?? 'everyone'}, ${fields.isListed ?? true},
      ${fields.joinPolicy ?? 'open'}, ${fields.postPolicy ?? 'members'},
      ${fields.commentPolicy ?? 'readers'}, ${fields.invitePolicy ?? 'members'}, ${now()}
    )
    returning id`);
  const id = Number(row!.id);
  await tx.execute(sql`
    insert into memberships (type, id, member_id, state, role, joined_at)
    values (${type}, ${id}, ${owner.id}, 'member', ${roles.owner}, ${now()})`);
  return id;
}

/** Offers the ownership to another member of the container; replaces an earlier offer. */
export const offerOwnership = (
  member: Member,
  ref: ContainerRef,
  recipientId: number,
  afterwards: AfterChange = nothing,
): Promise<void> =>
  changeContainer(
    member,
    ref,
    async ({ tx, container, membership }) => {
      if (!owns(membership)) throw forbidden();
      if (recipientId === member.id) throw invalid('You own it already.', 'user_id');
      const recipient = await lockMembership(tx, container, recipientId);
      const isPossible = await tx.execute(sql`
        select from members m
        where m.id = ${recipientId}
          and m.status = 'active'
          and not exists (
            select from blocks b
            where (b.blocker_id = m.id and b.blocked_id = ${member.id})
              or (b.blocker_id = ${member.id} and b.blocked_id = m.id)
          )`);
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
      await afterwards(tx);
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
      and ${member.id}::bigint in (offer.recipient_id, c.owner_id)`);
  return offer;
}

/** Withdraws an own offer, or declines one. Not found without one. */
export const endOffer = (member: Member, ref: ContainerRef): Promise<void> =>
  changeContainer(member, ref, async ({ tx, container: { type, id }, membership }) => {
    const deleted = await tx.execute(sql`
      delete from ownership_offers
      where type = ${type}
        and id = ${id}
        and (${owns(membership)} or recipient_id = ${member.id})
      returning 1`);
    if (!deleted.length) throw notFound();
  });

/**
 * Accepts the ownership; the former owner stays in the role that edits its kind: an admin of a page,
 * an officer of a group. Not found if the offer has ended: it
 * was withdrawn, is older than a week, or the two have blocked each other since.
 */
export const acceptOwnership = (member: Member, ref: ContainerRef): Promise<void> =>
  changeContainer(member, ref, async ({ tx, container, membership }) => {
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
    if (!offers.length || membership?.state !== 'member' || ownerId === null) throw notFound();
    await setOwner(tx, container, ownerId, member.id);
    await writeAuditEntry(tx, container, member.id, {
      action: 'accept_ownership',
      targetId: ownerId,
    });
  });

/** In two statements, so that there is never a second owner (memberships_owner). */
async function setOwner(tx: Tx, { type, id }: ContainerRef, from: number, to: number) {
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
    set owner_id = ${to}, public_from = ${publicFromTransfer()}
    where c.type = ${type} and c.id = ${id}`);
}

/** Friends are those of the owner: posts written for the friends of another stay the members'. */
const publicFromTransfer = (): SQL => sql`
  case
    when c.visibility in ('friends', 'friends_of_friends') then ${sortKeyNow()}
    else c.public_from
  end`;

/**
 * Settles who owns the containers of a member whose account ends, in the transaction that ends it:
 * the oldest active admin, else the oldest moderator who was here in the last 90 days, else nobody;
 * then the container comes into the custody of the site, archived. Memberships and
 * offers end with it.
 */
export async function settleSuccession(tx: Tx, memberId: number): Promise<void> {
  await handOver(
    tx,
    memberId,
    sql`
      update memberships
      set state = 'none', role = 0, is_following = false, invited_by = null
      where member_id = ${memberId} and state <> 'banned'`,
  );
  await tx.execute(sql`delete from ownership_offers where recipient_id = ${memberId}`);
}

/** @param step what becomes of the memberships, between finding successors and promoting them */
async function handOver(tx: Tx, memberId: number, step: SQL): Promise<void> {
  await tx.execute(sql`
    select from containers c
    where exists (
      select from memberships ms
      where ms.member_id = ${memberId} and ms.type = c.type and ms.id = c.id
    )
    order by c.type, c.id
    for update`);
  const owned = await tx.execute<{ type: string; id: number; successorId: number | null }>(sql`
    select c.type, c.id, successor.member_id as "successorId"
    from containers c
    left join lateral (
      select ms.member_id
      from memberships ms
      join members m on m.id = ms.member_id and m.status = 'active'
      where ms.type = c.type
        and ms.id = c.id
        and ms.state = 'member'
        and ms.member_id <> ${memberId}
        and (
          ms.role = ${roles.admin}
          or (
            ms.role = ${roles.moderator}
            and exists (
              select from sessions s
              where s.member_id = m.id and s.last_used_at > ${now()} - interval '90 days'
            )
          )
        )
      order by ms.role desc, ms.joined_at, ms.member_id
      limit 1
    ) successor on true
    where c.owner_id = ${memberId}
    order by c.type, c.id`);
  await tx.execute(step);
  const handedOver = owned.filter(({ successorId }) => successorId !== null);
  const ids = (rows: typeof owned) => sql.param(rows.map(({ id }) => Number(id)));
  const types = (rows: typeof owned) => sql.param(rows.map(({ type }) => type));
  const successors = sql.param(handedOver.map(({ successorId }) => Number(successorId)));
  await tx.execute(sql`
    with handed_over as (
      select * from unnest(
        ${types(handedOver as typeof owned)}::text[], ${ids(handedOver as typeof owned)}::bigint[],
        ${successors}::bigint[]
      ) as one (type, id, member_id)
    ),
      promoted as (
        update memberships ms
        set role = ${roles.owner}
        from handed_over one
        where ms.type = one.type and ms.id = one.id and ms.member_id = one.member_id
      )
    update containers c
    set owner_id = one.member_id, public_from = ${publicFromTransfer()}
    from handed_over one
    where c.type = one.type and c.id = one.id`);
  await tx.execute(sql`
    update containers
    set owner_id = null,
      state = case when state in ('removed', 'declined', 'deleted') then state else 'archived' end,
      -- A draft, or one that waits for its review, stays closed to all but its staff.
      visibility = case when state in ('open', 'archived') then visibility else 'members' end,
      is_listed = is_listed and state in ('open', 'archived'),
      archived_at = coalesce(archived_at, ${now()})
    where owner_id = ${memberId}`);
  await tx.execute(sql`
    insert into container_audit_log (type, id, action, target_id, created_at)
    select one.type, one.id, 'succession', one.member_id, ${now()}
    from unnest(
      ${types(owned)}::text[], ${ids(owned)}::bigint[],
      ${sql.param(owned.map(({ successorId }) => (successorId === null ? null : Number(successorId))))}::bigint[]
    ) as one (type, id, member_id)`);
}

/**
 * The member to whom what a purged member left in a container passes: its owner, in custody an
 * admin of the site; nobody on a site without admins.
 */
export const heirOf = (type: SQL, id: SQL, memberId: number): SQL => sql`
  coalesce(
    (
      select c.owner_id
      from containers c
      where c.type = ${type} and c.id = ${id} and c.owner_id <> ${memberId}
    ),
    (select min(m.id) from members m where m.role = 'admin' and m.id <> ${memberId}),
    ${memberId}
  )`;

export const suspendedOwnersQueue = 'suspended-container-owners';

/**
 * Hands over the containers of owners who have been suspended for 60 days, as if their account had
 * ended. In those of others they keep their membership and role.
 */
export async function settleSuspendedOwners(): Promise<void> {
  const owners = await db.execute<{ id: number }>(sql`
    select m.id
    from members m
    where m.status = 'suspended'
      and m.suspended_at <= ${now()} - interval '60 days'
      and exists (select from containers c where c.owner_id = m.id)
    order by m.id`);
  await attemptEach(owners, ({ id }) =>
    retryOnDeadlock(() =>
      db.transaction(async (tx) => {
        // Again under the lock: the suspension may have ended since.
        const suspended = await tx.execute(sql`
          select from members where id = ${id} and status = 'suspended' for update`);
        if (!suspended.length) return;
        await handOver(
          tx,
          Number(id),
          sql`
            update memberships
            set role = ${roles.member}
            where member_id = ${id} and role = ${roles.owner}`,
        );
      }),
    ),
  );
}
