import type { Random } from './random.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** How much is written in each hour of the day, and on each day from Sunday on. */
const hours = [
  2, 1, 1, 1, 1, 3, 7, 11, 13, 11, 10, 11, 13, 11, 10, 11, 12, 14, 17, 20, 21, 18, 11, 5,
];
const weekdays = [1.15, 0.9, 0.92, 0.95, 0.95, 1, 1.2];
const busiest = 21 * 1.2;

/** The site opened in November 2018. */
export const openedAt = Date.UTC(2018, 10, 3, 9);

/**
 * Times of posts in order: few at first, then ever more, with daily and weekly rhythm, the last
 * ones just now.
 */
export function inventTimes(count: number, random: Random, now: number): Float64Array {
  const times = new Float64Array(count);
  const recent = Math.min(Math.ceil(count * 0.07), 42);
  const span = now - openedAt;
  for (let index = 0; index < count; index++) {
    if (index < recent) {
      // The last ten days, the nearer the denser; the very last a few minutes ago.
      times[index] = now - 4 * 60_000 - random.next() ** 2.6 * 10 * day;
      continue;
    }
    for (;;) {
      // Density grows from 0.25 to 1.
      const share = random.next();
      if (random.next() > 0.25 + 0.75 * share) continue;
      const time = openedAt + share * (span - hour);
      const date = new Date(time);
      if (random.next() * busiest > hours[date.getUTCHours()]! * weekdays[date.getUTCDay()]!)
        continue;
      times[index] = time;
      break;
    }
  }
  return times.sort();
}

/** How long others take to answer, in milliseconds: minutes mostly, days at times. */
export const answerDelay = (random: Random, hoursInTheMiddle: number) =>
  Math.exp(random.normal() * 1.5) * hoursInTheMiddle * hour + 20_000;
