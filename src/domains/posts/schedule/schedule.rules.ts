import { nextStep, toWall } from '#lib/time-zones.ts';

/** Minutes. */
export const scheduleStep = 5;

const yearLater = (moment: Date): Date => {
  const later = new Date(moment);
  later.setUTCFullYear(moment.getUTCFullYear() + 1);
  return later;
};

/** The first and the last wall time that can be chosen. */
export const scheduleRange = (now: Date, timeZone: string): { min: string; max: string } => ({
  min: nextStep(now, timeZone, scheduleStep),
  max: toWall(new Date(yearLater(now).getTime() - scheduleStep * 60_000), timeZone),
});

/** Why a post cannot be published then, or null. */
export function scheduleProblem(moment: Date | null, now: Date): string | null {
  if (!moment) return 'The clocks skip this time on that day. Please choose another one.';
  if (moment <= now) return 'Please choose a time in the future.';
  return moment > yearLater(now) ? 'Please choose a time within one year.' : null;
}
