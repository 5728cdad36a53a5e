import { roles, type Role } from '#domains/containers/container-access.rules.ts';
import { knownContainer } from '#domains/containers/container-access.server.ts';
import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import type { Member, Viewer } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { forbidden, notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import { groupColumns, groupsFor, type GroupRow } from './group-rows.server.ts';

export const groupRef = (id: number) => ({ type: 'group', id }) as const satisfies ContainerRef;

/** A group that the viewer may know of, or not found. Its posts may be hidden (`isReadable`). */
export async function readGroup(viewer: Viewer, id: number): Promise<GroupRow> {
  const [row] = await db.execute<GroupRow>(sql`
    select ${groupColumns(viewer)}
    from ${groupsFor(viewer)}
    where c.type = 'group' and c.id = ${id} and ${knownContainer(viewer, sql`c`)}`);
  if (!row) throw notFound();
  return row;
}

/** As `readGroup`; forbidden if its content is hidden. */
export async function readOpenGroup(viewer: Viewer, id: number): Promise<GroupRow> {
  const group = await readGroup(viewer, id);
  if (!group.isReadable) throw forbidden();
  return group;
}

/** As `readGroup`, for officers and the owner. */
export async function readGroupAsStaff(
  member: Member,
  id: number,
  role: Role = roles.moderator,
): Promise<GroupRow> {
  const group = await readGroup(member, id);
  if (group.membership !== 'member' || group.role < role) throw forbidden();
  return group;
}
