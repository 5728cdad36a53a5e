import type { SQL } from 'drizzle-orm';
import { needPassword } from '#domains/auth/verify-password.server.ts';
import { roles } from '#domains/containers/container-access.rules.ts';
import {
  changeContainer,
  parentsFirst,
  type Change,
  type ContainerRef,
} from '#domains/containers/container-lock.server.ts';
import { sortKeyNow } from '#domains/containers/sort-key-now.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { retryOnDeadlock } from '#server/database-errors.ts';
import { db, type Tx } from '#server/db.ts';
import { entriesOf } from '#server/domain.ts';
import { forbidden } from '#server/errors.ts';
import { enqueue } from '#server/jobs.ts';
import { sql } from '#server/sql.ts';

declare module '#server/domain.ts' {
  interface Domain {
    /**
     * Tables with many rows of one container, each with the condition on its rows: those of a
     * deleted one are deleted in batches. Tables with few may leave that to their foreign key.
     */
    containerRows?: Record<string, (ref: ContainerRef) => SQL>;
    /** Tables with what a member wrote in a container, each with the condition on those rows. */
    leaverRows?: Record<string, (leaver: Leaver) => SQL>;
  }
}

/** A member who left a container and wants what they wrote there deleted. */
export interface Leaver extends ContainerRef {
  memberId: number;
  /** Sort key of the leaving: what they write after they come back stays. */
  before: number;
}

export const deletionQueue = 'delete-containers';
export const leaverQueue = 'delete-leaver-posts';

const batchSize = 200;
/** Smaller: each row of an open container counts, and locks the container until its batch ends. */
const leaverBatchSize = 20;
/** Batches of one job; the next job goes on. */
const batchesAtOnce = 500;

function checkOwner({ membership }: Change): void {
  if (membership?.role !== roles.owner) throw forbidden();
}

/**
 * Deletes a container, as its owner, who enters the password again: it is absent everywhere at once,
 * and a job deletes its rows.
 */
export async function deleteContainer(
  member: Member,
  ref: ContainerRef,
  password: string | undefined,
  afterwards: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  // Whoever may not delete it is not asked for a password.
  await changeContainer(member, ref, (change) => Promise.resolve(checkOwner(change)));
  await needPassword(member, password);
  await changeContainer(member, ref, async (change) => {
    checkOwner(change);
    const { tx } = change;
    const { type, id } = ref;
    await markDeleted(tx, sql`c.type = ${type} and c.id = ${id}`);
    await afterwards(tx);
    await enqueue(tx, deletionQueue, {});
  });
}

/** @param condition on the row `c`, which is locked, or nobody writes any more */
async function markDeleted(tx: Tx, condition: SQL): Promise<void> {
  // Whoever had a role there sees no more of it than others.
  await tx.execute(sql`
    with deleted as (
      update containers c
      set state = 'deleted', is_listed = false, owner_id = null, version = c.version + 1
      where ${condition}
      returning c.type, c.id
    )
    update memberships ms
    set role = 0
    from deleted
    where ms.type = deleted.type and ms.id = deleted.id and ms.role > 0`);
}

/**
 * Marks all that lies in deleted containers: never left without its parent, which may have
 * been all that closed it. Nobody reads it since the parent was marked.
 */
const markChildren = (): Promise<void> =>
  retryOnDeadlock(() =>
    db.transaction(async (tx) => {
      const orphaned = sql`
        exists (
          select from containers parent
          where parent.type = c.parent_type
            and parent.id = c.parent_id
            and parent.state = 'deleted'
        )
        and c.state <> 'deleted'`;
      const rows = await tx.execute<{ type: string; id: number }>(sql`
        select c.type, c.id
        from containers c
        where c.parent_id is not null and ${orphaned}
        ${parentsFirst}
        for update`);
      for (const [type, { onParentDeleted }] of entriesOf('containerKinds')) {
        const ids = rows.flatMap((row) => (row.type === type ? Number(row.id) : []));
        if (ids.length) await onParentDeleted?.(tx, ids);
      }
      await markDeleted(tx, sql`c.parent_id is not null and ${orphaned}`);
    }),
  );

const deleteBatch = (table: string, condition: SQL, size: number) =>
  retryOnDeadlock(() =>
    db.execute(sql`
      delete from ${sql.identifier(table)}
      where ctid = any (
        array(select ctid from ${sql.identifier(table)} where ${condition} limit ${size})
      )
      returning 1`),
  );

/** Enqueues the deletion of what the member wrote in the container until now. */
export async function enqueueLeaverRows(
  tx: Tx,
  { type, id }: ContainerRef,
  memberId: number,
): Promise<void> {
  const [row] = await tx.execute<{ before: number }>(sql`select ${sortKeyNow()}::float8 as before`);
  await enqueue(tx, leaverQueue, { type, id, memberId, before: row!.before } satisfies Leaver);
}

/** Job: deletes it in batches. Goes on after an interruption. */
export async function deleteLeaverRows(leaver: Leaver, signal?: AbortSignal): Promise<void> {
  for (const [table, condition] of entriesOf('leaverRows')) {
    for (let count = leaverBatchSize; count === leaverBatchSize;) {
      signal?.throwIfAborted();
      count = (await deleteBatch(table, condition(leaver), leaverBatchSize)).length;
    }
  }
}

/**
 * Job: deletes the rows of deleted containers in batches, so that no statement is long. Goes on
 * after an interruption; safe to run concurrently.
 * @param batches after so many another job goes on
 */
export async function deleteRows(signal?: AbortSignal, batches = batchesAtOnce): Promise<void> {
  await markChildren();
  const deleted = await db.execute<{ type: string; id: number }>(sql`
    select c.type, c.id
    from containers c
    where c.state = 'deleted'
    order by c.parent_id is null, c.type, c.id`);
  let left = batches;
  for (const { type, id } of deleted) {
    const ref = { type, id: Number(id) };
    for (const [table, condition] of entriesOf('containerRows')) {
      for (let count = batchSize; count === batchSize; left -= 1) {
        signal?.throwIfAborted();
        if (left <= 0) {
          await enqueue(db, deletionQueue, {});
          return;
        }
        count = (await deleteBatch(table, condition(ref), batchSize)).length;
      }
    }
    await db.execute(sql`
      delete from containers
      where type = ${ref.type} and id = ${ref.id} and state = 'deleted'`);
  }
}
