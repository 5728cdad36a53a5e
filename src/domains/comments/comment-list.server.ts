import { sql } from 'drizzle-orm';
import { userLiteView } from '#domains/auth/members.views.server.ts';
import { visibleAuthor } from '#domains/policy/audience.server.ts';
import { isMember, type Viewer } from '#domains/policy/viewer.ts';
import { type ReactionName, reactionKind, type SubjectType } from '#domains/reactions/reactions.schema.ts';
import { listLikers, myReaction, reactionCounts, readReactions, type SubjectReactions } from '#domains/reactions/reactions.server.ts';
import { sumOf } from '#domains/reactions/reactions.views.server.ts';
import { db } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { subjectRows } from '#server/subjects.ts';
import { commentColumns, commentCount, firstReplies } from './comment-rows.server.ts';
import type { CommentList, Liker } from './comments.schema.ts';
import type { Subject } from './comments.server.ts';
import { type CommentRow, commentView } from './comments.views.server.ts';

export interface CommentQuery {
  /** As the caller counts; `firstPage` says from where. */
  page: number;
  firstPage: 0 | 1;
  limit: number;
  viewAllLikes?: number;
  /** Its replies (and likes) instead of the subject's. */
  comment_id?: number;
  /** Only likes of this kind. */
  reaction?: number;
}

interface SubjectSummary extends SubjectReactions, Record<string, unknown> {
  ownerIds: number[];
  canComment: boolean;
  comments: number;
}

async function readSubject(viewer: Viewer, { type, id }: Subject): Promise<SubjectSummary> {
  const subjectType = sql`${type}::subject_type`;
  const [row] = await db.execute<SubjectSummary>(sql`
    with subject as (${subjectRows(type)(viewer, id)})
    select s.owner_ids as "ownerIds", s.can_comment as "canComment", ${commentCount(viewer, subjectType, sql`s.id`)} as comments,
      ${reactionCounts(viewer, subjectType, sql`s.id`)} as counts, ${myReaction(viewer, subjectType, sql`s.id`)} as mine
    from subject s`);
  if (!row) throw notFound();
  return row;
}

/** One more than a page holds, to know whether there is another. */
function readRows(viewer: Viewer, { type, id }: Subject, query: CommentQuery, offset: number): Promise<CommentRow[]> {
  const ofSubject = sql`c.subject_type = ${type}::subject_type and c.subject_id = ${id} and ${visibleAuthor(viewer, sql`c.author_id`)}`;
  const page = sql`limit ${query.limit + 1} offset ${offset}`;
  if (query.comment_id === undefined) {
    return db.execute<CommentRow & Record<string, unknown>>(sql`
      select ${commentColumns(viewer)}, ${firstReplies(viewer)} as replies from comments c join members author on author.id = c.author_id
      where ${ofSubject} and c.parent_id is null order by c.id desc ${page}`);
  }
  return db.execute<CommentRow & Record<string, unknown>>(sql`
    select ${commentColumns(viewer)} from comments c join members author on author.id = c.author_id
    where ${ofSubject} and c.parent_id = ${query.comment_id}
      and exists (select from comments top where top.id = c.parent_id and ${visibleAuthor(viewer, sql`top.author_id`)})
    order by c.id ${page}`);
}

interface Likes {
  reactions: SubjectReactions;
  likers: Liker[] | undefined;
}

/** @param parent what the liked comment stands under */
async function readLikes(viewer: Viewer, subject: Subject, parent: Subject | undefined, query: CommentQuery, offset: number, origin: string): Promise<Likes> {
  // Throws where the viewer may not see it, so nobody is listed then.
  const reactions = await readReactions(viewer, subject.type, subject.id, parent);
  if (!query.viewAllLikes) return { reactions, likers: undefined };
  const rows = await listLikers(viewer, subject.type, subject.id, { offset, limit: query.limit, ...(query.reaction ? { kind: query.reaction } : {}) });
  return {
    reactions,
    likers: rows.map((row) => ({ ...userLiteView(row, origin), reaction: reactionKind(row.kind)!.name as ReactionName, reactionicon_id: row.kind })),
  };
}

/** A page of comments on a subject that the viewer may see: top-level ones newest first, or the replies of one oldest first. */
export async function readComments(viewer: Viewer, subject: Subject, query: CommentQuery, origin = ''): Promise<CommentList> {
  const offset = Math.max(0, query.page - query.firstPage) * query.limit;
  const likedType: SubjectType = subject.type === 'activity_action' ? 'activity_comment' : 'core_comment';
  const liked: Subject | undefined = query.comment_id === undefined ? (query.viewAllLikes ? subject : undefined) : { type: likedType, id: query.comment_id };
  const [summary, rows, likes] = await Promise.all([
    readSubject(viewer, subject),
    readRows(viewer, subject, query, offset),
    liked && readLikes(viewer, liked, liked === subject ? undefined : subject, query, offset, origin),
  ]);
  const view = { viewer, ownerIds: summary.ownerIds, origin };
  const comments = rows.slice(0, query.limit).map((row) => commentView(row, view));
  const next = rows.length > query.limit ? Math.max(query.page, query.firstPage) + 1 : null;
  const { counts, mine } = likes?.reactions ?? summary;
  return {
    viewAllComments: comments,
    comments,
    page: Math.max(query.page, query.firstPage),
    next_page: next,
    nextPage: next,
    next,
    getTotalComments: summary.comments,
    getTotalLikes: sumOf(counts),
    isLike: mine === null ? 0 : 1,
    canComment: isMember(viewer) && summary.canComment ? 1 : 0,
    canDelete: isMember(viewer) && summary.ownerIds.includes(viewer.id) ? 1 : 0,
    reply_on_comment: Object.fromEntries(comments.filter((one) => one.reply_on_comment.length).map((one) => [one.comment_id, one.reply_on_comment])),
    ...(likes?.likers
      ? {
          viewAllLikesBy: likes.likers,
          reactionTabs: Object.entries(counts ?? {}).map(([id, reaction_count]) => {
            const { name, caption } = reactionKind(Number(id))!;
            return { reactionicon_id: Number(id), reaction: name, caption, reaction_count };
          }),
        }
      : {}),
  };
}
