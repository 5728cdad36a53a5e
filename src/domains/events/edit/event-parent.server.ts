import { knownContainer } from '#domains/containers/container-access.server.ts';
import {
  childrenCreatableBy,
  findContainerKind,
} from '#domains/containers/container-kinds.server.ts';
import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { forbidden, invalid, notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

/** Whether the member may create events there; not found if they may not know that it exists. */
export async function mayCreateIn(member: Member, { type, id }: ContainerRef): Promise<boolean> {
  const isKind = findContainerKind('event')?.parents?.includes(type);
  const [row] = await db.execute<{ may: boolean }>(sql`
    select ${childrenCreatableBy(member, sql`c`)} as may
    from containers c
    where c.type = ${type} and c.id = ${id} and ${knownContainer(member, sql`c`)}`);
  if (!isKind || !row) throw notFound();
  return row.may;
}

/** The name of a group or page; undefined if the member may not know it. */
export async function findParentTitle(
  member: Member,
  { type, id }: ContainerRef,
): Promise<string | undefined> {
  const [row] = await db.execute<{ title: string }>(sql`
    select c.title
    from containers c
    where c.type = ${type} and c.id = ${id} and ${knownContainer(member, sql`c`)}`);
  return row?.title;
}

/** Refuses an event there; its creation decides once more, under the lock of the parent. */
export async function checkParent(member: Member, parent: ContainerRef | undefined): Promise<void> {
  if (parent?.id === 0) throw invalid('Please say where it takes place.', 'parent_id');
  if (parent && !(await mayCreateIn(member, parent)))
    throw forbidden('You cannot create events there.');
}
