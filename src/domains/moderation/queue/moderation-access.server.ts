import type { SQL } from 'drizzle-orm';
import type { ReportedType } from '#domains/moderation/reports.rules.ts';
import { isMember, isModerator, type Viewer } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { sql } from '#server/sql.ts';

/**
 * A look at a reported item lasts this long: its files come with it. Longer is another look, and
 * another line in the log.
 */
const lookLasts = sql`interval '1 hour'`;

/**
 * The viewer is a moderator who is looking at that item: it is reported, nobody has decided yet,
 * and the look is in the log.
 */
export const hasModerationAccess = (viewer: Viewer, type: ReportedType, id: SQL): SQL =>
  isMember(viewer) && isModerator(viewer)
    ? sql`
      (
        exists (
          select from reports looked
          where looked.status = 'open'
            and looked.subject_type = ${type}
            and looked.subject_id = ${id}
        )
        and exists (
          select from moderation_log look
          where look.moderator_id = ${viewer.id}
            and look.action = 'viewed'
            and look.subject_type = ${type}
            and look.subject_id = ${id}
            and look.created_at > ${now()} - ${lookLasts}
        )
      )`
    : sql`false`;
