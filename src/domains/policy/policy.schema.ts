import { z } from 'zod';
import { idField, limitField, pageField } from '#lib/fields.ts';
import { userLite, wireTime } from '#lib/shapes.ts';

export const blockInput = z.object({ user_id: idField });
export type BlockInput = z.input<typeof blockInput>;

/** Input of the screens' forms, and the page to return to. */
export const unblockFormInput = blockInput
  .extend({ next: z.string().optional() })
  .transform(({ user_id: memberId, next }) => ({ memberId, next }));

export const blockListInput = z.object({ page: pageField(1), limit: limitField(20, 100) });
export type BlockListInput = z.input<typeof blockListInput>;

export const blockList = z.object({
  totalItemCount: z.int(),
  response: z.array(userLite.extend({ block_date: wireTime })),
});
export type BlockList = z.output<typeof blockList>;
