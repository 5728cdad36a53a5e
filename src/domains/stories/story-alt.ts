import { isolate } from '#lib/names.ts';
import { isImageCode } from './stories.rules.ts';
import type { StoryItem } from './stories.schema.ts';

/**
 * What a story is called for whoever does not see it: what its picture says of itself, its caption,
 * or whose it is.
 */
export const altOf = ({ picture, description, owner_title, code }: StoryItem): string =>
  picture?.alt ||
  description ||
  `${isImageCode(code) ? 'Photo' : 'Video'} by ${isolate(owner_title)}`;
