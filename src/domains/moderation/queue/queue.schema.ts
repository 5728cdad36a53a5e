import { z } from 'zod';
import { reasonLength, reportedTypes } from '#domains/moderation/reports.rules.ts';
import { containerTypes } from '#lib/container-types.ts';
import {
  idField,
  itemTypeField,
  limitField,
  pageField,
  textField,
  wireTypeEnum,
} from '#lib/fields.ts';
import { flag, wireTime } from '#lib/shapes.ts';

export const queueInput = z.object({ page: pageField(1), limit: limitField(20) });
export type QueueInput = z.input<typeof queueInput>;

export const reportedItemInput = z.object({
  type: itemTypeField(reportedTypes),
  id: idField,
});
export type ReportedItemInput = z.input<typeof reportedItemInput>;

const reasonField = textField(reasonLength).default('');

/** Dismissed: the item stays. Removed: it is deleted for everyone. */
export const decisionInput = reportedItemInput.extend({
  decision: z.enum(['dismiss', 'remove'], 'Must be dismiss or remove.'),
  /** For a removal: the owner of a page, group or event reads it. */
  reason: reasonField,
});
export type DecisionInput = z.input<typeof decisionInput>;

const reported = z.object({
  category: z.string(),
  description: z.string(),
  date: wireTime,
  /** Name of the reporter; null if the account was deleted. */
  reporter: z.string().nullable(),
});

export const reportedItem = z.object({
  type: wireTypeEnum(reportedTypes),
  id: z.int(),
  /** The member who is the author; null for what stands in the name of a page. */
  user_id: z.int().nullable(),
  /** The author, a member or a page; null where nobody owns it, such as a page without an owner. */
  displayname: z.string().nullable(),
  subject_type: wireTypeEnum(['member', ...containerTypes]).nullable(),
  subject_id: z.int().nullable(),
  /** Number of members who reported it. */
  report_count: z.int(),
  /** The newest first, at most 10. */
  reports: z.array(reported),
  /**
   * Its text when it was last reported; null if it is not public and the moderator has not opened
   * it.
   */
  body: z.string().nullable(),
  photo_count: z.int(),
  video_count: z.int(),
  /**
   * Its current pictures and videos once the moderator has opened it; empty if they were deleted,
   * null if they are not shown.
   */
  files: z
    .array(
      z.object({
        kind: z.enum(['photo', 'video']),
        src: z.string(),
        poster: z.string(),
        width: z.int(),
        height: z.int(),
        alt: z.string(),
      }),
    )
    .nullable(),
  is_public: flag,
  /** Address of the item if it is public, else null. */
  url: z.string().nullable(),
  can_remove: flag,
});
export type ReportedItem = z.output<typeof reportedItem>;

export const queue = z.object({ totalItemCount: z.int(), response: z.array(reportedItem) });
export type Queue = z.output<typeof queue>;

/** Input of the buttons on the screen. */
export const queueFormInput = reportedItemInput.extend({
  step: z.enum(['view', 'dismiss', 'remove']),
  reason: reasonField,
});
