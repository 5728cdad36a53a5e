import { z } from 'zod';
import { idField } from '#lib/fields.ts';
import { isStatisticsDay, statisticsChunks } from '#lib/statistics.ts';

const dayField = z
  .string()
  .refine(isStatisticsDay, 'Must be a day from 2018 on, such as 2026-11-23.');
export const statisticsInput = z.object({
  page_id: idField,
  type: z.enum(['insights', 'reports'], 'Please choose one of these.').default('insights'),
  start: dayField.optional(),
  end: dayField.optional(),
  chunk: z.enum(statisticsChunks, 'Must be day, week or month.').default('day'),
});
export type StatisticsInput = z.input<typeof statisticsInput>;
const numbers = z.object({
  date: z.string(),
  views: z.int(),
  viewers: z.int(),
  visitor_views: z.int(),
  posts: z.int(),
  reviews: z.int(),
  likes: z.int(),
  comments: z.int(),
  /** Those who came less those who left. */
  followers: z.int(),
  members: z.int(),
});
export const statisticsAnswer = z.object({
  page_id: z.int(),
  totals: z.object({
    views: z.int(),
    likes: z.int(),
    comments: z.int(),
    followers: z.int(),
    members: z.int(),
    reviews: z.int(),
    posts: z.int(),
  }),
  series: z.array(numbers),
  /** The same as a table, for reports. */
  rows: z.array(numbers).optional(),
});
export type StatisticsAnswer = z.output<typeof statisticsAnswer>;
