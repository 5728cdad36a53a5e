import { z } from 'zod';
import { idField, lineField } from '#lib/fields.ts';

/** The forms of the settings screen, distinguished by the pressed button. */
export const calendarsScreenInput = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('create'),
    name: lineField(60).pipe(z.string().min(1, 'Please give it a name.')),
  }),
  z.object({ action: z.literal('revoke'), key_id: idField }).transform(({ key_id: id }) => ({
    action: 'revoke' as const,
    id,
  })),
]);
