import { map } from 'nanostores';
import { clearFeedCache } from '#domains/posts/feed/feed-answers.store.ts';
import { postRef, toggleSaved as toggleCall } from '#domains/posts/posts.calls.ts';
import { onRestore, recordChange } from '#lib/bfcache-changes.ts';
import { toast } from '#ui/toast.ts';

/** Posts saved (true) or unsaved (false) since the screen was served, by id. */
export const $savedChanges = map<Record<number, boolean | undefined>>({});
onRestore<{ id: number; isSaved: boolean }>('saved', ({ id, isSaved }) =>
  $savedChanges.setKey(id, isSaved),
);

const pending = new Set<number>();

/** Saves a post, or removes it from the saved ones. */
export async function toggleSaved(id: number, isSaved: boolean): Promise<void> {
  // The call toggles: two at once would revert each other.
  if (pending.has(id)) return;
  pending.add(id);
  const before = $savedChanges.get()[id];
  $savedChanges.setKey(id, !isSaved);
  try {
    // Another tab or device may have toggled it, so the server's state wins.
    const now = (await toggleCall(postRef(id))) === 1;
    $savedChanges.setKey(id, now);
    clearFeedCache();
    recordChange('saved', { id, isSaved: now });
    toast.success(now ? 'Post saved' : 'Post removed from your saved posts');
  } catch (error) {
    $savedChanges.setKey(id, before);
    toast.error((error as Error).message);
  } finally {
    pending.delete(id);
  }
}
