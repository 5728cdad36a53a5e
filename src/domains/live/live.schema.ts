import { z } from 'zod';
import { parseWire } from '#lib/dates.ts';

/** More are not on one screen, nor on those of a few tabs. */
export const mostWatched = 60;

const subject = /^[a-z_]{1,30} [1-9]\d{0,17}$/;

/** Such as 'activity_action 42', separated by commas. */
const subjects = z
  .string()
  .transform((text) => [...new Set(text.split(',').filter(Boolean))])
  .refine((all) => all.length <= mostWatched, `At most ${mostWatched}.`)
  .refine((all) => all.every((one) => subject.test(one)), 'Must be types and ids, separated by commas.');

export const watchInput = z.object({
  /** As the stream's `ready` said it. */
  stream: z.string().regex(/^[\w-]{1,20}$/, 'Must be the name of a stream.'),
  /** None ends it. */
  subjects,
});
export type WatchInput = z.input<typeof watchInput>;

export const changedSinceInput = z.object({
  subjects,
  /** Wire time, as the stream said it last. */
  since: z
    .string()
    .transform(parseWire)
    .refine((moment) => moment !== null, 'Must be a time.'),
});
export interface ChangedSinceInput {
  subjects: string;
  since: string;
}

/** To be asked for anew: its reactions, or the comments on it. */
const changed = z.object({ subject: z.string(), what: z.enum(['reactions', 'comments']) });
export type Changed = z.output<typeof changed>;
export const changedSince = z.object({ changed: z.array(changed) });
export type ChangedSince = z.output<typeof changedSince>;
