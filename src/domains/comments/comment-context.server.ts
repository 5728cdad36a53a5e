import { isCommentType } from '#lib/wire-names.ts';
import { sql } from '#server/sql.ts';
import { contextRow, subjects, type ContextRow } from '#server/subjects.ts';

export const postContext: ContextRow = (_, id) =>
  sql`select 'post', said.subject_id from comments said where said.id = ${id}`;

/** Under a photo, the context of the photo. */
export const otherContext: ContextRow = (viewer, id) => {
  const each = subjects().flatMap(([type]) =>
    isCommentType(type) || type === 'post'
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
