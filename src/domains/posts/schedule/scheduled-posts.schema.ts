import { z } from 'zod';
import { feeling, postTag } from '#domains/posts/feed-item.schema.ts';
import { postLength } from '#domains/posts/posts.rules.ts';
import { audiences, type Audience } from '#domains/posts/posts.schema.ts';
import { audienceField } from '#domains/posts/writing/new-post.schema.ts';
import { wallTypes } from '#lib/container-types.ts';
import { idField, limitField, pageField, textField, wireTypeEnum } from '#lib/fields.ts';
import { flag, wireTime } from '#lib/shapes.ts';
import { scheduleField } from './schedule.schema.ts';

export const scheduledListInput = z.object({ page: pageField(1), limit: limitField(20) });
export type ScheduledListInput = z.input<typeof scheduledListInput>;

export const scheduledPost = z.object({
  schedule_id: z.int(),
  body: z.string(),
  publish_date: wireTime,
  /** Why it was not published. */
  problem: z.string().optional(),
  privacy: z.enum(audiences),
  attachment_count: z.int(),
  /** Our own additions, for the author's list. */
  uri: z.string(),
  is_paid: flag,
  /** The wall or container, if it is not the own wall. */
  object_type: wireTypeEnum(wallTypes).optional(),
  object_id: z.int().optional(),
  /** '' if the author may not know it any more. */
  object_title: z.string().optional(),
  tags: z.array(postTag),
  params: z.object({ feelings: feeling.optional() }),
});
export type ScheduledPost = z.output<typeof scheduledPost>;

export const scheduledList = z.object({
  totalItemCount: z.int(),
  response: z.array(scheduledPost),
});
export type ScheduledList = z.output<typeof scheduledList>;

/** Absent fields stay as they are. */
export const editScheduledInput = z.object({
  schedule_id: idField,
  body: textField(postLength).optional(),
  auth_view: audienceField.optional(),
  schedule_time: scheduleField.optional(),
});
export interface EditScheduledInput {
  schedule_id: number;
  body?: string;
  auth_view?: Audience;
  schedule_time?: string;
}

export const scheduledIdInput = z.object({ schedule_id: idField });
export type ScheduledIdInput = z.input<typeof scheduledIdInput>;
