import { createPost } from '#domains/posts/posts.calls.ts';
import { $newPosts } from '#domains/posts/posts.store.ts';
import { createVideo } from '#domains/posts/video/video-post.calls.ts';
import type { VideoPostCreated } from '#domains/posts/video/video-post.schema.ts';
import type { PostCreated } from '#domains/posts/writing/new-post.schema.ts';
import { dateLabel, parseWire } from '#lib/dates.ts';
import { clearIdempotencyKey, contentKey, findIdempotencyKey } from '#lib/idempotency-keys.ts';
import { RestError } from '#lib/rest.ts';
import { toast } from '#ui/toast.ts';
import {
  $draft,
  $isPosting,
  $isUploading,
  $progress,
  clearDraft,
  draftContent,
  draftName,
} from './composer.store.ts';
import { draftFiles } from './draft-files.store.ts';
import { wireOf } from './draft.model.ts';
import { draftProblem, type Draft } from './draft.rules.ts';
import { sayPosted } from './other-windows.store.ts';

let sending: AbortController | undefined;

/** Calls off what is being uploaded; the draft stays. */
export const cancelUpload = (): void => sending?.abort();

/** What the member hears when a post did not come about; the draft is still there. */
function problem(error: unknown, { photos }: Draft): string {
  if (!(error instanceof RestError) || error.code === 'server_error')
    return 'Your post could not be created. Your draft is kept.';
  if (error.code === 'aborted') return 'The upload was cancelled. Your draft is kept.';
  const refused = photos[Number(error.field?.replace('filedata', ''))];
  return `${refused ? `${refused.name}: ` : ''}${error.message} Your draft is kept.`;
}

/** The files of the draft in their fields, or null when the browser has lost one. */
async function filesOf(
  memberId: number,
  { photos, video }: Draft,
): Promise<Record<string, Blob | string> | null> {
  const found = await Promise.all(
    [...photos, ...(video ? [video] : [])].map(({ id }) => draftFiles.find(id, memberId)),
  );
  if (found.some((file) => !file)) return null;
  if (video) {
    const { posterOf } = await import('./video-poster.ts');
    const photo = await posterOf(found[0]!);
    return { ...(photo ? { photo } : {}), filedata: found[0]! };
  }
  return Object.fromEntries(
    photos.flatMap(({ alt }, index) => [
      [`filedata${index}`, found[index]!],
      ...(alt.trim() ? [[`alt${index}`, alt.trim()]] : []),
    ]),
  );
}

function show({ response }: PostCreated | VideoPostCreated, timeZone: string): void {
  if ('feed' in response) {
    if (!$newPosts.get().some(({ feed }) => feed.action_id === response.feed.action_id))
      $newPosts.set([response, ...$newPosts.get()]);
    toast.success('Post Created');
  } else if ('publish_date' in response) {
    toast.success('Post Created');
    toast.info(
      `It will be published ${dateLabel(parseWire(response.publish_date)!, new Date(), timeZone)}.`,
    );
  }
}

/**
 * Posts the draft. Sent again after a lost connection, or from another window, it carries the same
 * key, so that one post comes of it.
 */
export async function publish(memberId: number, timeZone: string): Promise<boolean> {
  if ($isPosting.get()) return false;
  const draft = $draft.get();
  const refusal = draftProblem(draft);
  if (refusal) {
    toast.error(refusal);
    return false;
  }
  const hasFiles = draft.photos.length > 0 || draft.video !== null;
  $isPosting.set(true);
  $isUploading.set(hasFiles);
  // Full from the start, as specified; an upload then reports how far it is.
  $progress.set(100);
  const dismiss = toast.info('Creating post...');
  sending = new AbortController();
  const fields = wireOf(draft, timeZone);
  try {
    const files = await filesOf(memberId, draft);
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
      // Once all has left, the post may be there already.
      if (percent === 100) $isUploading.set(false);
    };
    const options = { idempotencyKey, ...(hasFiles ? { onProgress, signal: sending.signal } : {}) };
    show(
      await (draft.video
        ? createVideo({ ...fields, type: 3, post_attach: 1, ...files }, options)
        : createPost({ ...fields, ...files }, options)),
      timeZone,
    );
    clearIdempotencyKey(draftName(memberId));
    sayPosted(memberId, draft);
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
