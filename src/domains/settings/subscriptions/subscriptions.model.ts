import type { Subscriptions } from './subscriptions.schema.ts';

/** A plan of the site, and the wire time from which the viewer has it. */
export interface PlanModel {
  title: string;
  description: string;
  price: number;
  since?: string | undefined;
}

export const toPlans = ({ subscription, current_plan: current }: Subscriptions): PlanModel[] =>
  subscription.map((plan) => ({
    title: plan.title,
    description: plan.description,
    price: plan.price,
    since: plan.is_current === 1 ? current.since : undefined,
  }));
