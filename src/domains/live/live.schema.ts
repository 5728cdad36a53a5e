import { z } from 'zod';

/** More are not on one screen, nor on those of a few tabs. */
export const mostWatched = 60;

const subject = /^[a-z_]{1,30} [1-9]\d{0,17}$/;

export const watchInput = z.object({
  /** As the stream's `ready` said it. */
  stream: z.string().regex(/^[\w-]{1,20}$/, 'Must be the name of a stream.'),
  /** Such as 'activity_action 42', separated by commas; none ends it. */
  subjects: z
    .string()
    .transform((text) => [...new Set(text.split(',').filter(Boolean))])
    .refine((all) => all.length <= mostWatched, `At most ${mostWatched}.`)
    .refine((all) => all.every((one) => subject.test(one)), 'Must be types and ids, separated by commas.'),
});
export type WatchInput = z.input<typeof watchInput>;
