import type { StoryGroup } from './stories.schema.ts';

// Kept apart and small: every member's screen looks at its links with this.

export const storyPath = (id: number): string => `/stories/${id}`;

/** The story that an address names; undefined for every other address. */
export function storyAt(path: string): number | undefined {
  const id = /^\/stories\/([1-9]\d{0,15})$/.exec(path)?.[1];
  return id === undefined ? undefined : Number(id);
}

/** Who stands beside somebody in the strip. */
export interface Neighbours {
  previous: StoryGroup | undefined;
  next: StoryGroup | undefined;
}
