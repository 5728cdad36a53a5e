import { nextStep, toWall } from '#lib/time-zones.ts';

/** Minutes. */
export const scheduleStep = 5;

const yearLater = (time: Date): Date => {
  const later = new Date(time);
  later.setUTCFullYear(time.getUTCFullYear() + 1);
  return later;
};

/** The first and last local time that can be chosen. */
export const scheduleRange = (now: Date, timeZone: string): { min: string; max: string } => ({
  min: nextStep(now, timeZone, scheduleStep),
  max: toWall(new Date(yearLater(now).getTime() - scheduleStep * 60_000), timeZone),
});

/** Error for a time at which a post cannot be published, or null. */
export function scheduleProblem(time: Date | null, now: Date): string | null {
  if (!time) return 'The clocks skip this time on that day. Please choose another one.';
  if (time <= now) return 'Please choose a time in the future.';
  return time > yearLater(now) ? 'Please choose a time within one year.' : null;
}
