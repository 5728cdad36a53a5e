import type { SQL } from 'drizzle-orm';
import type { PictureRow } from '#domains/media/media.views.server.ts';
import { reportedMedia } from '#domains/media/reported-media.server.ts';
import { notificationCtes } from '#domains/notifications/create-notification.server.ts';
import { mentionsIn, type MentionRow } from '#domains/notifications/mentions.server.ts';
import { visibleAuthor } from '#domains/policy/audience.server.ts';
import type { Member, Viewer } from '#domains/policy/viewer.ts';
import type { SubjectType } from '#domains/reactions/reactions.schema.ts';
import { isCommentType } from '#lib/wire-names.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { forbidden, invalid, notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import {
  contextRow,
  subjectRows,
  subjects,
  type Subject as AnySubject,
  type Moderated,
  type SubjectRow,
  type SubjectSource,
} from '#server/subjects.ts';
import { otherContext, postContext } from './comment-context.server.ts';
import { deedsOf } from './comment-recipients.server.ts';
import { commentColumns } from './comment-rows.server.ts';
import { commentProblem, mayDeleteComment, mayEditComment } from './comments.rules.ts';
import type { Comment } from './comments.schema.ts';
import { commentView, type CommentRow } from './comments.views.server.ts';

export type Subject = AnySubject<SubjectType>;

/**
 * Of a comment `c`: its author and, for a reply, the author of what it answers reach the viewer.
 */
export const visibleComment = (viewer: Viewer): SQL => sql`
  (
    ${visibleAuthor(viewer, sql`c.author_id`)}
    and (
      c.parent_id is null
        or exists (
          select from comments parent
          where parent.id = c.parent_id and ${visibleAuthor(viewer, sql`parent.author_id`)}
        )
    )
  )`;

/**
 * Of a comment `c`: a comment is seen by whoever sees what it stands under. @param ofPosts
 * undefined for comments on anything
 */
export function seenComment(viewer: Viewer, ofPosts?: boolean): SQL {
  const under = subjects()
    .filter(
      ([type]) => !isCommentType(type) && (ofPosts === undefined || (type === 'post') === ofPosts),
    )
    .map(
      ([type, rows]) =>
        sql`
          (c.subject_type = ${type}::subject_type and exists (${rows(viewer, sql`c.subject_id`)}))`,
    );
  return sql`
    ${visibleComment(viewer)}
    and ${under.length ? sql`(${sql.join(under, sql` or `)})` : sql`false`}`;
}

/**
 * Of a comment `c` that the viewer sees: reactions to it close with the comments where it stands.
 */
function canReact(viewer: Viewer, ofPosts: boolean): SQL {
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
  return (viewer: Viewer, id: number | SQL, parent?: AnySubject): SQL =>
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
    reportedMedia(
      tx,
      sql`select said.media_id, 0 as position from comments said where said.id = ${id}`,
    ),
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

interface Added extends Record<string, unknown> {
  ownerIds: number[];
  canComment: boolean;
  hasParent: boolean;
  id: number | null;
  parentId: number | null;
  createdAt: string;
  mentions: MentionRow[] | null;
}

export interface CommentDraft {
  body: string;
  /** The comment that it answers. */
  answers?: number | undefined;
  /** Its row was written in the same transaction. */
  photo?: PictureRow;
  /** Nobody is told; `tellOfComment` makes up for it. */
  isSilent?: boolean;
}

/** Before work that would be for nothing: not found, or refused where comments are closed. */
export async function checkOpen(member: Member, subject: Subject): Promise<void> {
  const [found] = await db.execute<{ canComment: boolean }>(
    sql`
      select s.can_comment as "canComment" from (${subjectRows(subject.type)(member, subject.id)}) s`,
  );
  if (!found) throw notFound();
  if (!found.canComment) throw closed();
}

const closed = () => forbidden('Comments are closed here.');

/**
 * Writes a comment, or with `answers` a reply: one level deep, so a reply to a reply stands under
 * the same top comment. One statement; it holds the subject's row, and the total follows by
 * trigger.
 */
export async function addComment(
  tx: Tx,
  member: Member,
  subject: Subject,
  draft: CommentDraft,
  origin: string,
): Promise<Comment> {
  const { body, answers, photo, isSilent = false } = draft;
  const problem = commentProblem({ body, hasPhoto: photo !== undefined });
  if (problem) throw invalid(problem, 'body');
  const parent =
    answers === undefined
      ? sql`select null::bigint as id where false`
      : sql`
        select top.id
        from comments c
        join comments top on top.id = coalesce(c.parent_id, c.id)
        where c.id = ${answers}
          and c.subject_type = ${subject.type}::subject_type
          and c.subject_id = ${subject.id}
          and ${visibleComment(member)}
        for key share of top`;
  const [row] = await tx.execute<Added>(sql`
    with subject as (${subjectRows(subject.type)(member, subject.id)} for key share),
      parent as (${parent}),
      added as (
        insert into comments (
          subject_type, subject_id, author_id, parent_id, body, media_id, created_at
        )
        select ${subject.type}::subject_type, s.id, ${member.id}, (select id from parent), ${body},
          ${photo?.id ?? null}::bigint, ${now()}
        from subject s
        where s.can_comment and (${answers === undefined} or exists (select from parent))
        returning id, parent_id, created_at
      ),
      ${notificationCtes(
        member,
        isSilent
          ? sql`
      select * from (${deedsOf(member, subject, draft)}) held where false`
          : deedsOf(member, subject, draft),
        whereTold(member, subject),
      )}
    select s.owner_ids as "ownerIds", s.can_comment as "canComment",
      exists (select from parent) as "hasParent", added.id, added.parent_id as "parentId",
      added.created_at::text as "createdAt",
      ${body.includes('@') ? mentionsIn(member, sql`${body}::text`) : sql`null`} as mentions
    from subject s
    left join added on true`);
  if (!row) throw notFound();
  if (!row.canComment) throw closed();
  if (row.id === null) throw notFound();
  const written: CommentRow = {
    id: row.id,
    subjectType: subject.type,
    subjectId: subject.id,
    authorId: member.id,
    parentId: row.parentId,
    body,
    photo: photo ?? null,
    mentions: row.mentions,
    createdAt: row.createdAt,
    editedAt: null,
    displayname: member.displayname,
    username: member.username,
    avatar: member.avatar,
    counts: null,
    mine: null,
    replyCount: 0,
  };
  return commentView(written, { viewer: member, ownerIds: row.ownerIds, origin });
}

/** Where a comment is seen, and whose words it answers. */
const whereTold = (member: Member, { type }: Subject) => ({
  context: sql`
    select context.*
    from subject s, lateral (${contextRow(type)(member, sql`s.id`)}) context (type, id)`,
  via: sql`(select top.author_id from comments top where top.id = (select id from parent))`,
});

/** Tells of an own comment that was silent; of one that was told it tells nothing again. */
export async function tellOfComment(member: Member, id: number, subject: Subject): Promise<void> {
  const [mine] = await db.execute<{ body: string; parentId: number | null }>(sql`
    select c.body, c.parent_id as "parentId"
    from comments c
    where c.id = ${id}
      and c.subject_type = ${subject.type}::subject_type
      and c.subject_id = ${subject.id}
      and c.author_id = ${member.id}
      and ${visibleComment(member)}`);
  if (!mine) throw notFound();
  const { body, parentId } = mine;
  const [row] = await db.execute(sql`
    with subject as (${subjectRows(subject.type)(member, subject.id)}),
      added as (select c.id, c.parent_id from comments c, subject where c.id = ${id}),
      parent as (select added.parent_id as id from added where added.parent_id is not null),
      ${notificationCtes(member, deedsOf(member, subject, { body, ...(parentId === null ? {} : { answers: parentId }) }), whereTold(member, subject))}
    select 1
    from subject`);
  if (!row) throw notFound();
}

/**
 * The comment through what it stands under, or not found. `expected` is the subject that the
 * request named, if any.
 */
async function lockUnder(tx: Tx, member: Member, id: number, expected: Subject | undefined) {
  const [found] = await tx.execute<{
    type: SubjectType;
    subjectId: number;
    authorId: number;
    hasPhoto: boolean;
  }>(sql`
    select c.subject_type as type, c.subject_id as "subjectId", c.author_id as "authorId",
      c.media_id is not null as "hasPhoto"
    from comments c
    where c.id = ${id} and ${visibleComment(member)}`);
  if (!found || (expected && (expected.type !== found.type || expected.id !== found.subjectId)))
    throw notFound();
  // The subject's row first, as every writer does, so that nobody waits in a circle.
  const [subject] = await tx.execute<SubjectRow>(
    sql`${subjectRows(found.type)(member, found.subjectId)} for key share`,
  );
  if (!subject) throw notFound();
  return { authorId: found.authorId, ownerIds: subject.owner_ids, hasPhoto: found.hasPhoto };
}

export async function deleteComment(member: Member, id: number, expected?: Subject): Promise<void> {
  await db.transaction(async (tx) => {
    if (!mayDeleteComment(member, await lockUnder(tx, member, id, expected))) throw forbidden();
    const gone = await tx.execute(sql`delete from comments where id = ${id} returning id`);
    if (!gone.length) throw notFound();
  });
}

export async function editComment(
  member: Member,
  id: number,
  body: string,
  expected: Subject | undefined,
  origin: string,
): Promise<Comment> {
  return db.transaction(async (tx) => {
    const comment = await lockUnder(tx, member, id, expected);
    if (!mayEditComment(member, comment)) throw forbidden();
    const problem = commentProblem({ body, hasPhoto: comment.hasPhoto });
    if (problem) throw invalid(problem, 'body');
    await tx.execute(
      sql`update comments set body = ${body}, edited_at = ${now()} where id = ${id}`,
    );
    const [row] = await tx.execute<CommentRow & Record<string, unknown>>(sql`
      select ${commentColumns(member)}
      from comments c
      join members author on author.id = c.author_id
      where c.id = ${id}`);
    if (!row) throw notFound();
    return commentView(row, { viewer: member, ownerIds: comment.ownerIds, origin });
  });
}
