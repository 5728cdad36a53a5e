import { z } from 'zod';
import { wireTime } from '#lib/shapes.ts';
import { parseSchedule } from '#lib/time-zones.ts';

/**
 * `MM/DD/YYYY HH:MM:SS` and an offset (`+02:00`, `+0200`, `Z`); '' is now. The database's clock
 * decides whether it is in the future.
 */
export const scheduleField = z
  .string()
  .trim()
  .transform((text, context) => {
    if (text === '') return undefined;
    const time = parseSchedule(text);
    if (time) return time;
    context.addIssue({
      code: 'custom',
      message: 'Please write the time as MM/DD/YYYY HH:MM:SS +00:00.',
    });
    return z.NEVER;
  });

/** Answer for a scheduled post, in place of the post. */
export const scheduled = z.object({
  scheduled: z.literal(1),
  schedule_id: z.int(),
  publish_date: wireTime,
});
export type Scheduled = z.output<typeof scheduled>;
