import type { SQL } from 'drizzle-orm';
import { recordRemoval } from '#domains/containers/audit-log/removal-log.server.ts';
import { holdContainer } from '#domains/containers/container-lock.server.ts';
import type { PictureRow } from '#domains/media/media.views.server.ts';
import { mentionsIn, takeMentions, type MentionRow } from '#domains/mentions/mentions.server.ts';
import {
  notificationCtes,
  type NotifyOptions,
} from '#domains/notifications/create-notification.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import type { SubjectType } from '#domains/reactions/reactions.schema.ts';
import { now } from '#server/clock.ts';
import { retryOnDeadlock } from '#server/database-errors.ts';
import { db, type Tx } from '#server/db.ts';
import { forbidden, invalid, notFound } from '#server/errors.ts';
import {
  contextTypesOf,
  findLocated,
  isContextSeen,
  isInContainer,
  locate,
  locatedContext,
  locatedRows,
} from '#server/located.ts';
import { sql } from '#server/sql.ts';
import {
  containerRow,
  type Located,
  type Subject as AnySubject,
  type SubjectRow,
} from '#server/subjects.ts';
import { commentRecipients } from './comment-recipients.server.ts';
import { commentColumns } from './comment-rows.server.ts';
import { commentProblem, mayDeleteComment, mayEditComment } from './comments.rules.ts';
import type { Comment } from './comments.schema.ts';
import { commentView, type CommentRow } from './comments.views.server.ts';
import { visibleComment } from './visibility.server.ts';

export type Subject = AnySubject<SubjectType>;

interface InsertedRow extends Record<string, unknown> {
  ownerIds: number[];
  canComment: boolean;
  /** Not written: it stands in a container that is not held. */
  isInContainer: boolean;
  id: number | null;
  parentId: number | null;
  createdAt: string;
  mentions: MentionRow[] | null;
}

export interface CommentDraft {
  body: string;
  /** The comment being replied to. */
  replyToId?: number | undefined;
  /** Inserted in the same transaction. */
  photo?: PictureRow;
  /** Sends no notification; `notifyOfComment` can send it later. */
  isSilent?: boolean;
}

/** Fails early, before costly work: not found, or forbidden if comments are closed. */
export async function checkCanComment(member: Member, subject: Subject): Promise<void> {
  const item = await locate(db, subject);
  const [found] = await db.execute<{ canComment: boolean }>(
    sql`select s.can_comment as "canComment" from (${locatedRows(member, item)}) s`,
  );
  if (!found) throw notFound();
  if (!found.canComment) throw closed();
}

const closed = () => forbidden('Comments are closed here.');

/**
 * Writes a comment, or a reply with `replyToId`. Threads are one level deep: a reply to a reply
 * gets the same top-level parent. The statement that writes locks the subject's row; a trigger
 * updates the total.
 *
 * In a container the right is read once the container is held: a statement that began before may
 * have waited for the row of the subject, and knows nothing of a ban that was committed meanwhile.
 */
export async function addComment(
  tx: Tx,
  member: Member,
  subject: Subject,
  draft: CommentDraft,
  origin: string,
): Promise<Comment> {
  const problem = commentProblem({ body: draft.body, hasPhoto: draft.photo !== undefined });
  if (problem) throw invalid(problem, 'body');
  await takeMentions(tx, member, draft.body);
  const item = await locate(tx, subject);
  const row = await insertHeld(tx, member, item, draft);
  if (!row) throw notFound();
  if (!row.canComment) throw closed();
  if (row.id === null) throw notFound();
  const written: CommentRow = {
    id: row.id,
    subjectType: subject.type,
    subjectId: subject.id,
    authorId: member.id,
    parentId: row.parentId,
    body: draft.body,
    photo: draft.photo ?? null,
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

async function insertHeld(
  tx: Tx,
  member: Member,
  subject: Located,
  draft: CommentDraft,
): Promise<InsertedRow | undefined> {
  const isInside = isInContainer(subject);
  const container =
    isInside === false ? undefined : containerRow(subject.type, sql`${subject.id}::bigint`);
  const first =
    isInside && container ? undefined : await insertComment(tx, member, subject, draft, container);
  if (!container || (!isInside && !first?.isInContainer)) return first;
  return tx.transaction(async (inner) => {
    await holdContainer(inner, member, container);
    return insertComment(inner, member, subject, draft);
  });
}

/**
 * The statement of `addComment`; no row for a hidden subject.
 * @param unheld selects the container where nothing is to be written
 */
async function insertComment(
  tx: Tx,
  member: Member,
  subject: Located,
  draft: CommentDraft,
  unheld?: SQL,
): Promise<InsertedRow | undefined> {
  const { body, replyToId, photo, isSilent = false } = draft;
  const isUnheld = unheld ? sql`exists (${unheld})` : sql`false`;
  const isReply = replyToId !== undefined;
  const parent = sql`
    parent as (
      select top.id
      from comments c
      join comments top on top.id = coalesce(c.parent_id, c.id)
      where c.id = ${replyToId ?? null}
        and c.subject_type = ${subject.type}::subject_type
        and c.subject_id = ${subject.id}
        and ${visibleComment(member)}
      for key share of top
    ),`;
  const notifications = sql`,
    ${notificationCtes(member, commentRecipients(member, subject, draft), {
      ...notificationContext(member, subject, isReply),
      isFirst: true,
    })}`;
  const [row] = await tx.execute<InsertedRow>(sql`
    with subject as (${locatedRows(member, subject)} for key share),
      ${isReply ? parent : sql``}
      inserted as (
        insert into comments (
          subject_type, subject_id, author_id, parent_id, body, media_id, created_at
        )
        select ${subject.type}::subject_type, s.id, ${member.id},
          ${isReply ? sql`parent.id` : sql`null::bigint`}, ${body}, ${photo?.id ?? null}::bigint,
          ${now()}
        from subject s ${isReply ? sql`cross join parent` : sql``}
        where s.can_comment ${unheld ? sql`and not ${isUnheld}` : sql``}
        returning id, parent_id, created_at
      ) ${isSilent ? sql`` : notifications}
    select s.owner_ids as "ownerIds", s.can_comment as "canComment",
      ${isUnheld} as "isInContainer", inserted.id, inserted.parent_id as "parentId",
      inserted.created_at::text as "createdAt",
      ${body.includes('@') ? mentionsIn(member, sql`${body}::text`) : sql`null`} as mentions
    from subject s
    left join inserted on true`);
  return row;
}

/** The context of the comment and the author of its parent, for its notifications. */
const notificationContext = (
  member: Member,
  subject: Located,
  isReply: boolean,
): NotifyOptions => ({
  context: sql`
    select context.*
    from subject, lateral (${locatedContext(member, subject)}) context (type, id)`,
  isSeen: (recipient, context) => isContextSeen(recipient, subject, context.type, context.id),
  contextTypes: contextTypesOf(subject),
  isOutside: isInContainer(subject) === false,
  types: ['mentioned', 'replied', 'commented', 'commented_commented'],
  ...(isReply
    ? { via: sql`(select top.author_id from comments top where top.id = (select id from parent))` }
    : {}),
});

/** Sends the notifications of an own silent comment; existing ones are not sent again. */
export async function notifyOfComment(member: Member, id: number, subject: Subject): Promise<void> {
  const [comment] = await db.execute<{ body: string; parentId: number | null }>(sql`
    select c.body, c.parent_id as "parentId"
    from comments c
    where c.id = ${id}
      and c.subject_type = ${subject.type}::subject_type
      and c.subject_id = ${subject.id}
      and c.author_id = ${member.id}
      and ${visibleComment(member)}`);
  if (!comment) throw notFound();
  const { body, parentId } = comment;
  const item = await locate(db, subject);
  const [row] = await db.execute(sql`
    with subject as (${locatedRows(member, item)}),
      inserted as (select c.id, c.parent_id from comments c, subject where c.id = ${id}),
      parent as (
        select inserted.parent_id as id from inserted where inserted.parent_id is not null
      ),
      ${notificationCtes(
        member,
        commentRecipients(member, subject, { body, replyToId: parentId ?? undefined }),
        notificationContext(member, item, parentId !== null),
      )}
    select 1
    from subject`);
  if (!row) throw notFound();
}

/**
 * Locks the comment through its subject; not found if either is hidden, except of the member's own
 * comment, which `isReadable` separates. `expected` is the subject that the request named, if any.
 */
async function lockComment(tx: Tx, member: Member, id: number, expected: Subject | undefined) {
  const [found] = await tx.execute<{
    type: SubjectType;
    subjectId: number;
    authorId: number;
    hasPhoto: boolean;
    isReadable: boolean;
  }>(sql`
    select ${visibleComment(member)} as "isReadable", c.subject_type as type, c.subject_id as "subjectId", c.author_id as "authorId",
      c.media_id is not null as "hasPhoto"
    from comments c
    where c.id = ${id}
      and (c.author_id = ${member.id} or ${visibleComment(member)})`);
  if (!found || (expected && (expected.type !== found.type || expected.id !== found.subjectId)))
    throw notFound();
  const item = await findLocated(tx, { type: found.type, id: found.subjectId });
  const container =
    item && isInContainer(item) === false
      ? undefined
      : containerRow(found.type, sql`${found.subjectId}::bigint`);
  if (container) await holdContainer(tx, member, container);
  // Locks the subject's row first, as every writer does, to avoid deadlocks.
  const [subject] = item
    ? await tx.execute<SubjectRow>(sql`${locatedRows(member, item)} for key share`)
    : [];
  const { authorId, hasPhoto } = found;
  if (!subject && authorId !== member.id) throw notFound();
  return {
    authorId,
    hasPhoto,
    container,
    isReadable: found.isReadable && subject !== undefined,
    ownerIds: subject?.owner_ids ?? [],
    isOpen: subject?.can_comment ?? false,
  };
}

/** Deletes a comment; an own one also where the member may not read any more. */
export async function deleteComment(member: Member, id: number, expected?: Subject): Promise<void> {
  await retryOnDeadlock(() =>
    db.transaction(async (tx) => {
      const comment = await lockComment(tx, member, id, expected);
      if (!mayDeleteComment(member, comment)) throw forbidden();
      const { authorId, container } = comment;
      const deleted = await tx.execute(sql`delete from comments where id = ${id} returning id`);
      if (!deleted.length) throw notFound();
      if (container) await recordRemoval(tx, member, { kind: 'comment', authorId, container });
    }),
  );
}

export async function editComment(
  member: Member,
  id: number,
  body: string,
  expected: Subject | undefined,
  origin: string,
): Promise<Comment> {
  return db.transaction(async (tx) => {
    const comment = await lockComment(tx, member, id, expected);
    if (!comment.isReadable) throw notFound();
    if (!mayEditComment(member, comment) || !comment.isOpen) throw forbidden();
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
