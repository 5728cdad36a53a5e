import { isolate } from '#lib/names.ts';
import { isImageCode } from './stories.rules.ts';
import type { StoryItem } from './stories.schema.ts';

/** Alternative text of a story: its picture's description, its caption, or its owner. */
export const storyAlt = ({ picture, description, owner_title, code }: StoryItem): string =>
  picture?.alt ||
  description ||
  `${isImageCode(code) ? 'Photo' : 'Video'} by ${isolate(owner_title)}`;
