import type { SQL } from 'drizzle-orm';
import type { ReportedType } from '#domains/moderation/reports.rules.ts';
import { isMember, isModerator, type SqlViewer } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { sql } from '#server/sql.ts';

/**
 * Access to a reported item and its files lasts this long. Afterwards the moderator opens it again,
 * which the log records again.
 */
const accessDuration = sql`interval '1 hour'`;

/**
 * Whether the viewer is a moderator with access to that item: its report is open, and the
 * moderation log has a recent view by this moderator.
 */
export const hasModerationAccess = (viewer: SqlViewer, type: ReportedType, id: SQL): SQL =>
  isMember(viewer) && isModerator(viewer)
    ? sql`
      (
        exists (
          select from reports open_report
          where open_report.status = 'open'
            and open_report.subject_type = ${type}
            and open_report.subject_id = ${id}
        )
        and exists (
          select from moderation_log log
          where log.moderator_id = ${viewer.id}
            and log.action = 'viewed'
            and log.subject_type = ${type}
            and log.subject_id = ${id}
            and log.created_at > ${now()} - ${accessDuration}
        )
      )`
    : sql`false`;
