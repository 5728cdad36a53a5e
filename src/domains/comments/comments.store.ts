import { map } from 'nanostores';
import type { SentPhoto } from '#domains/comments/compose/drafts.store.ts';
import { pendingComment, type Edited, type Writer } from '#domains/comments/thread/thread.rules.ts';
import {
  change,
  changeAsMember,
  runExclusive,
  threadOf,
} from '#domains/comments/thread/threads.store.ts';
import { clearIdempotencyKey, idempotencyKeyFor } from '#lib/idempotency-keys.ts';
import { failureText, type RestError } from '#lib/rest.ts';
import { toast } from '#ui/toast.ts';
import type { CommentCalls, PhotoUpload } from './comment-calls.ts';

/** Text or photo of a new comment, with its author and parent. */
export interface NewComment {
  body: string;
  photo?: SentPhoto | undefined;
  parentId?: number | undefined;
  author: Writer;
  /** Storage key of the draft, which also identifies the attempt to send it. */
  draft: string;
  /** Number of comments when the screen was served. */
  total: number;
}

/** Upload progress by the id of the pending comment, and how to cancel it. */
export const $uploads = map<Record<number, { percent: number; cancel: () => void } | undefined>>(
  {},
);

function toUpload({ file, alt }: SentPhoto, id: number): PhotoUpload {
  const stop = new AbortController();
  const show = (percent: number) => $uploads.setKey(id, { percent, cancel: () => stop.abort() });
  show(0);
  return { photo: file, alt, onProgress: show, signal: stop.signal };
}

function showFailure(error: unknown, hasPhoto: boolean): void {
  const { code, message } = error as Partial<RestError>;
  if (hasPhoto && code === 'aborted') toast.info('The upload was cancelled. Your comment is kept.');
  // The server says what is wrong with the photo.
  else if (hasPhoto && (code === 'invalid_file' || code === 'file_too_large'))
    toast.error(message!);
  else
    toast.error(
      failureText(error, 'Error creating comment', 'You are offline. Your comment is kept here.'),
    );
}

/** Shows the comment at once and sends it once, however often Send is pressed. */
export async function writeComment(
  subject: string,
  comment: NewComment,
  calls: CommentCalls,
): Promise<boolean> {
  const { body, photo, parentId, draft } = comment;
  const sent = await runExclusive(`${subject} write ${parentId ?? 0}`, async () => {
    const shown = pendingComment(comment);
    // A blank comment is not shown; the server refuses it.
    const count = body.trim() || photo ? 1 : 0;
    const totalOf = () => threadOf(subject).total ?? comment.total;
    if (count)
      change(subject, { sending: [...threadOf(subject).sending, shown], total: totalOf() + 1 });
    const withoutShown = () => threadOf(subject).sending.filter((other) => other !== shown);
    try {
      const content = photo ? JSON.stringify([body, photo.id, photo.alt]) : body;
      const created = await calls.create(
        body,
        parentId,
        idempotencyKeyFor(draft, content),
        photo && toUpload(photo, shown.id),
      );
      clearIdempotencyKey(draft);
      const { replies, created: before } = threadOf(subject);
      const under = created.parentId;
      change(subject, { sending: withoutShown() });
      changeAsMember(subject, {
        total: totalOf() + 1 - count,
        ...(under
          ? { replies: { ...replies, [under]: [...(replies[under] ?? []), created] } }
          : { created: [...before, created] }),
      });
      toast.success('Comment created successfully');
      return true;
    } catch (error) {
      change(subject, { sending: withoutShown(), total: totalOf() - count });
      showFailure(error, photo !== undefined);
      return false;
    } finally {
      if (photo) $uploads.setKey(shown.id, undefined);
    }
  });
  return sent ?? false;
}

/** Shows the new text at once; reverts it if the server refuses. */
export async function editComment(
  subject: string,
  commentId: number,
  body: string,
  calls: CommentCalls,
): Promise<boolean> {
  const done = await runExclusive(`${subject} change ${commentId}`, async () => {
    const { [commentId]: before } = threadOf(subject).bodies;
    const setBody = (edited: Edited | undefined) => ({
      bodies: { ...threadOf(subject).bodies, [commentId]: edited },
    });
    if (body.trim())
      change(subject, setBody({ body: body.trim(), editedAt: before?.editedAt ?? null }));
    try {
      const edited = await calls.edit(commentId, body);
      const { editedAt, mentions } = edited;
      changeAsMember(subject, setBody({ body: edited.body, editedAt, mentions }));
      return true;
    } catch (error) {
      change(subject, setBody(before));
      toast.error((error as Error).message);
      return false;
    }
  });
  return done ?? false;
}

/**
 * Hides the comment at once; shows it again if the server refuses.
 * @param withReplies number of comments removed, itself included
 */
export async function removeComment(
  subject: string,
  commentId: number,
  comment: { total: number; withReplies: number },
  calls: CommentCalls,
): Promise<boolean> {
  const done = await runExclusive(`${subject} change ${commentId}`, async () => {
    const totalOf = () => threadOf(subject).total ?? comment.total;
    const total = totalOf();
    const removed = {
      removed: [...threadOf(subject).removed, commentId],
      total: Math.max(0, total - comment.withReplies),
    };
    change(subject, removed);
    try {
      await calls.remove(commentId).catch((error: unknown) => {
        // Already deleted in another window or by a moderator, which is the wanted result.
        if ((error as Partial<RestError>).code !== 'no_record') throw error;
      });
      changeAsMember(subject, { removed: threadOf(subject).removed, total: totalOf() });
      return true;
    } catch (error) {
      change(subject, {
        removed: threadOf(subject).removed.filter((id) => id !== commentId),
        total: totalOf() + total - removed.total,
      });
      toast.error((error as Error).message);
      return false;
    }
  });
  return done ?? false;
}
