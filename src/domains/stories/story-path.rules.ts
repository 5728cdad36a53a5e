import type { StoryGroupModel } from './stories.model.ts';

// Separate and small, because every screen checks its links with it.

export const storyPath = (id: number): string => `/stories/${id}`;

/** Id of the story that a path names; undefined for other paths. */
export function storyAt(path: string): number | undefined {
  const id = /^\/stories\/([1-9]\d{0,15})$/.exec(path)?.[1];
  return id === undefined ? undefined : Number(id);
}

/** The people before and after the current one in the tray. */
export interface AdjacentGroups {
  previous: StoryGroupModel | undefined;
  next: StoryGroupModel | undefined;
}
