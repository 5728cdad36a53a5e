import type { SQL } from 'drizzle-orm';
import { visiblePictureFile } from '#domains/policy/profile-audience.server.ts';
import type { Viewer } from '#domains/policy/viewer.ts';
import { sql } from '#server/sql.ts';

/** Selects the member whose current profile photo or cover is that file, if the viewer may see it. */
export const shownPicture = (viewer: Viewer, name: string): SQL => sql`
  select from members m
  where (m.avatar = ${name} or m.cover = ${name}) and ${visiblePictureFile(viewer, name)}`;
