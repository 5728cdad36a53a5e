import type { SQL } from 'drizzle-orm';
import { reportedMedia } from '#domains/media/reported-media.server.ts';
import type { SqlViewer } from '#domains/policy/viewer.ts';
import { isCommentType } from '#lib/wire-names.ts';
import { sql } from '#server/sql.ts';
import { subjects, type Moderated, type Subject, type SubjectSource } from '#server/subjects.ts';
import { otherContext, postContext } from './comment-context.server.ts';
import { seenComment } from './visibility.server.ts';

/**
 * Whether the viewer may react to a visible comment `c`: not if comments are closed on its subject.
 */
function canReact(viewer: SqlViewer, ofPosts: boolean): SQL {
  const each = subjects().flatMap(([type, rows]) =>
    isCommentType(type) || (type === 'post') !== ofPosts
      ? []
      : [
          sql`
            when ${type}::subject_type then (
              select context.can_comment from (${rows(viewer, sql`c.subject_id`)}) context
            )`,
        ],
  );
  return each.length ? sql`case c.subject_type${sql.join(each)} else false end` : sql`false`;
}

function commentRows(ofPosts: boolean) {
  return (viewer: SqlViewer, id: number | SQL, parent?: Subject): SQL =>
    sql`
      select c.id, array[c.author_id] as owner_ids, false as can_comment,
        ${canReact(viewer, ofPosts)} as can_react
      from comments c
      where c.id = ${id}
        and ${seenComment(viewer, ofPosts)}
        and ${
          parent
            ? sql`
          c.subject_type = ${parent.type}::subject_type and c.subject_id = ${parent.id}`
            : sql`true`
        }`;
}

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
};
export const commentSubject: SubjectSource = {
  rows: commentRows(false),
  moderated,
  context: otherContext,
};
