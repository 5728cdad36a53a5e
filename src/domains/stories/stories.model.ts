import type { StoryAudience } from './stories.rules.ts';
import type { NewStoryInput } from './stories.schema.ts';

interface StoryDraft {
  file: File;
  /** The still of a video. */
  poster: Blob | undefined;
  caption: string;
  audience: StoryAudience;
}

export const toStoryFields = ({ file, poster, caption, audience }: StoryDraft): NewStoryInput => ({
  description: caption,
  auth_view: audience,
  ...(poster ? { photo: poster } : {}),
  filedata: file,
});
