import { toWireTime } from '#lib/dates.ts';
import { plans } from './plans.ts';
import type { Subscriptions } from './subscriptions.schema.ts';

/** @param since when the member got the plan that all have */
export function subscriptionsView(since: string): Subscriptions {
  const [{ id: current, title }] = plans;
  return {
    currentOption: current,
    current_plan: { plan_id: current, title, since: toWireTime(since), expires: null },
    subscription: plans.map(({ id, ...plan }) => ({
      plan_id: id,
      ...plan,
      is_current: id === current ? 1 : 0,
    })),
  };
}
