import { z } from 'zod';
import { parseWire } from '#lib/dates.ts';
import { fromWireType } from '#lib/wire-names.ts';

/** More than the screens of a few tabs show. */
export const maxSubjects = 60;

const subjectPattern = /^([a-z_]{1,30}) ([1-9]\d{0,17})(?:@(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d))?$/;

/** A subject on the screen. */
export interface Subject {
  /** As the interface writes it where it knows no such type. */
  type: string;
  /** A string, because it may exceed the safe integers. */
  id: string;
  /** When the shown state was read; set to ask for changes since then. */
  since: Date | null;
}

/**
 * Comma-separated, such as 'activity_action 42', or with a wire time 'activity_action 42@2026-11-21
 * 17:30:00'.
 */
const subjects = z
  .string()
  .transform((text) => [...new Set(text.split(',').filter(Boolean))])
  .refine((all) => all.length <= maxSubjects, `At most ${maxSubjects}.`)
  .transform((all, context) =>
    all.map((one): Subject => {
      const [, type, id, time] = subjectPattern.exec(one) ?? [];
      const since = time === undefined ? null : parseWire(time);
      if (type && id && (time === undefined || since))
        return { type: fromWireType(type) ?? type, id, since };
      context.addIssue({
        code: 'custom',
        message: 'Must be types and ids, each with a time or without, separated by commas.',
      });
      return z.NEVER;
    }),
  );

export const watchInput = z.object({
  /** Name from the stream's `ready` event. */
  stream: z.string().regex(/^[\w-]{1,20}$/, 'Must be the name of a stream.'),
  /** Empty to unsubscribe from all. */
  subjects,
});
export type WatchInput = z.input<typeof watchInput>;

/** Part of a subject to reload. */
const changed = z.object({ subject: z.string(), what: z.enum(['reactions', 'comments']) });
export type Changed = z.output<typeof changed>;
/** Changes by others to the subjects that were sent with a time. */
export const watching = z.object({ changed: z.array(changed) });
export type Watching = z.output<typeof watching>;
