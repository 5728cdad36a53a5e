import { get, post } from '#lib/rest.ts';
import type { PlanInput, Subscriptions } from './subscriptions.schema.ts';

export const readSubscriptions = get<Record<never, never>, Subscriptions>(
  '/members/settings/subscriptions',
);
export const choosePlan = post<PlanInput, void>('/members/settings/subscriptions');
