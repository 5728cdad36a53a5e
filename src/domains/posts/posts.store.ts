import { atom, map } from 'nanostores';
import { choose, type Choice } from '#domains/reactions/reactions.store.ts';
import { onReturn, recordChange } from '#lib/tab-changes.ts';
import { toast } from '#ui/toast.ts';
import { blockMember } from '#domains/policy/policy.calls.ts';
import { deletePost as deleteCall, editPost as editCall, hideItem, likePost, sharePost as shareCall, unhideItem, unlikePost } from './posts.calls.ts';
import type { FeedItem } from './feed-item.schema.ts';

/** What became of a post since the screen was served. */
export interface PostChange {
  body?: string;
  /** Hidden can be undone in place; deleted ones are just gone. */
  state?: 'shown' | 'hidden' | 'deleted';
}

/** By action_id. */
export const $postChanges = map<Record<number, PostChange | undefined>>({});
/** Members blocked since the screen was served: nothing of theirs shows any more. */
export const $blocked = atom<ReadonlySet<number>>(new Set());
/** Written since the screen was served, newest first. */
export const $newPosts = atom<FeedItem[]>([]);

const apply = (id: number, changes: PostChange) => $postChanges.setKey(id, { ...$postChanges.get()[id], ...changes });
const block = (memberId: number) => $blocked.set(new Set([...$blocked.get(), memberId]));
onReturn<{ id: number; changes: PostChange }>('post', ({ id, changes }) => apply(id, changes));
onReturn<number>('blocked', block);

function change(id: number, changes: PostChange) {
  apply(id, changes);
  recordChange('post', { id, changes });
}

/** How to say that it is done: at once, or on the screen that comes next. */
type Say = (text: string) => void;

/** Does it and says so; tells whether it went through. */
async function attempt(work: () => Promise<unknown>, done: string, failed: (error: Error) => string, say: Say = toast.success): Promise<boolean> {
  try {
    await work();
    say(done);
    return true;
  } catch (error) {
    toast.error(failed(error as Error));
    return false;
  }
}

export const postSubject = (id: number) => `activity_action ${id}`;

export const reactToPost = (id: number, choice: Choice) =>
  choose(postSubject(id), choice, (said) => (said === 'none' ? unlikePost({ action_id: id }) : likePost({ action_id: id, reaction: said })));

export async function deletePost(id: number, say?: Say): Promise<boolean> {
  const isDone = await attempt(() => deleteCall({ action_id: id }), 'Post deleted successfully', ({ message }) => message, say);
  if (isDone) change(id, { state: 'deleted' });
  return isDone;
}

export async function editPost(id: number, body: string, say?: Say): Promise<boolean> {
  const isDone = await attempt(() => editCall({ action_id: id, body }), 'Post updated successfully', () => 'Error updating post', say);
  if (isDone) change(id, { body: body.trim() });
  return isDone;
}

export async function hidePost(id: number, say?: Say): Promise<boolean> {
  const isDone = await attempt(() => hideItem({ id, type: 'activity_action' }), 'Post hidden successfully', ({ message }) => message, say);
  if (isDone) change(id, { state: 'hidden' });
  return isDone;
}

export async function showPostAgain(id: number): Promise<void> {
  try {
    await unhideItem({ id, type: 'activity_action' });
    change(id, { state: 'shown' });
  } catch (error) {
    toast.error((error as Error).message);
  }
}

export async function blockAuthor(memberId: number, say?: Say): Promise<boolean> {
  const isDone = await attempt(() => blockMember({ user_id: memberId }), 'User blocked successfully', () => 'Error blocking user', say);
  if (isDone) {
    block(memberId);
    recordChange('blocked', memberId);
  }
  return isDone;
}

export const sharePost = (id: number, body: string) =>
  attempt(() => shareCall({ type: 'activity_action', id, body }), 'Post shared successfully!', () => 'Error sharing post');
