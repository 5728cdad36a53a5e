import { sql } from 'drizzle-orm';
import { reportedMedia } from '#domains/media/reported-media.server.ts';
import type { Tx } from '#server/db.ts';
import type { ReportedFile } from '#server/subjects.ts';
import { isActive } from './story-rows.server.ts';

/**
 * The picture or video of a reported story, until its day is over: then it is nobody's, moderators
 * included.
 */
export const reportedFiles = (tx: Tx, id: number): Promise<ReportedFile[]> =>
  reportedMedia(
    tx,
    sql`
      select stories.media_id, 0 as position from stories where stories.id = ${id} and ${isActive()}`,
  );
