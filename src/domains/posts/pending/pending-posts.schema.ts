import { z } from 'zod';
import { postLength } from '#domains/posts/posts.rules.ts';
import { containerTypes } from '#lib/container-types.ts';
import {
  idField,
  itemTypeField,
  limitField,
  pageField,
  textField,
  wireTypeEnum,
} from '#lib/fields.ts';
import { userLite, wireTime } from '#lib/shapes.ts';

/** The answer to a post that waits for the staff of its container. */
export const pendingCreated = z.object({ pending: z.literal(1), pending_id: z.int() });
export type PendingCreated = z.output<typeof pendingCreated>;

export const pendingListInput = z.object({
  subject_type: itemTypeField(containerTypes),
  subject_id: idField,
  page: pageField(1),
  limit: limitField(20),
});
export interface PendingListInput {
  subject_type: string;
  subject_id: number;
  page?: number;
  limit?: number;
}

export const pendingPost = z.object({
  pending_id: z.int(),
  object_type: wireTypeEnum(containerTypes),
  object_id: z.int(),
  author: userLite,
  body: z.string(),
  uri: z.string(),
  /** Version of the text, for the approval. */
  version: z.int(),
  creation_date: wireTime,
  attachment: z.array(
    z.object({
      type: z.enum(['photo', 'video']),
      src: z.string().meta({ description: 'The file, for the author and the staff only' }),
      alt: z.string(),
    }),
  ),
});
export type PendingPost = z.output<typeof pendingPost>;

export const pendingList = z.object({ totalItemCount: z.int(), response: z.array(pendingPost) });
export type PendingList = z.output<typeof pendingList>;

export const pendingIdInput = z.object({ pending_id: idField });
export type PendingIdInput = z.input<typeof pendingIdInput>;

export const approveInput = pendingIdInput.extend({
  version: idField.meta({ description: 'Of the text that the caller has read' }),
});
export type ApproveInput = z.input<typeof approveInput>;

export const editPendingInput = pendingIdInput.extend({ body: textField(postLength) });
export interface EditPendingInput {
  pending_id: number;
  body: string;
}
