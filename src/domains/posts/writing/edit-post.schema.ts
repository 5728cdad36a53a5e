import { z } from 'zod';
import { altLength } from '#domains/media/media.rules.ts';
import { feedItem } from '#domains/posts/feed-item.schema.ts';
import { postLength } from '#domains/posts/posts.rules.ts';
import type { Audience } from '#domains/posts/posts.schema.ts';
import { idField, jsonField, textField } from '#lib/fields.ts';
import { wireTime } from '#lib/shapes.ts';
import { idPattern } from '#lib/url-numbers.ts';
import { audienceField } from './new-post.schema.ts';

/**
 * What is read out in place of each photo, by its photo_id: `{"17": "A red kettle"}`. Photos that
 * are not named keep theirs.
 */
const altField = jsonField
  .pipe(
    z.record(
      z.string().regex(idPattern, 'Must name photos by their id.'),
      textField(altLength),
      'Must be an object.',
    ),
  )
  .refine((alt) => Object.keys(alt).length <= 50, 'At most 50 photos.')
  .transform((alt) =>
    Object.entries(alt).map(([photoId, text]) => ({ photoId: Number(photoId), text })),
  );

/**
 * The contract's `action_id` and `body`; what else is sent changes too, and what is not sent stays
 * as it is.
 */
export const editInput = z.object({
  action_id: idField,
  body: textField(postLength),
  auth_view: audienceField.optional(),
  alt: altField.optional(),
  /** As the post said it when editing began: refused when it was edited since. */
  modified_date: wireTime.optional(),
});
export interface PostEdit {
  body: string;
  auth_view?: Audience;
  alt?: Record<string, string>;
  modified_date?: string;
}
export interface EditInput extends PostEdit {
  action_id: number;
}

/** The post as it is now. */
export const edited = z.object({ response: feedItem });
export type Edited = z.output<typeof edited>;
