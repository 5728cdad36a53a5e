import { reportedMedia } from '#domains/media/reported-media.server.ts';
import { isCommentType } from '#lib/wire-names.ts';
import { sql } from '#server/sql.ts';
import {
  subjects,
  type Moderated,
  type SubjectRows,
  type SubjectSource,
} from '#server/subjects.ts';
import { otherContext, postContext } from './comment-context.server.ts';
import { visibleComment } from './visibility.server.ts';

/**
 * A comment that the viewer may see. It takes no reactions where comments are closed on its subject,
 * which is found once, in a CTE: its rules are most of the statement.
 */
const commentRows =
  (ofPosts: boolean): SubjectRows =>
  (viewer, id, parent) => {
    const each = subjects().flatMap(([type, rows]) =>
      isCommentType(type) || (type === 'post') !== ofPosts || (parent && type !== parent.type)
        ? []
        : [
            sql`
              select one.can_comment
              from comments target_comment
              cross join lateral (${rows(viewer, sql`target_comment.subject_id`)}) one
              where target_comment.id = ${id}
                and target_comment.subject_type = ${type}::subject_type
                and ${parent ? sql`target_comment.subject_id = ${parent.id}` : sql`true`}`,
          ],
    );
    return sql`
      with context as materialized (
        ${each.length ? sql.join(each, sql` union all `) : sql`select false as can_comment where false`}
      )
      select c.id, array[c.author_id] as owner_ids, false as can_comment,
        (select context.can_comment from context) as can_react
      from comments c
      where c.id = ${id}
        and ${visibleComment(viewer)}
        and exists (select from context)`;
  };

const moderated: Moderated = {
  content: (id) => sql`
    select jsonb_build_object(
      'body', reported.body, 'isPublic', false, 'photoCount', (reported.media_id is not null)::int,
      'path', '/comments/' || reported.id
    )
    from comments reported
    where reported.id = ${id}`,
  files: (tx, id) =>
    reportedMedia(tx, sql`select c.media_id, 0 as position from comments c where c.id = ${id}`),
  remove: async (tx, id) => void (await tx.execute(sql`delete from comments where id = ${id}`)),
};
export const postCommentSubject: SubjectSource = {
  rows: commentRows(true),
  moderated,
  context: postContext,
  contextTypes: ['post'],
};
export const commentSubject: SubjectSource = {
  rows: commentRows(false),
  moderated,
  context: otherContext,
  parent: (id) => sql`
    select named.subject_type::text as type, named.subject_id as id
    from comments named
    where named.id = ${id}`,
};
