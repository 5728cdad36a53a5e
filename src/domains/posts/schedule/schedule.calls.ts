import { del, get, put } from '#lib/rest.ts';
import type {
  EditScheduledInput,
  ScheduledIdInput,
  ScheduledList,
  ScheduledListInput,
  ScheduledPost,
} from './scheduled-posts.schema.ts';

/** The caller's own posts for later, the next one first. */
export const listScheduled = get<ScheduledListInput, ScheduledList>(
  '/advancedactivity/feeds/scheduled',
);
export const editScheduled = put<EditScheduledInput, ScheduledPost>(
  '/advancedactivity/feeds/scheduled/:schedule_id',
);
export const cancelScheduled = del<ScheduledIdInput, void>(
  '/advancedactivity/feeds/scheduled/:schedule_id',
);
