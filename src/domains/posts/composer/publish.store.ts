import { addPendingPost } from '#domains/posts/pending/pending.store.ts';
import { createPost, createVideo } from '#domains/posts/posts.calls.ts';
import { $newPosts } from '#domains/posts/posts.store.ts';
import type { VideoPostCreated } from '#domains/posts/video/video-post.schema.ts';
import type { PostCreated } from '#domains/posts/writing/new-post.schema.ts';
import { dateLabel, parseWire } from '#lib/dates.ts';
import { clearIdempotencyKey, contentKey, findIdempotencyKey } from '#lib/idempotency-keys.ts';
import { RestError } from '#lib/rest.ts';
import { toast } from '#ui/toast.ts';
import type { ComposerTarget } from './composer-target.ts';
import {
  $draft,
  $isPosting,
  $isUploading,
  $progress,
  clearDraft,
  draftContent,
  draftName,
} from './composer.store.ts';
import { toCreated, toPostInput } from './draft.model.ts';
import { draftProblem, type Draft } from './draft.rules.ts';
import { recordPosted } from './other-windows.store.ts';

let sending: AbortController | undefined;

/** Cancels the upload; the draft stays. */
export const cancelUpload = (): void => sending?.abort();

/** Message for a post that could not be created. */
function problem(error: unknown, { photos }: Draft): string {
  if (!(error instanceof RestError) || error.code === 'server_error')
    return 'Your post could not be created. Your draft is kept.';
  if (error.code === 'aborted') return 'The upload was cancelled. Your draft is kept.';
  const rejected = photos[Number(error.field?.replace('filedata', ''))];
  return `${rejected ? `${rejected.name}: ` : ''}${error.message} Your draft is kept.`;
}

function show(
  answer: PostCreated | VideoPostCreated,
  timeZone: string,
  target?: ComposerTarget,
): void {
  const { post, publishAt } = toCreated(answer);
  if (!post && !publishAt && target) {
    toast.info(target.pendingText);
    addPendingPost(target.key);
    return;
  }
  toast.success('Post Created');
  if (post) {
    if (!$newPosts.get().some(({ id }) => id === post.id))
      $newPosts.set([post, ...$newPosts.get()]);
  } else if (publishAt) {
    toast.info(`It will be published ${dateLabel(parseWire(publishAt)!, new Date(), timeZone)}.`);
  }
}

/**
 * Posts the draft. A retry after a lost connection or from another window has the same idempotency
 * key, so that only one post is created.
 */
export async function publish(
  memberId: number,
  timeZone: string,
  target?: ComposerTarget,
): Promise<boolean> {
  if ($isPosting.get()) return false;
  const draft = $draft.get();
  const invalid = draftProblem(draft);
  if (invalid) {
    toast.error(invalid);
    return false;
  }
  const hasFiles = draft.photos.length > 0 || draft.video !== null;
  $isPosting.set(true);
  $isUploading.set(hasFiles);
  // Specified to start full; an upload then reports its progress.
  $progress.set(100);
  const dismiss = toast.info('Creating post...');
  sending = new AbortController();
  const fields = toPostInput(draft, timeZone, target);
  try {
    const files = hasFiles
      ? await (await import('./files.store.ts')).uploadFields(memberId, draft)
      : {};
    if (!files)
      throw new RestError(
        0,
        'lost',
        'A file of this post is no longer on this device. Please add it again.',
      );
    const idempotencyKey =
      findIdempotencyKey(draftName(memberId), draftContent(draft)) ??
      contentKey(draft.key, JSON.stringify([fields, draft.photos, draft.video]));
    const onProgress = (percent: number) => {
      $progress.set(percent);
      // After the last byte the post may exist already.
      if (percent === 100) $isUploading.set(false);
    };
    const options = { idempotencyKey, ...(hasFiles ? { onProgress, signal: sending.signal } : {}) };
    show(
      await (draft.video
        ? createVideo({ ...fields, type: 3, post_attach: 1, ...files }, options)
        : createPost({ ...fields, ...files }, options)),
      timeZone,
      target,
    );
    clearIdempotencyKey(draftName(memberId));
    recordPosted(memberId, draft);
    if ($draft.get() === draft) clearDraft(memberId);
    return true;
  } catch (error) {
    toast.error(problem(error, draft));
    return false;
  } finally {
    dismiss();
    sending = undefined;
    $isPosting.set(false);
    $isUploading.set(false);
    $progress.set(0);
  }
}
