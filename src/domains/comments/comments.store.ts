import { atom, map } from 'nanostores';
import type { ReactorList } from '#domains/reactions/reactors.rules.ts';
import { onRestore, recordChange } from '#lib/bfcache-changes.ts';
import type { CallOptions } from '#lib/calls.ts';
import { clearIdempotencyKey, idempotencyKeyFor } from '#lib/idempotency-keys.ts';
import { failureText, type RestError } from '#lib/rest.ts';
import { toast } from '#ui/toast.ts';
import type { Comment, CommentList, PlainComment } from './comments.schema.ts';
import type { DraftPhoto } from './draft-photos.store.ts';
import {
  commentOnItsWay,
  mergeComments,
  unchanged,
  withNewest,
  type Edited,
  type ThreadChanges,
  type Writer,
} from './thread.rules.ts';

/** A photo that goes with a comment. */
export interface PhotoUpload {
  photo: File;
  alt: string;
  onProgress: (percent: number) => void;
  signal: AbortSignal;
}

/** The fields and options of a call that creates a comment, with a photo or without. */
export function withPhoto<Fields extends object>(
  fields: Fields,
  idempotencyKey: string,
  upload: PhotoUpload | undefined,
): [Fields & { photo?: File; alt?: string }, CallOptions] {
  if (!upload) return [fields, { idempotencyKey }];
  const { photo, alt, onProgress, signal } = upload;
  return [
    { ...fields, photo, ...(alt.trim() ? { alt } : {}) },
    { idempotencyKey, onProgress, signal },
  ];
}

/** How the owner of a subject lists and writes its comments. */
export interface CommentCalls {
  list(page: number): Promise<CommentList>;
  listReplies(commentId: number, page: number): Promise<CommentList>;
  create(
    body: string,
    parentId: number | undefined,
    idempotencyKey: string,
    upload?: PhotoUpload,
  ): Promise<Comment>;
  edit(commentId: number, body: string): Promise<PlainComment>;
  remove(commentId: number): Promise<unknown>;
  like(commentId: number, isLiked: boolean): Promise<unknown>;
  listLikers(commentId: number, query: Parameters<ReactorList>[0]): ReturnType<ReactorList>;
  /** The same calls as forms carry them, for where no script runs (lib/form-call.ts). */
  createCall(parentId?: number): string;
  likeCall(commentId: number, isLiked: boolean): string;
}

/** By `subjectKey`. */
export const $threads = map<Record<string, ThreadChanges | undefined>>({});
/** Whether the box is open, by subject. */
export const $openBoxes = map<Record<string, boolean | undefined>>({});
/**
 * What is under way: 'list', 'replies 7', 'write 0' (the number is the parent), each behind its
 * subject.
 */
export const $busy = atom<ReadonlySet<string>>(new Set());

const threadOf = (subject: string) => $threads.get()[subject] ?? unchanged;
const change = (subject: string, changes: Partial<ThreadChanges>) =>
  $threads.setKey(subject, { ...threadOf(subject), ...changes });

/** Changes that the member made, not only loaded. */
function make(subject: string, changes: Partial<ThreadChanges>) {
  change(subject, changes);
  recordChange('thread', { subject, changes });
}
onRestore<{ subject: string; changes: Partial<ThreadChanges> }>('thread', ({ subject, changes }) =>
  change(subject, changes),
);

/** Does `work` unless the same is under way already. */
async function alone<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
  if ($busy.get().has(what)) return undefined;
  $busy.set(new Set([...$busy.get(), what]));
  try {
    return await work();
  } finally {
    $busy.set(new Set([...$busy.get()].filter((other) => other !== what)));
  }
}

/** @param isOpen as it is now on the screen */
export const toggleBox = (subject: string, isOpen: boolean): void =>
  $openBoxes.setKey(subject, !isOpen);

/** @param served the page to ask for after what came with the screen, null when that was all */
export async function loadMore(
  subject: string,
  served: number | null,
  calls: CommentCalls,
): Promise<boolean> {
  const done = await alone(`${subject} list`, async () => {
    const { next: page = served } = threadOf(subject);
    if (page === null) return false;
    try {
      const list = await calls.list(page);
      change(subject, {
        loaded: [...threadOf(subject).loaded, ...list.viewAllComments],
        total: list.getTotalComments,
        next: list.next_page,
      });
      return true;
    } catch {
      toast.error('Unable to load more comments right now.');
      return false;
    }
  });
  return done ?? false;
}

/** Asks for the newest page anew, because others have written, changed or removed something. */
export async function refreshThread(
  subject: string,
  served: Comment[],
  calls: CommentCalls,
): Promise<void> {
  const { loaded, created, removed } = threadOf(subject);
  const known = mergeComments(served, loaded, created);
  const list = await calls.list(0);
  const now = threadOf(subject);
  // What is on its way, or was removed meanwhile, is counted already, and may be in the answer or
  // not: after it has arrived it is asked again.
  const isChanging = [...$busy.get()].some((what) => what.startsWith(`${subject} change `));
  if (now.sending.length || isChanging || now.removed.length !== removed.length)
    return void setTimeout(
      () => void refreshThread(subject, served, calls).catch(() => undefined),
      1_000,
    );
  change(
    subject,
    withNewest(now, known, {
      comments: list.viewAllComments,
      total: list.getTotalComments,
      hasMore: list.next_page !== null,
    }),
  );
}

export async function loadReplies(
  subject: string,
  parentId: number,
  calls: CommentCalls,
): Promise<void> {
  await alone(`${subject} replies ${parentId}`, async () => {
    const { [parentId]: page = 0 } = threadOf(subject).nextReplies;
    if (page === null) return;
    try {
      const list = await calls.listReplies(parentId, page);
      const { replies, nextReplies } = threadOf(subject);
      change(subject, {
        replies: {
          ...replies,
          [parentId]: [...(replies[parentId] ?? []), ...list.viewAllComments],
        },
        nextReplies: { ...nextReplies, [parentId]: list.next_page },
      });
    } catch {
      toast.error('Unable to load more comments right now.');
    }
  });
}

/** What is written: the words or a photo, whose, and what they answer. */
export interface NewComment {
  body: string;
  photo?: DraftPhoto | undefined;
  parentId?: number | undefined;
  author: Writer;
  /** Its name on the device, which also names the attempt to send it. */
  draft: string;
  /** How many comments there were on the screen as it was served. */
  total: number;
}

/** What of a photo has left, by the id of the comment on its way, and how to call it off. */
export const $uploads = map<Record<number, { percent: number; cancel: () => void } | undefined>>(
  {},
);

function uploadOf({ file, alt }: DraftPhoto, id: number): PhotoUpload {
  const stop = new AbortController();
  const show = (percent: number) => $uploads.setKey(id, { percent, cancel: () => stop.abort() });
  show(0);
  return { photo: file, alt, onProgress: show, signal: stop.signal };
}

function sayFailed(error: unknown, hasPhoto: boolean): void {
  const { code, message } = error as Partial<RestError>;
  if (hasPhoto && code === 'aborted') toast.info('The upload was cancelled. Your comment is kept.');
  // What is wrong with the photo, the server knows.
  else if (hasPhoto && (code === 'invalid_file' || code === 'file_too_large'))
    toast.error(message!);
  else
    toast.error(
      failureText(error, 'Error creating comment', 'You are offline. Your comment is kept here.'),
    );
}

/** Shows it at once and sends it once, however often it is pressed. */
export async function writeComment(
  subject: string,
  comment: NewComment,
  calls: CommentCalls,
): Promise<boolean> {
  const { body, photo, parentId, draft } = comment;
  const sent = await alone(`${subject} write ${parentId ?? 0}`, async () => {
    const shown = commentOnItsWay(comment);
    // Blanks are the server's to refuse, and nothing to look at.
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
        photo && uploadOf(photo, shown.comment_id),
      );
      clearIdempotencyKey(draft);
      const { replies, created: before } = threadOf(subject);
      const under = created.parent_comment_id;
      change(subject, { sending: withoutShown() });
      make(subject, {
        total: totalOf() + 1 - count,
        ...(under
          ? { replies: { ...replies, [under]: [...(replies[under] ?? []), created] } }
          : { created: [...before, created] }),
      });
      toast.success('Comment created successfully');
      return true;
    } catch (error) {
      change(subject, { sending: withoutShown(), total: totalOf() - count });
      sayFailed(error, photo !== undefined);
      return false;
    } finally {
      if (photo) $uploads.setKey(shown.comment_id, undefined);
    }
  });
  return sent ?? false;
}

/** Shows the new words at once; refused, the old ones again. */
export async function editComment(
  subject: string,
  commentId: number,
  body: string,
  calls: CommentCalls,
): Promise<boolean> {
  const done = await alone(`${subject} change ${commentId}`, async () => {
    const { [commentId]: before } = threadOf(subject).bodies;
    const setBody = (edited: Edited | undefined) => ({
      bodies: { ...threadOf(subject).bodies, [commentId]: edited },
    });
    if (body.trim())
      change(
        subject,
        setBody({ comment_body: body.trim(), edited_date: before?.edited_date ?? null }),
      );
    try {
      const { comment_body, edited_date, mentions } = await calls.edit(commentId, body);
      make(subject, setBody({ comment_body, edited_date, mentions }));
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
 * Takes it away at once; refused, it is there again.
 * @param withReplies how many go with it, itself included
 */
export async function removeComment(
  subject: string,
  commentId: number,
  comment: { total: number; withReplies: number },
  calls: CommentCalls,
): Promise<boolean> {
  const done = await alone(`${subject} change ${commentId}`, async () => {
    const totalOf = () => threadOf(subject).total ?? comment.total;
    const total = totalOf();
    const removed = {
      removed: [...threadOf(subject).removed, commentId],
      total: Math.max(0, total - comment.withReplies),
    };
    change(subject, removed);
    try {
      await calls.remove(commentId).catch((error: unknown) => {
        // Gone already, in another window or by a moderator's hand: what was wanted is so.
        if ((error as Partial<RestError>).code !== 'no_record') throw error;
      });
      make(subject, { removed: threadOf(subject).removed, total: totalOf() });
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
