import { z } from 'zod';
import { altLength } from '#domains/media/media.rules.ts';
import { feedItem } from '#domains/posts/feed-item.schema.ts';
import { postLength } from '#domains/posts/posts.rules.ts';
import type { Audience } from '#domains/posts/posts.schema.ts';
import { flagField, idField, jsonField, textField } from '#lib/fields.ts';
import { wireTime } from '#lib/shapes.ts';
import { idPattern } from '#lib/url-numbers.ts';
import { audienceField } from './new-post.schema.ts';

/** Alt texts by photo_id: `{"17": "A red kettle"}`. Other photos keep theirs. */
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

/** The contract's `action_id` and `body`, and optional fields; absent ones stay as they are. */
export const editInput = z.object({
  action_id: idField,
  body: textField(postLength),
  auth_view: audienceField.optional(),
  is_paid: flagField.optional().meta({ description: 'Until 24 hours after it was published' }),
  alt: altField.optional(),
  /** Version that was edited; refused if there is a newer one. */
  modified_date: wireTime.optional(),
});
export interface PostEdit {
  body: string;
  auth_view?: Audience;
  is_paid?: 0 | 1;
  alt?: Record<string, string>;
  modified_date?: string;
}
export interface EditInput extends PostEdit {
  action_id: number;
}

/** The updated post. */
export const edited = z.object({ response: feedItem });
export type Edited = z.output<typeof edited>;
