import { z } from 'zod';
import { statusOf } from './errors.ts';

const twoFactor = z.object({
  token: z.string(),
  expires_in: z.int(),
  methods: z.array(z.enum(['app', 'recovery_code'])),
});

/** The one error envelope (contract README, section 3). */
export const errorEnvelope = z
  .object({
    status_code: z.int(),
    error: z.literal(true),
    error_code: z.enum(Object.keys(statusOf) as [string, ...string[]]),
    message: z.union([z.string(), z.record(z.string(), z.string())]),
    request_id: z.string(),
    two_factor: twoFactor.optional().meta({
      description: 'With two_factor_required: send the token with a code to /login/two-factor',
    }),
    retry_after: z.int().optional().meta({
      description: 'Seconds, with too_many_requests and unavailable',
    }),
    field: z.string().optional().meta({
      description: 'With invalid_file and file_too_large: the form field of the refused file',
    }),
  })
  .meta({ id: 'Error', description: 'The one error envelope' });

export type ErrorEnvelope = z.output<typeof errorEnvelope>;
/** Fields that only some errors carry. */
export type ErrorDetails = Partial<Pick<ErrorEnvelope, 'two_factor' | 'field'>>;
