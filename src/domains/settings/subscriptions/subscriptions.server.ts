import type { Member } from '#domains/policy/viewer.ts';
import { toWireTime } from '#lib/dates.ts';
import { db } from '#server/db.ts';
import { httpError, invalid } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import { plans } from './plans.ts';
import type { Subscriptions } from './subscriptions.schema.ts';

export async function readSubscriptions(member: Member): Promise<Subscriptions> {
  const [row] = await db.execute<{ since: string }>(
    sql`select created_at::text as since from members where id = ${member.id}`,
  );
  const { plan_id, title } = plans[0]!;
  return {
    currentOption: plan_id,
    current_plan: { plan_id, title, since: toWireTime(row!.since), expires: null },
    subscription: plans.map((plan) => ({ ...plan, is_current: plan.plan_id === plan_id ? 1 : 0 })),
  };
}

/** Accepts the free plan, which everybody has. Paid plans are refused: there is no payment. */
export async function choosePlan(_member: Member, { planId }: { planId: number }): Promise<void> {
  const plan = plans.find((one) => one.plan_id === planId);
  if (!plan) throw invalid('Choose one of these.', 'plan_id');
  if (plan.price > 0) throw httpError('payment_not_available', 'This plan cannot be bought here.');
}
