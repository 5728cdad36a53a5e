import type { Comment, PlainComment } from './comments.schema.ts';

const newestFirst = (a: PlainComment, b: PlainComment) =>
  a.comment_date < b.comment_date ? 1 : a.comment_date > b.comment_date ? -1 : b.comment_id - a.comment_id;

/** Several lists as one: each comment once, the later list's version, newest first. */
export function mergeComments(...lists: Comment[][]): Comment[] {
  const byId = new Map<number, Comment>();
  for (const comment of lists.flat()) byId.set(comment.comment_id, comment);
  return [...byId.values()].sort(newestFirst);
}

/** Each reply once, oldest first. */
export function mergeReplies(...lists: PlainComment[][]): PlainComment[] {
  const byId = new Map<number, PlainComment>();
  for (const reply of lists.flat()) byId.set(reply.comment_id, reply);
  return [...byId.values()].sort((a, b) => newestFirst(b, a));
}

/** How many of `total` (replies included) are neither on the screen nor behind a comment on it. */
export function remainingComments(total: number, loaded: Comment[]): number {
  const known = loaded.reduce((sum, comment) => sum + 1 + Math.max(comment.reply_count, comment.reply_on_comment.length), 0);
  return Math.max(0, total - known);
}
