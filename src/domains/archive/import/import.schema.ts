import { z } from 'zod';

export const importInput = z.object({
  archive: z.literal('', 'Please send this as a file.').optional(),
});
export type ImportInput = { archive: Blob };

export const importState = z.object({
  state: z.enum(['none', 'working', 'done', 'failed', 'cancelled']),
  /** In percent. */
  progress: z.int(),
  /** How many have come. */
  posts: z.int(),
  albums: z.int(),
  /** Posts that cannot come along, and files that could not be read. */
  left_out: z.int(),
  /** Why it has failed; else empty. */
  problem: z.string(),
});
export type ImportState = z.output<typeof importState>;
