import { sql } from 'drizzle-orm';
import { ownedSubjects, placeRow, type Place } from '#server/subjects.ts';

export const isComment = (type: string): boolean =>
  type === 'activity_comment' || type === 'core_comment';

export const postPlace: Place = (_, id) =>
  sql`select 'activity_action', said.subject_id from comments said where said.id = ${id}`;

/** Under a photo, the place of the photo. */
export const otherPlace: Place = (viewer, id) => {
  const each = ownedSubjects().flatMap(([type]) =>
    isComment(type) || type === 'activity_action'
      ? []
      : [
          sql`
            select place.*
            from comments said,
              lateral (${placeRow(type)(viewer, sql`said.subject_id`)}) place (type, id)
            where said.id = ${id} and said.subject_type = ${type}::subject_type`,
        ],
  );
  return each.length
    ? sql.join(each, sql` union all `)
    : sql`select ''::text, 0::bigint where false`;
};
