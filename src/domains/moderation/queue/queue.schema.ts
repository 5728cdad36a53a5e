import { z } from 'zod';
import { reportedTypes } from '#domains/moderation/reports.rules.ts';
import { idField, itemTypeField, limitField, pageField, wireTypeEnum } from '#lib/fields.ts';
import { flag, wireTime } from '#lib/shapes.ts';

export const queueInput = z.object({ page: pageField(1), limit: limitField(20) });
export type QueueInput = z.input<typeof queueInput>;

export const reportedItemInput = z.object({
  type: itemTypeField(reportedTypes),
  id: idField,
});
export type ReportedItemInput = z.input<typeof reportedItemInput>;

/** Dismissed: nothing happens to it. Removed: it is gone, for everyone. */
export const decisionInput = reportedItemInput.extend({
  decision: z.enum(['dismiss', 'remove'], 'Must be dismiss or remove.'),
});
export type DecisionInput = z.input<typeof decisionInput>;

const reported = z.object({
  category: z.string(),
  description: z.string(),
  date: wireTime,
  /** Who reported it; null when the account is gone. */
  reporter: z.string().nullable(),
});

export const reportedItem = z.object({
  type: wireTypeEnum(reportedTypes),
  id: z.int(),
  /** Whose it is. */
  user_id: z.int(),
  displayname: z.string(),
  /** How many members report it. */
  report_count: z.int(),
  /** The newest first, at most 10. */
  reports: z.array(reported),
  /**
   * What it said when it was last reported; null where not everybody may see it and it was not
   * asked for.
   */
  body: z.string().nullable(),
  photo_count: z.int(),
  video_count: z.int(),
  /**
   * Its pictures and videos as they are now, once it is looked at; empty when they are gone, null
   * where they are not shown.
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
  /** Where everybody sees it, else null. */
  url: z.string().nullable(),
  can_remove: flag,
});
export type ReportedItem = z.output<typeof reportedItem>;

export const queue = z.object({ totalItemCount: z.int(), response: z.array(reportedItem) });
export type Queue = z.output<typeof queue>;

/** What the buttons of the screen send. */
export const queueFormInput = reportedItemInput.extend({
  step: z.enum(['view', 'dismiss', 'remove']),
});
