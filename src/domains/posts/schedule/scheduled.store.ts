import { atom } from 'nanostores';
import { RestError } from '#lib/rest.ts';
import { toast } from '#ui/toast.ts';
import { cancelScheduled, editScheduled, listScheduled } from './schedule.calls.ts';
import {
  toScheduledFields,
  toScheduledPost,
  type ScheduledChange,
  type ScheduledPostModel,
} from './scheduled-posts.model.ts';

export interface ScheduledState {
  status: 'loading' | 'failed' | 'there';
  posts: ScheduledPostModel[];
  total: number;
}

const pageSize = 20;

/** Own posts for later, the next one first. */
export const $scheduledPosts = atom<ScheduledState>({ status: 'loading', posts: [], total: 0 });

const inOrder = (posts: ScheduledPostModel[]) =>
  posts.toSorted((a, b) => a.publishAt.localeCompare(b.publishAt) || a.id - b.id);
const set = (posts: ScheduledPostModel[], total: number) =>
  $scheduledPosts.set({ status: 'there', posts: inOrder(posts), total });

/** The first page again, or the next one. */
export async function loadScheduledPosts(isMore = false): Promise<void> {
  const known = isMore ? $scheduledPosts.get().posts : [];
  $scheduledPosts.set({ ...$scheduledPosts.get(), posts: known, status: 'loading' });
  try {
    const { response, totalItemCount } = await listScheduled({
      page: Math.floor(known.length / pageSize) + 1,
      limit: pageSize,
    });
    const loaded = response.map(toScheduledPost);
    const ids = new Set(loaded.map(({ id }) => id));
    set([...known.filter(({ id }) => !ids.has(id)), ...loaded], totalItemCount);
  } catch {
    $scheduledPosts.set({ ...$scheduledPosts.get(), status: 'failed' });
  }
}

/** Runs the action and shows why it failed; a post published meanwhile leaves the list. */
async function attempt(id: number, work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof RestError && error.code === 'no_record') {
      toast.info('This post has already been published.');
      drop(id);
      return true;
    }
    toast.error((error as Error).message);
    return false;
  }
}

function drop(id: number): void {
  const { posts, total } = $scheduledPosts.get();
  set(
    posts.filter((post) => post.id !== id),
    Math.max(0, total - 1),
  );
}

export const changeScheduledPost = (change: ScheduledChange, timeZone: string): Promise<boolean> =>
  attempt(change.id, async () => {
    const changed = toScheduledPost(await editScheduled(toScheduledFields(change, timeZone)));
    const { posts, total } = $scheduledPosts.get();
    set(
      posts.map((one) => (one.id === changed.id ? changed : one)),
      total,
    );
    toast.success('Post updated successfully');
  });

export const cancelScheduledPost = (id: number): Promise<boolean> =>
  attempt(id, async () => {
    await cancelScheduled({ schedule_id: id });
    drop(id);
    toast.success('Post deleted successfully');
  });
