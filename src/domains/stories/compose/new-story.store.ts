import { clearSelectedStory } from '#domains/stories/player/selected-story.store.ts';
import { createStory } from '#domains/stories/stories.calls.ts';
import { toStoryFields } from '#domains/stories/stories.model.ts';
import { fileKind, type StoryAudience } from '#domains/stories/stories.rules.ts';
import { refreshOwn } from '#domains/stories/stories.store.ts';
import { clearIdempotencyKey, idempotencyKeyFor } from '#lib/idempotency-keys.ts';
import { RestError } from '#lib/rest.ts';
import { toast } from '#ui/toast.ts';

export interface NewStory {
  file: File;
  caption: string;
  audience: StoryAudience;
}

interface UploadOptions {
  signal: AbortSignal;
  onProgress: (percent: number) => void;
}

/** Uploads the story. Returns null on success, else the error; an empty string if cancelled. */
export async function shareStory(
  memberId: number,
  { file, caption, audience }: NewStory,
  { signal, onProgress }: UploadOptions,
): Promise<string | null> {
  const description = caption.trim();
  // Retries after a lost connection use the same key, so the story is created once.
  const idempotencyKey = idempotencyKeyFor(
    'new story',
    JSON.stringify([file.name, file.size, file.lastModified, description, audience]),
  );
  try {
    const photo =
      fileKind(file) === 'video'
        ? await (await import('#domains/posts/composer/video-poster.ts')).posterOf(file)
        : undefined;
    await createStory(toStoryFields({ caption: description, audience, poster: photo, file }), {
      idempotencyKey,
      signal,
      onProgress,
    });
  } catch (error) {
    if (error instanceof RestError && error.code === 'aborted') return '';
    toast.error('Error creating story');
    return error instanceof RestError
      ? error.message
      : 'Something went wrong. Please try again later.';
  }
  clearIdempotencyKey('new story');
  clearSelectedStory(memberId);
  toast.success('Story created!');
  void refreshOwn(memberId);
  return null;
}
