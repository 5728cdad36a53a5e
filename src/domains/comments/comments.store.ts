import { atom, map } from 'nanostores';
import { attemptKey, forgetAttempt } from '#lib/attempts.ts';
import { keep, readKept } from '#lib/kept.ts';
import { onReturn, recordChange } from '#lib/tab-changes.ts';
import { toast } from '#ui/toast.ts';
import type { ReactorList } from '#domains/reactions/reactors.rules.ts';
import type { Comment, CommentList, PlainComment } from './comments.schema.ts';

/** How the owner of a subject lists and writes its comments. */
export interface CommentCalls {
  list(page: number): Promise<CommentList>;
  listReplies(commentId: number, page: number): Promise<CommentList>;
  create(body: string, parentId: number | undefined, idempotencyKey: string): Promise<Comment>;
  edit(commentId: number, body: string): Promise<unknown>;
  remove(commentId: number): Promise<unknown>;
  like(commentId: number, isLiked: boolean): Promise<unknown>;
  listLikers(commentId: number, query: Parameters<ReactorList>[0]): ReturnType<ReactorList>;
}

/** What happened to a thread since the screen was served. */
export interface ThreadChanges {
  loaded: Comment[];
  created: Comment[];
  /** By parent. */
  replies: Record<number, PlainComment[]>;
  bodies: Record<number, string>;
  removed: number[];
  /** As the server last said, with what was written and removed since. */
  total?: number;
  /** The page to ask for next; null at the end, undefined while none was asked for. */
  next?: number | null;
  /** By parent, as `next`. */
  nextReplies: Record<number, number | null>;
}

export const unchanged: ThreadChanges = { loaded: [], created: [], replies: {}, bodies: {}, removed: [], nextReplies: {} };

/** By subject, such as 'activity_action 42'. */
export const $threads = map<Record<string, ThreadChanges | undefined>>({});
/** Whether the box is open, by subject. */
export const $openBoxes = map<Record<string, boolean | undefined>>({});
/** What is under way: 'list', 'replies 7', 'write 0' (the number is the parent), each behind its subject. */
export const $busy = atom<ReadonlySet<string>>(new Set());

const threadOf = (subject: string) => $threads.get()[subject] ?? unchanged;
const change = (subject: string, changes: Partial<ThreadChanges>) => $threads.setKey(subject, { ...threadOf(subject), ...changes });

/** Changes that the member made, not only loaded. */
function make(subject: string, changes: Partial<ThreadChanges>) {
  change(subject, changes);
  recordChange('thread', { subject, changes });
}
onReturn<{ subject: string; changes: Partial<ThreadChanges> }>('thread', ({ subject, changes }) => change(subject, changes));

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
export const toggleBox = (subject: string, isOpen: boolean): void => $openBoxes.setKey(subject, !isOpen);

/** @param served the page to ask for after what came with the screen, null when that was all */
export async function loadMore(subject: string, served: number | null, calls: CommentCalls): Promise<boolean> {
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

export async function loadReplies(subject: string, parentId: number, calls: CommentCalls): Promise<void> {
  await alone(`${subject} replies ${parentId}`, async () => {
    const { [parentId]: page = 0 } = threadOf(subject).nextReplies;
    if (page === null) return;
    try {
      const list = await calls.listReplies(parentId, page);
      const { replies, nextReplies } = threadOf(subject);
      change(subject, {
        replies: { ...replies, [parentId]: [...(replies[parentId] ?? []), ...list.viewAllComments] },
        nextReplies: { ...nextReplies, [parentId]: list.next_page },
      });
    } catch {
      toast.error('Unable to load more comments right now.');
    }
  });
}

export const commentDraft = (memberId: number, subject: string, parentId = 0) => `draft:${memberId}:comment ${subject} ${parentId}`;

/** Sends once, however often it is pressed. The draft stays on the device until it went through. */
export async function writeComment(
  subject: string,
  comment: { body: string; parentId?: number; draft: string; total: number },
  calls: CommentCalls,
): Promise<boolean> {
  const { body, parentId, draft } = comment;
  const sent = await alone(`${subject} write ${parentId ?? 0}`, async () => {
    try {
      const created = await calls.create(body, parentId, attemptKey(draft, body));
      forgetAttempt(draft);
      // Typed on while it was sent: that is the next draft.
      if (readKept(draft) === body) keep(draft, '');
      const { replies, created: before, total = comment.total } = threadOf(subject);
      const under = created.parent_comment_id;
      make(subject, {
        total: total + 1,
        ...(under ? { replies: { ...replies, [under]: [...(replies[under] ?? []), created] } } : { created: [...before, created] }),
      });
      toast.success('Comment created successfully');
      return true;
    } catch {
      toast.error('Error creating comment');
      return false;
    }
  });
  return sent ?? false;
}

export async function editComment(subject: string, commentId: number, body: string, calls: CommentCalls): Promise<boolean> {
  const done = await alone(`${subject} change ${commentId}`, async () => {
    try {
      await calls.edit(commentId, body);
      make(subject, { bodies: { ...threadOf(subject).bodies, [commentId]: body.trim() } });
      return true;
    } catch (error) {
      toast.error((error as Error).message);
      return false;
    }
  });
  return done ?? false;
}

/** @param withReplies how many go with it, itself included */
export async function removeComment(subject: string, commentId: number, comment: { total: number; withReplies: number }, calls: CommentCalls): Promise<boolean> {
  const done = await alone(`${subject} change ${commentId}`, async () => {
    try {
      await calls.remove(commentId);
      const { removed, total = comment.total } = threadOf(subject);
      make(subject, { removed: [...removed, commentId], total: Math.max(0, total - comment.withReplies) });
      return true;
    } catch (error) {
      toast.error((error as Error).message);
      return false;
    }
  });
  return done ?? false;
}
