import { z } from 'zod';
import { idField } from '#lib/fields.ts';
import { wireTime } from '#lib/shapes.ts';

const plan = z.object({
  plan_id: z.int(),
  title: z.string(),
  description: z.string(),
  price: z.number(),
  currency: z.string(),
  is_current: z.literal([0, 1]),
});

export const subscriptions = z.object({
  /** Id of the caller's plan. */
  currentOption: z.int(),
  current_plan: z.object({
    plan_id: z.int(),
    title: z.string(),
    since: wireTime,
    expires: wireTime.nullable(),
  }),
  subscription: z.array(plan),
});
export type Subscriptions = z.output<typeof subscriptions>;

export const planInput = z
  .object({ plan_id: idField.optional(), selected_plan: idField.optional() })
  .transform(({ plan_id, selected_plan }, context) => {
    const id = plan_id ?? selected_plan;
    if (id === undefined || (selected_plan !== undefined && selected_plan !== id))
      context.addIssue({
        code: 'custom',
        message: 'Please choose one of these.',
        path: ['plan_id'],
      });
    return { planId: id ?? 0 };
  });
export type PlanInput = { plan_id?: number | string; selected_plan?: number | string };
