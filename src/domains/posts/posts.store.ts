import { atom, map } from 'nanostores';
import { sendReport, type ReportWords } from '#domains/moderation/reports.store.ts';
import { $blocked } from '#domains/policy/blocks.store.ts';
import { forgetAnswers } from '#domains/posts/feed/feed-answers.store.ts';
import type { PostEdit } from '#domains/posts/writing/edit-post.schema.ts';
import { choose, type Choice } from '#domains/reactions/reactions.store.ts';
import { $lastShare } from '#domains/shares/last-share.store.ts';
import { onRestore, recordChange } from '#lib/bfcache-changes.ts';
import { oneAtATime } from '#lib/one-at-a-time.ts';
import { failureText, RestError } from '#lib/rest.ts';
import { subjectKey, toWireType } from '#lib/wire-names.ts';
import { toast } from '#ui/toast.ts';
import type { FeedItem } from './feed-item.schema.ts';
import type { FeedPage } from './feed.schema.ts';
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
  toggleShareable,
  unhideItem,
  unlikePost,
} from './posts.calls.ts';

/** By id. */
export const $postChanges = map<Record<number, PostChange | undefined>>({});
/** Members hidden from the feed since the screen was served. */
export const $hiddenAuthors = atom<ReadonlySet<number>>(new Set());
/** Written since the screen was served, newest first. */
export const $newPosts = atom<FeedItem[]>([]);

const apply = (id: number, changes: PostChange) =>
  $postChanges.setKey(id, { ...$postChanges.get()[id], ...changes });
onRestore<{ id: number; changes: PostChange }>('post', ({ id, changes }) => apply(id, changes));

function change(id: number, changes: PostChange) {
  apply(id, changes);
  recordChange('post', { id, changes });
  // What was answered before is no longer true.
  forgetAnswers();
}
$blocked.listen(forgetAnswers);

/** How to say that it is done: at once, or on the screen that comes next. */
type Say = (text: string) => void;

/** Does it and says so; tells whether it went through. */
async function attempt(
  work: () => Promise<unknown>,
  done: string,
  say: Say = toast.success,
): Promise<boolean> {
  try {
    await work();
    say(done);
    return true;
  } catch (error) {
    toast.error((error as Error).message);
    return false;
  }
}

/** Gone already, in another window or by a moderator's hand: what was wanted is so. */
function unlessGone(error: unknown): void {
  if (!(error instanceof RestError) || error.code !== 'no_record') throw error;
}

export const postSubject = (id: number) => subjectKey('post', id);

export const reactToPost = (id: number, choice: Choice) =>
  choose(postSubject(id), choice, (said) =>
    said === 'none' ? unlikePost(postRef(id)) : likePost({ ...postRef(id), reaction: said }),
  );

export async function deletePost(id: number, say?: Say): Promise<boolean> {
  const isDone = await attempt(
    () => deleteCall(postRef(id)).catch(unlessGone),
    'Post deleted successfully',
    say,
  );
  if (isDone) change(id, { state: 'deleted' });
  return isDone;
}

/** One post as it is at this moment, or undefined when it cannot be read. */
const readNow = (id: number): Promise<FeedItem | undefined> =>
  readFeedPage(postRef(id)).then(
    (page) => (page as FeedPage).data[0],
    () => undefined,
  );

/** By id: asked for at most once at a time. */
const refreshers = new Map<number, () => void>();

/** The post as it is by now: others have reacted to it, or its video is ready. */
export function refreshPost(id: number): void {
  if (!refreshers.has(id)) {
    refreshers.set(
      id,
      oneAtATime(async () => {
        const item = await readNow(id);
        if (item) apply(id, { item, shares: 0 });
      }),
    );
  }
  refreshers.get(id)!();
}

export type Saved =
  | { isDone: true }
  | { isDone: false; /** What somebody made of it meanwhile. */ newer?: FeedItem | undefined };

export async function editPost(
  id: number,
  edit: PostEdit,
  say: Say = toast.success,
): Promise<Saved> {
  try {
    const { response } = await editCall({ ...postRef(id), ...edit });
    change(id, { item: response });
    say('Post updated successfully');
    return { isDone: true };
  } catch (error) {
    toast.error(failureText(error, 'Error updating post'));
    const isOutdated = error instanceof RestError && error.fields.modified_date !== undefined;
    return { isDone: false, ...(isOutdated ? { newer: await readNow(id) } : {}) };
  }
}

/** The own name comes off somebody's post. */
export const removeTag = (id: number, say?: Say): Promise<boolean> =>
  attempt(
    async () => {
      await removeTagCall(postRef(id));
      const item = await readNow(id);
      if (item) change(id, { item });
    },
    'You are no longer tagged in this post',
    say,
  );

/** Flips one of the author's switches, and reads the post for what follows from it. */
async function flip(
  id: number,
  flipSwitch: typeof toggleCommentable,
  texts: { on: string; off: string },
  say: Say = toast.success,
): Promise<void> {
  try {
    const isOn = (await flipSwitch(postRef(id))) === 1;
    const item = await readNow(id);
    if (item) change(id, { item });
    say(isOn ? texts.on : texts.off);
  } catch (error) {
    toast.error((error as Error).message);
  }
}

export const flipComments = (id: number, say?: Say): Promise<void> =>
  flip(id, toggleCommentable, { on: 'Comments are open', off: 'Comments are closed' }, say);

export const flipSharing = (id: number, say?: Say): Promise<void> =>
  flip(id, toggleShareable, { on: 'Sharing is allowed', off: 'Sharing is stopped' }, say);

export async function hidePost(id: number): Promise<boolean> {
  const isDone = await attempt(
    () => hideItem({ id, type: toWireType('post') }),
    'Post hidden successfully',
  );
  if (isDone) change(id, { state: 'hidden' });
  return isDone;
}

/** Takes something back; that it was no longer so is just as good. */
async function undo(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work().catch(unlessGone);
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

/** Everything of one member leaves the feed. */
export async function hideAuthor(memberId: number): Promise<boolean> {
  const isDone = await attempt(
    () => hideItem({ id: memberId, type: toWireType('member') }),
    'Posts hidden successfully',
  );
  if (isDone) setHidden(memberId, true);
  return isDone;
}

export async function showAuthorAgain(memberId: number): Promise<boolean> {
  const isDone = await undo(() => unhideItem({ id: memberId, type: toWireType('member') }));
  if (isDone) setHidden(memberId, false);
  return isDone;
}

interface HiddenAuthor {
  memberId: number;
  isHidden: boolean;
}

const applyHidden = ({ memberId, isHidden }: HiddenAuthor) =>
  $hiddenAuthors.set(
    new Set(
      [...$hiddenAuthors.get()].filter((one) => one !== memberId).concat(isHidden ? memberId : []),
    ),
  );
onRestore<HiddenAuthor>('hidden author', applyHidden);

function setHidden(memberId: number, isHidden: boolean) {
  applyHidden({ memberId, isHidden });
  // A feed that was left with their posts in it is brought back as it was.
  recordChange('hidden author', { memberId, isHidden } satisfies HiddenAuthor);
  forgetAnswers();
}

export async function reportPost(id: number, words: ReportWords): Promise<boolean> {
  const isDone = await sendReport({ type: 'post', id }, words);
  if (isDone) forgetAnswers();
  return isDone;
}

// A share that was made on this screen appears on top of the feed, and is counted under what it
// shares.
$lastShare.listen((made) => {
  if (!made) return;
  if (made.type === 'post')
    change(made.id, { shares: ($postChanges.get()[made.id]?.shares ?? 0) + 1 });
  void readNow(made.postId).then((share) => share && $newPosts.set([share, ...$newPosts.get()]));
});
