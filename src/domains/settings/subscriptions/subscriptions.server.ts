import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { httpError, invalid } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import { plans } from './plans.ts';

/** When the member got the plan that all have, as a database timestamp. */
export async function readPlanStart(member: Member): Promise<string> {
  const [row] = await db.execute<{ since: string }>(
    sql`select created_at::text as since from members where id = ${member.id}`,
  );
  return row!.since;
}

/** Accepts the free plan, which everybody has. Paid plans are refused: there is no payment. */
export async function choosePlan(_member: Member, { planId }: { planId: number }): Promise<void> {
  const plan = plans.find((one) => one.id === planId);
  if (!plan) throw invalid('Please choose one of these.', 'plan_id');
  if (plan.price > 0) throw httpError('payment_not_available', 'This plan cannot be bought here.');
}
