import { isCommentType } from '#lib/wire-names.ts';
import { sql } from '#server/sql.ts';
import { contextRow, subjects, type ContextRow } from '#server/subjects.ts';

export const postContext: ContextRow = (_, id) =>
  sql`
    select 'post', target_comment.subject_id
    from comments target_comment
    where target_comment.id = ${id}`;

/** For a comment on a photo: the context of the photo. */
export const otherContext: ContextRow = (viewer, id) => {
  const each = subjects().flatMap(([type]) =>
    isCommentType(type) || type === 'post'
      ? []
      : [
          sql`
            select context.*
            from comments target_comment,
              lateral (
                ${contextRow(type)(viewer, sql`target_comment.subject_id`)}
              ) context (type, id)
            where target_comment.id = ${id}
              and target_comment.subject_type = ${type}::subject_type`,
        ],
  );
  return each.length
    ? sql.join(each, sql` union all `)
    : sql`select ''::text, 0::bigint where false`;
};
