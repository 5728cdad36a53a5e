import type { SQL } from 'drizzle-orm';
import { composedForMembers, visibleAuthor } from '#domains/policy/audience.server.ts';
import type { SqlViewer, Viewer } from '#domains/policy/viewer.ts';
import type { Liker } from '#domains/reactions/reactions.schema.ts';
import {
  listLikers,
  myReaction,
  reactionCounts,
  readReactions,
  type SubjectReactions,
} from '#domains/reactions/reactions.server.ts';
import { likerView } from '#domains/reactions/reactions.views.server.ts';
import { commentTypeOn } from '#lib/wire-names.ts';
import { db } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { locate, locatedRows } from '#server/located.ts';
import { sql } from '#server/sql.ts';
import { commentColumns, commentCount, repliesOf } from './comment-rows.server.ts';
import type { CommentList } from './comments.schema.ts';
import type { Subject } from './comments.server.ts';
import { commentListView, type CommentRow } from './comments.views.server.ts';

export interface CommentQuery {
  /** Counted from `firstPage`. */
  page: number;
  firstPage: 0 | 1;
  limit: number;
  /** Number of comments left out before the first page. */
  skip?: number;
  /** 0 omits the comments; the pages are then those of the likes. */
  viewAllComments?: number | undefined;
  viewAllLikes?: number;
  /** Lists the replies (and likes) of this comment instead of the subject's. */
  commentId?: number | undefined;
  /** Only likes of this kind. */
  reaction?: number;
}

interface SubjectSummary extends SubjectReactions, Record<string, unknown> {
  ownerIds: number[];
  canComment: boolean;
  comments: number;
}

/** @param subject selects one row of `SubjectRows` */
const selectSummary = composedForMembers((viewer, subject: SQL, type: SQL) => {
  const subjectType = sql`${type}::subject_type`;
  return sql`
    with subject as (${subject})
    select s.owner_ids as "ownerIds", s.can_comment as "canComment",
      ${commentCount(viewer, subjectType, sql`s.id`)} as comments,
      ${reactionCounts(viewer, subjectType, sql`s.id`)} as counts,
      ${myReaction(viewer, subjectType, sql`s.id`)} as mine
    from subject s`;
});

async function readSubject(viewer: Viewer, subject: Subject): Promise<SubjectSummary> {
  const rows = locatedRows(viewer, await locate(db, subject));
  const [row] = await db.execute<SubjectSummary>(selectSummary(viewer, rows, subject.type));
  if (!row) throw notFound();
  return row;
}

/** A condition on the comment `c`. */
const isOn = (viewer: SqlViewer, type: SQL, id: SQL): SQL => sql`
  c.subject_type = ${type}::subject_type
    and c.subject_id = ${id}
    and ${visibleAuthor(viewer, sql`c.author_id`)}`;

/** Top-level comments with their oldest replies, the newest first. */
const selectComments = composedForMembers(
  (viewer, type: SQL, id: SQL, limit: SQL, offset: SQL) => sql`
    with shown as materialized (
      select c.id
      from comments c
      where ${isOn(viewer, type, id)}
        and c.parent_id is null
      order by c.id desc
      limit ${limit}
      offset ${offset}
    )
    select ${commentColumns(viewer)}, ${repliesOf(viewer)} as replies
    from shown
    join comments c on c.id = shown.id
    join members author on author.id = c.author_id
    order by c.id desc`,
);

/** The replies of a comment that the viewer may see, the oldest first. */
const selectReplies = composedForMembers(
  (viewer, type: SQL, id: SQL, parentId: SQL, limit: SQL, offset: SQL) => sql`
    with shown as materialized (
      select c.id
      from comments c
      where ${isOn(viewer, type, id)}
        and c.parent_id = ${parentId}
        and exists (
          select from comments top
          where top.id = c.parent_id
            and ${visibleAuthor(viewer, sql`top.author_id`)}
        )
      order by c.id
      limit ${limit}
      offset ${offset}
    )
    select ${commentColumns(viewer)}, null::json as replies
    from shown
    join comments c on c.id = shown.id
    join members author on author.id = c.author_id
    order by c.id`,
);

/**
 * Reads one more than a page to know whether there is another. The CTE picks the page first, so
 * that the costly columns are computed only for its rows.
 */
function readRows(
  viewer: Viewer,
  { type, id }: Subject,
  { commentId, limit }: CommentQuery,
  offset: number,
): Promise<CommentRow[]> {
  return db.execute<CommentRow & Record<string, unknown>>(
    commentId === undefined
      ? selectComments(viewer, type, id, limit + 1, offset)
      : selectReplies(viewer, type, id, commentId, limit + 1, offset),
  );
}

/**
 * Reads one more than a page, like `readRows`. The caller has checked that the subject is visible.
 */
async function readLikers(
  viewer: Viewer,
  { type, id }: Subject,
  query: CommentQuery,
  offset: number,
  origin: string,
): Promise<Liker[]> {
  const rows = await listLikers(viewer, type, id, {
    offset,
    limit: query.limit + 1,
    ...(query.reaction ? { kind: query.reaction } : {}),
  });
  return rows.map((row) => likerView(row, origin));
}

interface Likes {
  reactions: SubjectReactions;
  likers: Liker[] | undefined;
}

async function readCommentLikes(
  viewer: Viewer,
  subject: Subject,
  commentId: number,
  query: CommentQuery,
  offset: number,
  origin: string,
): Promise<Likes> {
  const comment: Subject = {
    type: commentTypeOn(subject.type),
    id: commentId,
  };
  // Throws if the viewer may not see the comment, so its likes are not listed either.
  const reactions = await readReactions(viewer, comment.type, comment.id, subject);
  return {
    reactions,
    likers: query.viewAllLikes
      ? await readLikers(viewer, comment, query, offset, origin)
      : undefined,
  };
}

/**
 * A page of comments on a subject that the viewer may see: top-level ones newest first, or the
 * replies of one oldest first.
 */
export async function readComments(
  viewer: Viewer,
  subject: Subject,
  query: CommentQuery,
  origin = '',
): Promise<CommentList> {
  const offset = (query.skip ?? 0) + Math.max(0, query.page - query.firstPage) * query.limit;
  const { commentId, limit } = query;
  const isOnlyLikes = query.viewAllComments === 0 && query.viewAllLikes === 1;
  const [summary, rows, likers, ofComment] = await Promise.all([
    readSubject(viewer, subject),
    isOnlyLikes ? [] : readRows(viewer, subject, query, offset),
    // `readSubject` throws if the viewer may not see the subject, so these rows are never returned.
    commentId === undefined && query.viewAllLikes
      ? readLikers(viewer, subject, query, offset, origin)
      : undefined,
    commentId === undefined
      ? undefined
      : readCommentLikes(viewer, subject, commentId, query, offset, origin),
  ]);
  const liked = ofComment?.likers ?? likers;
  const page = Math.max(query.page, query.firstPage);
  const hasNext = (isOnlyLikes ? liked!.length : rows.length) > limit;
  return commentListView(
    {
      rows: rows.slice(0, limit),
      likers: liked?.slice(0, limit),
      page,
      next: hasNext ? page + 1 : null,
      total: summary.comments,
      reactions: ofComment?.reactions ?? summary,
      canComment: summary.canComment,
    },
    { viewer, ownerIds: summary.ownerIds, origin },
  );
}
