import { clearIdempotencyKey, idempotencyKeyFor } from '#lib/idempotency-keys.ts';
import { RestError } from '#lib/rest.ts';
import { toast } from '#ui/toast.ts';
import { forgetChosen } from './selected-story.store.ts';
import { createStory } from './stories.calls.ts';
import { kindOfFile, type StoryAudience } from './stories.rules.ts';
import { refreshOwn } from './stories.store.ts';

export interface NewStory {
  file: File;
  caption: string;
  audience: StoryAudience;
}

interface Sending {
  signal: AbortSignal;
  onProgress: (percent: number) => void;
}

/** Sends it. Gives null once it is there, else why not; empty when the member called it off. */
export async function tellStory(
  memberId: number,
  { file, caption, audience }: NewStory,
  { signal, onProgress }: Sending,
): Promise<string | null> {
  const description = caption.trim();
  // Tried again after a lost connection it is still one story.
  const idempotencyKey = idempotencyKeyFor(
    'new story',
    JSON.stringify([file.name, file.size, file.lastModified, description, audience]),
  );
  try {
    const photo =
      kindOfFile(file) === 'video'
        ? await (await import('#domains/posts/composer/video-poster.ts')).posterOf(file)
        : undefined;
    await createStory(
      { description, auth_view: audience, ...(photo ? { photo } : {}), filedata: file },
      { idempotencyKey, signal, onProgress },
    );
  } catch (error) {
    if (error instanceof RestError && error.code === 'aborted') return '';
    toast.error('Error creating story');
    return error instanceof RestError
      ? error.message
      : 'Something went wrong. Please try again later.';
  }
  clearIdempotencyKey('new story');
  forgetChosen(memberId);
  toast.success('Story created!');
  void refreshOwn(memberId);
  return null;
}
