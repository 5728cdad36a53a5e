import { reportedMedia } from '#domains/media/reported-media.server.ts';
import type { Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import type { ReportedFile } from '#server/subjects.ts';
import { isActive } from './story-rows.server.ts';

/** File of a reported story until the story expires; then not even moderators get it. */
export const reportedFiles = (tx: Tx, id: number): Promise<ReportedFile[]> =>
  reportedMedia(
    tx,
    sql`
      select stories.media_id, 0 as position
      from stories
      where stories.id = ${id}
        and ${isActive()}`,
  );
