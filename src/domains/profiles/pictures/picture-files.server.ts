import { visiblePictureFile } from '#domains/policy/profile-audience.server.ts';
import type { Viewer } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

/**
 * Whether that file is a current profile photo or cover that the viewer may see. Checked on every
 * request.
 */
export async function isPictureVisible(viewer: Viewer, name: string): Promise<boolean> {
  const found = await db.execute(sql`
    select 1 from members m
    where (m.avatar = ${name} or m.cover = ${name}) and ${visiblePictureFile(viewer, name)}
    limit 1`);
  return found.length > 0;
}
