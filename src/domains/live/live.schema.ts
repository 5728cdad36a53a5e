import { z } from 'zod';
import { parseWire } from '#lib/dates.ts';
import { fromWireType } from '#lib/wire-names.ts';

/** More are not on one screen, nor on those of a few tabs. */
export const mostWatched = 60;

const written = /^([a-z_]{1,30}) ([1-9]\d{0,17})(?:@(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d))?$/;

/** Something on the screen. */
export interface Subject {
  /** As the interface writes it where it knows no such type. */
  type: string;
  /** As text: it may be longer than a number can be. */
  id: string;
  /** When what is shown of it was read, if what has changed since then is asked for. */
  since: Date | null;
}

/**
 * Such as 'activity_action 42', or with a wire time 'activity_action 42@2026-11-21 17:30:00',
 * separated by commas.
 */
const subjects = z
  .string()
  .transform((text) => [...new Set(text.split(',').filter(Boolean))])
  .refine((all) => all.length <= mostWatched, `At most ${mostWatched}.`)
  .transform((all, context) =>
    all.map((one): Subject => {
      const [, type, id, moment] = written.exec(one) ?? [];
      const since = moment === undefined ? null : parseWire(moment);
      if (type && id && (moment === undefined || since))
        return { type: fromWireType(type) ?? type, id, since };
      context.addIssue({
        code: 'custom',
        message: 'Must be types and ids, each with a time or without, separated by commas.',
      });
      return z.NEVER;
    }),
  );

export const watchInput = z.object({
  /** As the stream's `ready` said it. */
  stream: z.string().regex(/^[\w-]{1,20}$/, 'Must be the name of a stream.'),
  /** None ends it. */
  subjects,
});
export type WatchInput = z.input<typeof watchInput>;

/** To be asked for anew: its reactions, or the comments on it. */
const changed = z.object({ subject: z.string(), what: z.enum(['reactions', 'comments']) });
export type Changed = z.output<typeof changed>;
/** Of those that were named with a time: what others have changed since then. */
export const watching = z.object({ changed: z.array(changed) });
export type Watching = z.output<typeof watching>;
