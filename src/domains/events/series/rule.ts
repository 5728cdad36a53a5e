import { parseWallTime, type WallTime } from '#domains/events/time/wall-time.ts';
import { invalid } from '#server/errors.ts';

/** When a series takes place: the part of RFC 5545 that its form has. */
export interface SeriesRule {
  freq: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  interval: number;
  /** 'MO'; in a month also '2MO' and '-1MO', the last. */
  byDay: string[];
  /** Days of the month; -1 is the last. */
  byMonthDay: number[];
  byMonth: number[];
  /** The last day, 'YYYY-MM-DD'; absent: no end, or after `count`. */
  until?: string;
  count?: number;
}

export const maxOccurrences = 500;
export const maxSeriesYears = 10;
export const maxInterval = 99;

const weekday = '(?:MO|TU|WE|TH|FR|SA|SU)';
const dayOfWeek = new RegExp(`^${weekday}$`);
const dayOfMonth = new RegExp(`^(?:-1|[1-5])?${weekday}$`);

const isWhole = (text: string, max: number) => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= max;
const isEach = (list: string[], test: (one: string) => boolean) =>
  list.length <= 12 && list.every(test) && new Set(list).size === list.length;

/** Reads an RRULE without its name, such as 'FREQ=WEEKLY;BYDAY=MO,TH'; null where it is none of ours. */
export function parseRule(text: string, start: WallTime): SeriesRule | null {
  const parts = text
    .replace(/^RRULE:/, '')
    .split(';')
    .map((part) => part.split('='));
  if (text.length > 200 || parts.some((part) => part.length !== 2)) return null;
  const {
    FREQ: freq = '',
    INTERVAL: interval = '1',
    BYDAY = '',
    BYMONTHDAY = '',
    BYMONTH = '',
    UNTIL,
    COUNT,
    ...others
  } = Object.fromEntries(parts) as Record<string, string>;
  const [byDay, byMonthDay, byMonth] = [BYDAY, BYMONTHDAY, BYMONTH].map((list) =>
    list ? list.split(',') : [],
  ) as [string[], string[], string[]];
  const until = UNTIL === undefined ? undefined : untilDay(UNTIL);
  const isMonthly = freq === 'MONTHLY' || freq === 'YEARLY';
  const isOurs =
    ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'].includes(freq) &&
    Object.keys(others).length === 0 &&
    new Set(parts.map(([name]) => name)).size === parts.length &&
    isWhole(interval, maxInterval) &&
    isEach(byDay, (one) => (isMonthly ? dayOfMonth : dayOfWeek).test(one)) &&
    isEach(byMonthDay, (one) => isMonthly && (one === '-1' || isWhole(one, 31))) &&
    isEach(byMonth, (one) => freq === 'YEARLY' && isWhole(one, 12)) &&
    // "Each Monday of a year" would be a week's rule.
    !(freq === 'YEARLY' && byDay.length > 0 && byMonth.length === 0) &&
    !(byDay.length > 0 && byMonthDay.length > 0) &&
    !(freq === 'DAILY' && byDay.length > 0) &&
    (COUNT === undefined || (until === undefined && isWhole(COUNT, maxOccurrences))) &&
    (UNTIL === undefined || (until !== null && until !== undefined && isNear(until, start)));
  if (!isOurs) return null;
  return {
    freq: freq as SeriesRule['freq'],
    interval: Number(interval),
    byDay,
    byMonthDay: byMonthDay.map(Number),
    byMonth: byMonth.map(Number),
    ...(until ? { until } : {}),
    ...(COUNT ? { count: Number(COUNT) } : {}),
  };
}

/** The day of 'YYYYMMDD', or of a time on it. */
function untilDay(text: string): string | null {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})(?:T\d{6}Z?)?$/.exec(text) ?? [];
  return parseWallTime(`${year}-${month}-${day}`)?.slice(0, 10) ?? null;
}

const isNear = (until: string, start: WallTime) =>
  until >= start.slice(0, 10) &&
  Number(until.slice(0, 4)) - Number(start.slice(0, 4)) <= maxSeriesYears;

/** As `parseRule` reads it, and as it is stored. */
export const writeRule = (rule: SeriesRule): string =>
  [
    `FREQ=${rule.freq}`,
    ...(rule.interval > 1 ? [`INTERVAL=${rule.interval}`] : []),
    ...(rule.byMonth.length ? [`BYMONTH=${rule.byMonth.join(',')}`] : []),
    ...(rule.byMonthDay.length ? [`BYMONTHDAY=${rule.byMonthDay.join(',')}`] : []),
    ...(rule.byDay.length ? [`BYDAY=${rule.byDay.join(',')}`] : []),
    ...(rule.until ? [`UNTIL=${rule.until.replaceAll('-', '')}`] : []),
    ...(rule.count ? [`COUNT=${rule.count}`] : []),
  ].join(';');

/** As `parseRule`, for what a host sends. */
export function readRule(text: string, start: WallTime): SeriesRule {
  const rule = parseRule(text, start);
  if (!rule) throw invalid('An event cannot repeat by this rule.', 'rrule');
  return rule;
}
