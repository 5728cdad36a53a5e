import { atom, map } from 'nanostores';
import type { CommentCalls } from '#domains/comments/comment-calls.ts';
import type { CommentModel } from '#domains/comments/comments.model.ts';
import { onRestore, recordChange } from '#lib/bfcache-changes.ts';
import { toast } from '#ui/toast.ts';
import { mergeComments, unchanged, withNewest, type ThreadChanges } from './thread.rules.ts';

/** By `subjectKey`. */
export const $threads = map<Record<string, ThreadChanges | undefined>>({});
/** Whether the box is open, by subject. */
export const $openBoxes = map<Record<string, boolean | undefined>>({});
/**
 * Running operations: 'list', 'replies 7', 'write 0' (the number is the parent), each prefixed with
 * its subject.
 */
export const $busy = atom<ReadonlySet<string>>(new Set());

export const threadOf = (subject: string) => $threads.get()[subject] ?? unchanged;
export const change = (subject: string, changes: Partial<ThreadChanges>) =>
  $threads.setKey(subject, { ...threadOf(subject), ...changes });

/**
 * Records changes by the member, unlike loaded ones, so that they survive the back/forward cache.
 */
export function changeAsMember(subject: string, changes: Partial<ThreadChanges>) {
  change(subject, changes);
  recordChange('thread', { subject, changes });
}
onRestore<{ subject: string; changes: Partial<ThreadChanges> }>('thread', ({ subject, changes }) =>
  change(subject, changes),
);

/** Runs `work` unless the same operation is running. */
export async function runExclusive<T>(
  what: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  if ($busy.get().has(what)) return undefined;
  $busy.set(new Set([...$busy.get(), what]));
  try {
    return await work();
  } finally {
    $busy.set(new Set([...$busy.get()].filter((other) => other !== what)));
  }
}

/** @param isOpen the present state of the box */
export const toggleBox = (subject: string, isOpen: boolean): void =>
  $openBoxes.setKey(subject, !isOpen);

/** @param served the page to load after the served ones, null if that was all */
export async function loadMore(
  subject: string,
  served: number | null,
  calls: CommentCalls,
): Promise<boolean> {
  const done = await runExclusive(`${subject} list`, async () => {
    const { next: page = served } = threadOf(subject);
    if (page === null) return false;
    try {
      const list = await calls.list(page);
      change(subject, {
        loaded: [...threadOf(subject).loaded, ...list.comments],
        total: list.total,
        next: list.next,
      });
      return true;
    } catch {
      toast.error('Unable to load more comments right now.');
      return false;
    }
  });
  return done ?? false;
}

/** Loads the newest page again, because others have written, changed or removed comments. */
export async function refreshThread(
  subject: string,
  served: CommentModel[],
  calls: CommentCalls,
): Promise<void> {
  const { loaded, created, removed } = threadOf(subject);
  const known = mergeComments(served, loaded, created);
  const list = await calls.list(0);
  const now = threadOf(subject);
  // Pending and just removed comments are counted here already, but may or may not be in the
  // response: try again once they have settled.
  const isChanging = [...$busy.get()].some((what) => what.startsWith(`${subject} change `));
  if (now.sending.length || isChanging || now.removed.length !== removed.length)
    return void setTimeout(
      () => void refreshThread(subject, served, calls).catch(() => undefined),
      1_000,
    );
  change(
    subject,
    withNewest(now, known, {
      comments: list.comments,
      total: list.total,
      hasMore: list.next !== null,
    }),
  );
}

export async function loadReplies(
  subject: string,
  parentId: number,
  calls: CommentCalls,
): Promise<void> {
  await runExclusive(`${subject} replies ${parentId}`, async () => {
    const { [parentId]: page = 0 } = threadOf(subject).nextReplies;
    if (page === null) return;
    try {
      const list = await calls.listReplies(parentId, page);
      const { replies, nextReplies } = threadOf(subject);
      change(subject, {
        replies: {
          ...replies,
          [parentId]: [...(replies[parentId] ?? []), ...list.comments],
        },
        nextReplies: { ...nextReplies, [parentId]: list.next },
      });
    } catch {
      toast.error('Unable to load more comments right now.');
    }
  });
}
