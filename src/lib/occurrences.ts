import { RRuleTemporal } from 'rrule-temporal';
import type { RecurrenceRule } from './recurrence-rule.ts';
import type { WallTime } from './wall-time.ts';

/** So many occurrences have rows at once, at most. */
export const maxRows = 100;

/** Rules that match next to nothing end here: 30 February takes some 10 ms. */
const maxIterations = 2_000;

interface Window {
  from: WallTime;
  /** Not included. */
  to: WallTime;
  /** So many, even if they are later. */
  atLeast?: number;
  max?: number;
}

/**
 * Wall times of a rule in that window, at most `max`. Expanded without a zone, since the library
 * leaves out what a change of clocks skips, which takes place at the time that the clocks then show.
 */
export function listOccurrences(
  rule: RecurrenceRule,
  start: WallTime,
  { from, to, atLeast = 0, max = maxRows }: Window,
): WallTime[] {
  const series = toSeries(rule, start);
  const found = series.between(asUtc(from), asUtc(to), true) as Temporal.ZonedDateTime[];
  while (found.length < atLeast) {
    const last = found.at(-1);
    const next = nextOf(series, last ?? asUtc(to), !last);
    if (!next) break;
    found.push(next);
  }
  return found
    .map((one) => one.toPlainDateTime().toString({ smallestUnit: 'second' }))
    .filter((wall, index) => wall < to || index < atLeast)
    .slice(0, max);
}

/** Whether the rule has an occurrence at that wall time or later. */
export const hasMore = (rule: RecurrenceRule, start: WallTime, from: WallTime): boolean =>
  nextOf(toSeries(rule, start), asUtc(from), true) !== null;

function toSeries(rule: RecurrenceRule, start: WallTime): RRuleTemporal {
  const { freq, interval, byDay, byMonthDay, byMonth, until, count } = rule;
  return new RRuleTemporal({
    freq,
    interval,
    ...(byDay.length ? { byDay } : {}),
    ...(byMonthDay.length ? { byMonthDay } : {}),
    ...(byMonth.length ? { byMonth } : {}),
    ...(until ? { until: asUtc(`${until}T23:59:59`) } : {}),
    ...(count ? { count } : {}),
    dtstart: asUtc(start),
    maxIterations,
    cache: false,
  });
}

/** Null, too, for a rule that does not match within `maxIterations`. */
function nextOf(
  series: RRuleTemporal,
  after: Temporal.ZonedDateTime,
  isIncluded: boolean,
): Temporal.ZonedDateTime | null {
  try {
    return series.next(after, isIncluded) as Temporal.ZonedDateTime | null;
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('Maximum iterations')) return null;
    throw error;
  }
}

const asUtc = (wall: WallTime) => Temporal.ZonedDateTime.from(`${wall}[UTC]`);
