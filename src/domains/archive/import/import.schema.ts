import { z } from 'zod';

export const importInput = z.object({
  archive: z.literal('', 'Please send this as a file.').optional(),
});
export type ImportInput = { archive: Blob };

export const importState = z.object({
  state: z.enum(['none', 'working', 'done', 'failed', 'cancelled']),
  /** In percent. */
  progress: z.int(),
  /** Number of items imported. */
  posts: z.int(),
  albums: z.int(),
  /** Posts that cannot be imported, and files that could not be read. */
  left_out: z.int(),
  /** Reason for a failure; else empty. */
  problem: z.string(),
});
export type ImportState = z.output<typeof importState>;
