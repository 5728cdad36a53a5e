import { z } from 'zod';
import { idField, limitField, pageField } from '#lib/fields.ts';
import { wireTime } from '#lib/shapes.ts';

export const auditLogInput = z.object({ id: idField, page: pageField(1), limit: limitField(20) });
export type AuditLogInput = z.input<typeof auditLogInput>;
export const auditLogAnswer = z.object({
  totalItemCount: z.int(),
  response: z.array(
    z.object({
      log_id: z.int(),
      action: z.string(),
      /** The same as a sentence without its subject. */
      label: z.string(),
      /** 0 and empty for whom the reader may not see. */
      user_id: z.int(),
      displayname: z.string(),
      target_id: z.int(),
      target_title: z.string(),
      creation_date: wireTime,
    }),
  ),
});
export type AuditLogAnswer = z.output<typeof auditLogAnswer>;

export const joinedAnswer = z.object({ page_id: z.int() });
export type JoinedAnswer = z.output<typeof joinedAnswer>;
