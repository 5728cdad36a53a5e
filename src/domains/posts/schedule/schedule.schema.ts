import { z } from 'zod';
import { wireTime } from '#lib/shapes.ts';
import { parseSchedule } from '#lib/time-zones.ts';

/**
 * `MM/DD/YYYY HH:MM:SS` and an offset (`+02:00`, `+0200`, `Z`); '' is now. That it lies ahead is
 * asked of the database's clock.
 */
export const scheduleField = z
  .string()
  .trim()
  .transform((said, context) => {
    if (said === '') return undefined;
    const moment = parseSchedule(said);
    if (moment) return moment;
    context.addIssue({
      code: 'custom',
      message: 'Please write the time as MM/DD/YYYY HH:MM:SS +00:00.',
    });
    return z.NEVER;
  });

/** What a post for later answers instead of the post that is not there yet. */
export const scheduled = z.object({
  scheduled: z.literal(1),
  schedule_id: z.int(),
  publish_date: wireTime,
});
export type Scheduled = z.output<typeof scheduled>;
