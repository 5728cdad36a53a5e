// Ads paid by the view that have an end are spread over their days, and over each day as the site is
// visited: the share of a day that is over counts placements, not hours.

/** Placements that each hour of the day is expected to have, from 0 on, UTC. */
export type ExpectedHours = readonly number[];

const millisecondsADay = 24 * 60 * 60 * 1_000;
/** An ad so close to its share, of the plan of the day, is neither late nor early. */
const band = 0.05;

export const startOfDay = (now: number): number => now - (now % millisecondsADay);

/** Share of the expected placements of the day that are over, 0 to 1; without any, of the hours. */
export function shareOver(hours: ExpectedHours, now: number): number {
  const hoursOver = ((now - startOfDay(now)) / millisecondsADay) * 24;
  const total = hours.reduce((sum, count) => sum + count, 0);
  if (total === 0) return hoursOver / 24;
  const over = hours.reduce(
    (sum, count, hour) => sum + count * Math.min(1, Math.max(0, hoursOver - hour)),
    0,
  );
  return over / total;
}

export interface Budget {
  bought: number;
  /** All that is billed, with that of today. */
  used: number;
  usedToday: number;
  dailyLimit: number | null;
  /** In milliseconds since 1970; null: no end. */
  endsAt: number | null;
}

/** The plan of today; without an end all that is left, at most the daily limit. */
export function planOfDay(
  { bought, used, usedToday, dailyLimit, endsAt }: Budget,
  now: number,
): number {
  const left = Math.max(0, bought - (used - usedToday));
  const days =
    endsAt === null ? 1 : Math.max(1, Math.ceil((endsAt - startOfDay(now)) / millisecondsADay));
  return Math.min(Math.ceil(left / days), dailyLimit ?? Infinity);
}

export type Progress = 'late' | 'on time' | 'early' | 'over';

/** Progress of an ad against its plan, and for `late` by which part of the plan. */
export function progressOf(
  budget: Budget,
  share: number,
  now: number,
): { progress: Progress; lateBy: number } {
  const plan = planOfDay(budget, now);
  if (budget.usedToday >= plan) return { progress: 'over', lateBy: 0 };
  if (budget.endsAt === null) return { progress: 'on time', lateBy: 0 };
  const lateBy = share - budget.usedToday / plan;
  if (lateBy > band) return { progress: 'late', lateBy };
  return { progress: lateBy < -band ? 'early' : 'on time', lateBy: 0 };
}
