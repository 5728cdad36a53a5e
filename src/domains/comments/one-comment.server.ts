import { mergeComments } from '#domains/comments/thread/thread.rules.ts';
import type { Viewer } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { findLocated, locatedRows } from '#server/located.ts';
import { sql } from '#server/sql.ts';
import type { Located } from '#server/subjects.ts';
import { commentNamed } from './comment-address.ts';
import { commentColumns, repliesOf, repliesShown } from './comment-rows.server.ts';
import {
  toComment,
  toCommentPage,
  toPlainComment,
  type CommentPage,
  type PlainCommentModel,
} from './comments.model.ts';
import type { Comment, CommentList } from './comments.schema.ts';
import type { Subject } from './comments.server.ts';
import { commentIn, commentView, type CommentRow } from './comments.views.server.ts';
import { visibleComment } from './visibility.server.ts';

interface Found extends CommentRow, Record<string, unknown> {
  ownerIds: number[];
}

/**
 * The comment with that id on the subject, or its parent, with its first replies, always including
 * the requested one. Null if the viewer may not see it.
 */
export async function findOneComment(
  viewer: Viewer,
  subject: Subject,
  commentId: number,
  replies = repliesShown,
): Promise<Comment | null> {
  const item = await findLocated(db, subject);
  return item ? findUnder(viewer, item, commentId, replies) : null;
}

async function findUnder(
  viewer: Viewer,
  subject: Located,
  commentId: number,
  replies: number,
): Promise<Comment | null> {
  const { type } = subject;
  const [row] = await db.execute<Found>(sql`
    with subject as (${locatedRows(viewer, subject)}),
      requested as (
        select coalesce(c.parent_id, c.id) as id, s.owner_ids
        from subject s
        join comments c on c.subject_type = ${type}::subject_type and c.subject_id = s.id
        where c.id = ${commentId}
          and ${visibleComment(viewer)}
      )
    select ${commentColumns(viewer)}, ${repliesOf(viewer, replies, commentId)} as replies,
      requested.owner_ids as "ownerIds"
    from requested
    join comments c on c.id = requested.id
    join members author on author.id = c.author_id`);
  return row ? commentView(row, { viewer, ownerIds: row.ownerIds, origin: '' }) : null;
}

interface AnyComment {
  comment: PlainCommentModel;
  subject: Subject;
  canComment: boolean;
}

/** Finds a comment by id alone, with its subject. Null if the viewer may not see it. */
export async function findAnyComment(
  viewer: Viewer,
  commentId: number,
): Promise<AnyComment | null> {
  const [row] = await db.execute<{ type: Subject['type']; id: number }>(sql`
    select c.subject_type as type, c.subject_id as id
    from comments c
    where c.id = ${commentId}
      and ${visibleComment(viewer)}`);
  const item = row && (await findLocated(db, { type: row.type, id: Number(row.id) }));
  if (!item) return null;
  const subject = { type: row.type, id: item.id };
  const [thread, [target]] = await Promise.all([
    findUnder(viewer, item, commentId, repliesShown),
    db.execute<{ canComment: boolean }>(sql`
      select s.can_comment as "canComment" from (${locatedRows(viewer, item)}) s`),
  ]);
  const comment = thread && commentIn(thread, commentId);
  return comment
    ? { comment: toPlainComment(comment), subject, canComment: target?.canComment === true }
    : null;
}

/** Adds the comment that the query names to the thread, whichever page it is on. */
export async function withNamedComment(
  viewer: Viewer,
  subject: Subject,
  thread: Promise<CommentList>,
  query: URLSearchParams,
): Promise<CommentPage> {
  const named = commentNamed(query);
  const [list, one] = await Promise.all([
    thread,
    named === null ? null : findOneComment(viewer, subject, named),
  ]);
  const page = toCommentPage(list);
  return one ? { ...page, comments: mergeComments(page.comments, [toComment(one)]) } : page;
}
