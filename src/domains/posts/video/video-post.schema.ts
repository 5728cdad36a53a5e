import { z } from 'zod';
import { video } from '#domains/lightbox/lightbox.schema.ts';
import { pendingCreated } from '#domains/posts/pending/pending-posts.schema.ts';
import { scheduled } from '#domains/posts/schedule/schedule.schema.ts';
import {
  linkField,
  postFields,
  published,
  refuseHalfTarget,
  type PostInput,
} from '#domains/posts/writing/new-post.schema.ts';

const numbered = <Number extends number>(number: Number) =>
  z.literal([number, String(number)] as const).transform(() => number);

/** 3 is a file, in `filedata`; 1 (YouTube) and 2 (Vimeo) are links, in `url`. */
export const videoPostInput = z
  .object({
    ...postFields,
    type: z
      .union([numbered(1), numbered(2), numbered(3)], 'Please choose one of these.')
      .default(3),
    url: linkField.default(''),
    filedata: z.literal('', 'Please send this as a file.').optional(),
    photo: z.literal('', 'Please send this as a file.').optional(),
    parent_type: postFields.subject_type.meta({ description: 'Another name of subject_type' }),
  })
  .transform(({ parent_type, ...fields }) => ({
    ...fields,
    subject_type: fields.subject_type ?? parent_type,
  }))
  .superRefine(refuseHalfTarget);
export type VideoPostFields = z.output<typeof videoPostInput>;

export interface VideoPostInput extends Pick<
  PostInput,
  | 'body'
  | 'language'
  | 'auth_view'
  | 'is_paid'
  | 'toValues'
  | 'uri'
  | 'composer'
  | 'schedule_time'
  | 'subject_type'
  | 'subject_id'
  | 'post_as_page'
> {
  type: 1 | 2 | 3;
  /** Without a post, the video waits for one. */
  post_attach?: 0 | 1;
  title?: string;
  description?: string;
  filedata?: Blob;
  /** Its still. */
  photo?: Blob;
  url?: string;
}

/** The post, the post for later, or the video that waits for one. */
export const videoPostCreated = z.union([
  published,
  z.object({ response: z.union([scheduled, pendingCreated]) }),
  z.object({ response: video }),
]);
export type VideoPostCreated = z.output<typeof videoPostCreated>;
