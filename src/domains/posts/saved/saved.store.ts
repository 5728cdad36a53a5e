import { map } from 'nanostores';
import { forgetAnswers } from '#domains/posts/feed/feed-answers.store.ts';
import { postRef, toggleSaved as toggleCall } from '#domains/posts/posts.calls.ts';
import { onRestore, recordChange } from '#lib/bfcache-changes.ts';
import { toast } from '#ui/toast.ts';

/**
 * What was saved (true) or taken off the list (false) since the screen was served, by id.
 */
export const $savedChanges = map<Record<number, boolean | undefined>>({});
onRestore<{ id: number; isSaved: boolean }>('saved', ({ id, isSaved }) =>
  $savedChanges.setKey(id, isSaved),
);

const underWay = new Set<number>();

/** Saves a post, or takes it off the list of saved ones. */
export async function toggleSaved(id: number, isSaved: boolean): Promise<void> {
  // The call says "the other way round": two at once would undo each other.
  if (underWay.has(id)) return;
  underWay.add(id);
  const before = $savedChanges.get()[id];
  $savedChanges.setKey(id, !isSaved);
  try {
    // Another tab or device may have been faster: what the server says is so.
    const now = (await toggleCall(postRef(id))) === 1;
    $savedChanges.setKey(id, now);
    forgetAnswers();
    recordChange('saved', { id, isSaved: now });
    toast.success(now ? 'Post saved' : 'Post removed from your saved posts');
  } catch (error) {
    $savedChanges.setKey(id, before);
    toast.error((error as Error).message);
  } finally {
    underWay.delete(id);
  }
}
