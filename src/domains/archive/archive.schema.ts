import { z } from 'zod';
import { wireTime } from '#lib/shapes.ts';

export const exportInput = z.object({
  password: z
    .string('Please enter your password.')
    .max(1_000, 'At most 128 characters.')
    .optional(),
});
export type ExportInput = z.input<typeof exportInput>;

export const exportState = z.object({
  state: z.enum(['none', 'working', 'ready', 'failed']),
  /** In percent. */
  progress: z.int(),
  /** Download address, needs the member's credentials; null until the archive is ready. */
  url: z.string().nullable(),
  bytes: z.int(),
  expires: wireTime.nullable(),
});
export type ExportState = z.output<typeof exportState>;
