import { sql } from 'drizzle-orm';
import { contextRow, subjects, type ContextRow } from '#server/subjects.ts';

export const isComment = (type: string): boolean =>
  type === 'activity_comment' || type === 'core_comment';

export const postContext: ContextRow = (_, id) =>
  sql`select 'activity_action', said.subject_id from comments said where said.id = ${id}`;

/** Under a photo, the context of the photo. */
export const otherContext: ContextRow = (viewer, id) => {
  const each = subjects().flatMap(([type]) =>
    isComment(type) || type === 'activity_action'
      ? []
      : [
          sql`
            select context.*
            from comments said,
              lateral (${contextRow(type)(viewer, sql`said.subject_id`)}) context (type, id)
            where said.id = ${id} and said.subject_type = ${type}::subject_type`,
        ],
  );
  return each.length
    ? sql.join(each, sql` union all `)
    : sql`select ''::text, 0::bigint where false`;
};
