import { atom, map } from 'nanostores';
import { sendReport, type ReportWords } from '#domains/moderation/reports.store.ts';
import { $blocked } from '#domains/policy/blocks.store.ts';
import { clearFeedCache } from '#domains/posts/feed/feed-answers.store.ts';
import type { FeedPage } from '#domains/posts/feed/feed.schema.ts';
import { choose, type Choice } from '#domains/reactions/reactions.store.ts';
import { $lastShare } from '#domains/shares/last-share.store.ts';
import { onRestore, recordChange } from '#lib/bfcache-changes.ts';
import { onLive, type LiveSubject } from '#lib/live-events.ts';
import { oneAtATime } from '#lib/one-at-a-time.ts';
import { failureText, RestError } from '#lib/rest.ts';
import { subjectKey, toWireType } from '#lib/wire-names.ts';
import { toast } from '#ui/toast.ts';
import type { PostChange } from './post-changes.ts';
import {
  deletePost as deleteCall,
  editPost as editCall,
  hideItem,
  likePost,
  postRef,
  readFeedPage,
  removeTag as removeTagCall,
  toggleCommentable,
  togglePinned,
  toggleShareable,
  unhideItem,
  unlikePost,
} from './posts.calls.ts';
import {
  isOutdated,
  toEditFields,
  toPost,
  type PostAuthor,
  type PostEdit,
  type PostModel,
} from './posts.model.ts';

/** By id. */
export const $postChanges = map<Record<number, PostChange | undefined>>({});
/** Authors hidden from the feed since the screen was served, by `subjectKey`. */
export const $hiddenAuthors = atom<ReadonlySet<string>>(new Set());
/** Posts that the member wrote since the screen was served, newest first. */
export const $newPosts = atom<PostModel[]>([]);

const apply = (id: number, changes: PostChange) =>
  $postChanges.setKey(id, { ...$postChanges.get()[id], ...changes });
onRestore<{ id: number; changes: PostChange }>('post', ({ id, changes }) => apply(id, changes));

function change(id: number, changes: PostChange) {
  apply(id, changes);
  recordChange('post', { id, changes });
  // Cached pages are outdated.
  clearFeedCache();
}
$blocked.listen(clearFeedCache);
// The member's post on the wall of somebody else, or a post on the member's wall.
onLive<LiveSubject>('deleted', ({ id }) => change(id, { state: 'deleted' }));

/** Shows that it is done: now, or on the next screen. */
type ShowDone = (text: string) => void;

/** Runs it and shows the outcome; returns whether it succeeded. */
async function attempt(
  work: () => Promise<unknown>,
  done: string,
  showDone: ShowDone = toast.success,
): Promise<boolean> {
  try {
    await work();
    showDone(done);
    return true;
  } catch (error) {
    toast.error((error as Error).message);
    return false;
  }
}

/** Ignores that it was deleted already, in another window or by a moderator. */
function unlessDeleted(error: unknown): void {
  if (!(error instanceof RestError) || error.code !== 'no_record') throw error;
}

export const postSubject = (id: number) => subjectKey('post', id);

export const reactToPost = (id: number, choice: Choice) =>
  choose(postSubject(id), choice, (reaction) =>
    reaction === 'none' ? unlikePost(postRef(id)) : likePost({ ...postRef(id), reaction }),
  );

export async function deletePost(id: number, showDone?: ShowDone): Promise<boolean> {
  const isDone = await attempt(
    () => deleteCall(postRef(id)).catch(unlessDeleted),
    'Post deleted successfully',
    showDone,
  );
  if (isDone) change(id, { state: 'deleted' });
  return isDone;
}

/** Reads the latest version of a post; undefined if it cannot be read. */
const readLatest = (id: number): Promise<PostModel | undefined> =>
  readFeedPage(postRef(id)).then(
    (page) => (page as FeedPage).data.map(toPost)[0],
    () => undefined,
  );

/** By id; each runs at most one request at a time. */
const refreshers = new Map<number, () => void>();

/** Reads a post again after others have reacted to it or its video is ready. */
export function refreshPost(id: number): void {
  if (!refreshers.has(id)) {
    refreshers.set(
      id,
      oneAtATime(async () => {
        const post = await readLatest(id);
        if (post) apply(id, { post, shares: 0 });
      }),
    );
  }
  refreshers.get(id)!();
}

export type Saved =
  | { isDone: true }
  | {
      isDone: false;
      /** Its version, if it was edited meanwhile. */ newer?: PostModel | undefined;
    };

export async function editPost(
  id: number,
  edit: PostEdit,
  showDone: ShowDone = toast.success,
): Promise<Saved> {
  try {
    const { response } = await editCall({ ...postRef(id), ...toEditFields(edit) });
    change(id, { post: toPost(response) });
    showDone('Post updated successfully');
    return { isDone: true };
  } catch (error) {
    toast.error(failureText(error, 'Error updating post'));
    const isOld = error instanceof RestError && isOutdated(error.fields);
    return { isDone: false, ...(isOld ? { newer: await readLatest(id) } : {}) };
  }
}

/** Removes the member's own tag from somebody's post. */
export const removeTag = (id: number, showDone?: ShowDone): Promise<boolean> =>
  attempt(
    async () => {
      await removeTagCall(postRef(id));
      const post = await readLatest(id);
      if (post) change(id, { post });
    },
    'You are no longer tagged in this post',
    showDone,
  );

/** Flips one of the author's switches and reads the post again for the consequences. */
async function flip(
  id: number,
  flipSwitch: typeof toggleCommentable,
  texts: { on: string; off: string },
  showDone: ShowDone = toast.success,
): Promise<void> {
  try {
    const isOn = (await flipSwitch(postRef(id))) === 1;
    const post = await readLatest(id);
    if (post) change(id, { post });
    showDone(isOn ? texts.on : texts.off);
  } catch (error) {
    toast.error((error as Error).message);
  }
}

export const flipComments = (id: number, showDone?: ShowDone): Promise<void> =>
  flip(id, toggleCommentable, { on: 'Comments enabled', off: 'Comments disabled' }, showDone);

export const flipSharing = (id: number, showDone?: ShowDone): Promise<void> =>
  flip(id, toggleShareable, { on: 'Sharing enabled', off: 'Sharing disabled' }, showDone);

export const flipPinned = (id: number, showDone: ShowDone): Promise<void> =>
  flip(id, togglePinned, { on: 'Post pinned', off: 'Post unpinned' }, showDone);

export async function hidePost(id: number): Promise<boolean> {
  const isDone = await attempt(
    () => hideItem({ id, type: toWireType('post') }),
    'Post hidden successfully',
  );
  if (isDone) change(id, { state: 'hidden' });
  return isDone;
}

/** Reverts something; that it was reverted already is no failure. */
async function undo(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work().catch(unlessDeleted);
    return true;
  } catch (error) {
    toast.error((error as Error).message);
    return false;
  }
}

export async function showPostAgain(id: number): Promise<boolean> {
  const isDone = await undo(() => unhideItem({ id, type: toWireType('post') }));
  if (isDone) change(id, { state: 'shown' });
  return isDone;
}

/** An author whose posts are hidden or shown, by `subjectKey`. */
interface HiddenAuthor {
  author: string;
  isHidden: boolean;
}

const applyHidden = ({ author, isHidden }: HiddenAuthor) =>
  $hiddenAuthors.set(
    new Set(
      [...$hiddenAuthors.get()].filter((one) => one !== author).concat(isHidden ? author : []),
    ),
  );
onRestore<HiddenAuthor>('hidden author', applyHidden);

/** Hides all posts of one author from the feed, or shows them again. */
export async function setAuthorHidden(
  { type, id }: PostAuthor,
  isHidden: boolean,
): Promise<boolean> {
  const item = { id, type: toWireType(type) };
  const isDone = await (isHidden
    ? attempt(() => hideItem(item), 'Posts hidden successfully')
    : undo(() => unhideItem(item)));
  if (isDone) {
    const change = { author: subjectKey(type, id), isHidden };
    applyHidden(change);
    // Back restores the feed as it was left, with their posts.
    recordChange('hidden author', change);
    clearFeedCache();
  }
  return isDone;
}

export async function reportPost(id: number, words: ReportWords): Promise<boolean> {
  const isDone = await sendReport({ type: 'post', id }, words);
  if (isDone) clearFeedCache();
  return isDone;
}

// A new share appears at the top of the feed and counts for its original.
$lastShare.listen((share) => {
  if (!share) return;
  if (share.type === 'post')
    change(share.id, { shares: ($postChanges.get()[share.id]?.shares ?? 0) + 1 });
  void readLatest(share.postId).then((post) => post && $newPosts.set([post, ...$newPosts.get()]));
});
