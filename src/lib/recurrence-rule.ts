import { parseWallTime, type WallTime } from './wall-time.ts';

/** When something takes place again: the part of RFC 5545 that forms have. */
export interface RecurrenceRule {
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
export function parseRule(text: string, start: WallTime): RecurrenceRule | null {
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
    freq: freq as RecurrenceRule['freq'],
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
export const writeRule = (rule: RecurrenceRule): string =>
  [
    `FREQ=${rule.freq}`,
    ...(rule.interval > 1 ? [`INTERVAL=${rule.interval}`] : []),
    ...(rule.byMonth.length ? [`BYMONTH=${rule.byMonth.join(',')}`] : []),
    ...(rule.byMonthDay.length ? [`BYMONTHDAY=${rule.byMonthDay.join(',')}`] : []),
    ...(rule.byDay.length ? [`BYDAY=${rule.byDay.join(',')}`] : []),
    ...(rule.until ? [`UNTIL=${rule.until.replaceAll('-', '')}`] : []),
    ...(rule.count ? [`COUNT=${rule.count}`] : []),
  ].join(';');

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** The rule of what begins on another day; with several days in a month as it is. */
export function shiftRule(rule: RecurrenceRule, from: WallTime, to: WallTime): RecurrenceRule {
  const [before, after] = [from, to].map((wall) => Temporal.PlainDate.from(wall.slice(0, 10))) as [
    Temporal.PlainDate,
    Temporal.PlainDate,
  ];
  const { days } = before.until(after);
  if (days === 0) return rule;
  const until = rule.until && Temporal.PlainDate.from(rule.until).add({ days }).toString();
  const shifted = { ...rule, ...(until ? { until } : {}) };
  const { freq, byDay, byMonthDay, byMonth } = rule;
  if (freq === 'WEEKLY')
    return {
      ...shifted,
      byDay: byDay.map((name) => weekdays[(weekdays.indexOf(name) + (days % 7) + 7) % 7]!),
    };
  if (byDay.length + byMonthDay.length > 1 || byMonth.length > 1) return rule;
  const { day, dayOfWeek, daysInMonth, month } = after;
  const name = weekdays[dayOfWeek - 1]!;
  const isLast = byDay[0]?.startsWith('-1') && day > daysInMonth - 7;
  const isEnd = byMonthDay[0] === -1 && day === daysInMonth;
  return {
    ...shifted,
    byMonth: byMonth.map(() => month),
    byDay: byDay.map(() => `${isLast ? -1 : Math.ceil(day / 7)}${name}`),
    byMonthDay: byMonthDay.map(() => (isEnd ? -1 : day)),
  };
}
