import type { SQL } from 'drizzle-orm';
import { endAnswers } from '#domains/containers/answers/answers.server.ts';
import { lockCategoriesOf } from '#domains/containers/categories/category-lock.server.ts';
import { roles } from '#domains/containers/container-access.rules.ts';
import { isBanInForce } from '#domains/containers/container-access.server.ts';
import { findContainerKind } from '#domains/containers/container-kinds.server.ts';
import {
  lockContainer,
  parentsFirst,
  withParents,
} from '#domains/containers/container-lock.server.ts';
import { hasParents, ifAdmitted } from '#domains/containers/container-parents.server.ts';
import { becomeMember } from '#domains/containers/membership/joining.server.ts';
import { viewerFromColumn } from '#domains/policy/audience.server.ts';
import { now } from '#server/clock.ts';
import { retryOnDeadlock } from '#server/database-errors.ts';
import { db, type Tx } from '#server/db.ts';
import { attemptEach } from '#server/prune.ts';
import { sql } from '#server/sql.ts';
import { notifyOfCustody } from './custody.server.ts';
import { publicFromTransfer } from './ownership.server.ts';

/** The member of its staff who takes over the container `c`, or null: one whom its parent admits. */
const staffSuccessor = (c: SQL): SQL => sql`
  (
    select ms.member_id
    from memberships ms
    join members m on m.id = ms.member_id and m.status = 'active'
    where ms.type = ${c}.type
      and ms.id = ${c}.id
      and ms.state = 'member'
      and ms.member_id <> ${c}.owner_id
      and (
        ms.role = ${roles.admin}
        or (
          ms.role = ${roles.moderator}
          and m.last_seen_on > (${now()} at time zone 'Etc/UTC')::date - 90
        )
      )
      and ${ifAdmitted(viewerFromColumn(sql`m.id`), c, sql`true`)}
    order by ms.role desc, ms.joined_at, ms.member_id
    limit 1
  )`;

/** The owner of the parent of `c`, or who takes that over with it; nobody whom `c` has banned. */
const parentSuccessor = (c: SQL): SQL => sql`
  (
    select m.id
    from containers parent
    join members m on m.status = 'active'
      and m.id = case
        when parent.owner_id = ${c}.owner_id then ${staffSuccessor(sql`parent`)}
        else parent.owner_id
      end
    where parent.type = ${c}.parent_type
      and parent.id = ${c}.parent_id
      and parent.state in ('open', 'archived')
      and not exists (
        select from memberships ms
        where ms.type = ${c}.type
          and ms.id = ${c}.id
          and ms.member_id = m.id
          and ${isBanInForce()}
      )
  )`;

/** The member who takes over the container `c` when the account of its owner ends, or null. */
const successorOf = (c: SQL): SQL =>
  hasParents() ? sql`coalesce(${staffSuccessor(c)}, ${parentSuccessor(c)})` : staffSuccessor(c);

/** A container of the member, and who takes it over: null is the custody of the site. */
export interface OwnedContainer extends Record<string, unknown> {
  type: string;
  id: number;
  title: string;
  successor: string | null;
}

/** All containers that the member owns, to be shown before the account ends. */
export const listOwnedContainers = (memberId: number): Promise<OwnedContainer[]> =>
  db.execute<OwnedContainer>(sql`
    select c.type, c.id, c.title,
      (select m.displayname from members m where m.id = ${successorOf(sql`c`)}) as successor
    from containers c
    where c.owner_id = ${memberId} and c.state not in ('removed', 'declined', 'deleted')
    order by c.title, c.type, c.id`);

/**
 * Locks a member whose account is about to end, with the owners of containers in which theirs lie, by
 * their ids: those may become members of what they take over, which reads their status under a lock.
 */
export const lockSuccessors = async (tx: Tx, memberId: number): Promise<void> =>
  void (await tx.execute(sql`
    select from members m
    where m.id in (
      select ${memberId}::bigint
      union
      select parent.owner_id
      from containers c
      join containers parent on parent.type = c.parent_type and parent.id = c.parent_id
      where c.owner_id = ${memberId}
    )
    order by m.id
    for no key update`));

/**
 * Settles who owns the containers of a member whose account has just ended, in its transaction:
 * the oldest active admin, else the oldest moderator who was here in the last 90 days, else the owner
 * of the container in which it lies, else nobody; then the container comes into the custody of the site, archived. Roles elsewhere and
 * offers end with it, and answers to what is not over. Memberships stay, hidden and uncounted as those of all inactive members, until
 * the purge: a restored account has them back.
 */
export async function settleSuccession(tx: Tx, memberId: number): Promise<void> {
  await handOver(
    tx,
    memberId,
    sql`
      update memberships
      set role = ${roles.member}, volunteered_at = null
      where member_id = ${memberId} and (role > 0 or volunteered_at is not null)`,
  );
  await endAnswers(tx, memberId);
  await tx.execute(sql`delete from ownership_offers where recipient_id = ${memberId}`);
}

/** @param step what becomes of the memberships, between finding successors and promoting them */
async function handOver(tx: Tx, memberId: number, step: SQL): Promise<void> {
  await tx.execute(sql`
    select from containers c
    where ${withParents(sql`
      select ms.type, ms.id from memberships ms where ms.member_id = ${memberId}`)}
    ${parentsFirst}
    for update`);
  const owned = await tx.execute<{
    type: string;
    id: number;
    isRemoved: boolean;
    successorId: number | null;
    isMember: boolean;
  }>(sql`
    select c.type, c.id, c.state in ('removed', 'declined', 'deleted') as "isRemoved",
      successor.id as "successorId",
      exists (
        select from memberships ms
        where ms.type = c.type
          and ms.id = c.id
          and ms.member_id = successor.id
          and ms.state = 'member'
      ) as "isMember"
    from containers c
    cross join lateral (select ${successorOf(sql`c`)} as id) successor
    where c.owner_id = ${memberId}
    order by c.type, c.id`);
  for (const type of new Set(owned.map((row) => row.type)))
    await lockCategoriesOf(
      tx,
      type,
      owned.filter((row) => row.type === type).map(({ id }) => Number(id)),
    );
  await tx.execute(step);
  const handedOver = owned.filter(({ successorId }) => successorId !== null);
  // The owner of what it lies in may not belong to it yet.
  for (const { type, id, successorId, isMember } of handedOver) {
    if (isMember) continue;
    const container = await lockContainer(tx, { type, id: Number(id) });
    await becomeMember({ tx, container }, Number(successorId), 'promotion');
  }
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
        set role = ${roles.owner}::smallint
        from handed_over one
        where ms.type = one.type and ms.id = one.id and ms.member_id = one.member_id
      )
    update containers c
    set owner_id = one.member_id, public_from = ${publicFromTransfer()}
    from handed_over one
    where c.type = one.type and c.id = one.id`);
  await tx.execute(sql`
    update containers
    set owner_id = null, state_before_custody = state,
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
  // One statement each: a member owns only few.
  for (const { type, id, isRemoved, successorId } of owned) {
    if (isRemoved || successorId !== null) continue;
    const ref = { type, id: Number(id) };
    await findContainerKind(type)?.onOwnerless?.(tx, ref);
    await notifyOfCustody(tx, ref);
  }
}

/**
 * The member to whom what a purged member left in a container passes: its owner, in custody an
 * admin of the site; nobody on a site without admins.
 */
export const ownerAfterPurge = (type: SQL, id: SQL, memberId: number): SQL => sql`
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
          select from members
          where id = ${id} and status = 'suspended'
          for update`);
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
