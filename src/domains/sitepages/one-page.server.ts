import { roles, type Role } from '#domains/containers/container-access.rules.ts';
import { knownContainer } from '#domains/containers/container-access.server.ts';
import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import type { Member, Viewer } from '#domains/policy/viewer.ts';
import { db, type Tx } from '#server/db.ts';
import { forbidden, notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import { pageColumns, pagesFor, type PageRow } from './page-rows.server.ts';

export const pageRef = (id: number) => ({ type: 'page', id }) as const satisfies ContainerRef;

/** A page that the viewer may know of, or not found. Its posts may be hidden (`isReadable`). */
export async function readPage(viewer: Viewer, id: number, tx: Tx = db): Promise<PageRow> {
  const [row] = await tx.execute<PageRow>(sql`
    select ${pageColumns(viewer)}
    from ${pagesFor(viewer)}
    where c.type = 'page' and c.id = ${id} and ${knownContainer(viewer, sql`c`)}`);
  if (!row) throw notFound();
  return row;
}

/** As `readPage`; forbidden if its content is hidden. */
export async function readOpenPage(viewer: Viewer, id: number): Promise<PageRow> {
  const page = await readPage(viewer, id);
  if (!page.isReadable) throw forbidden();
  return page;
}

/** As `readPage`, for staff with at least that role. */
export async function readPageAsStaff(
  member: Member,
  id: number,
  role: Role = roles.admin,
): Promise<PageRow> {
  const page = await readPage(member, id);
  if (page.membership !== 'member' || page.role < role) throw forbidden();
  return page;
}
