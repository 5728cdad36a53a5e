import type { RecurrenceRule } from './recurrence-rule.ts';
import { counted } from './text.ts';
import type { WallTime } from './wall-time.ts';

const weekdays: Record<string, string> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
};
const inOrder = Object.keys(weekdays);
const ordinals = ['last', 'every', 'first', 'second', 'third', 'fourth', 'fifth'];
const list = new Intl.ListFormat('en-US');

const dateText = (wall: WallTime, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(
    new Date(`${wall.slice(0, 10)}T00:00:00Z`),
  );
const monthText = (month: number) =>
  dateText(`2000-${String(month).padStart(2, '0')}-01`, { month: 'long' });

/** 'the second Tuesday', 'every Monday'. */
function dayOfMonthText(day: string): string {
  const ordinal = ordinals[Number(day.slice(0, -2) || 0) + 1]!;
  return `${ordinal === 'every' ? '' : 'the '}${ordinal} ${weekdays[day.slice(-2)]}`;
}

const numbers = new Intl.PluralRules('en-US', { type: 'ordinal' });
const suffixes: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
const dateOfMonthText = (day: number): string =>
  day === -1 ? 'the last day' : `the ${day}${suffixes[numbers.select(day)]}`;

/** 'Every month', 'Every 2 months'. */
const every = (interval: number, unit: string) =>
  interval > 1 ? `Every ${interval} ${unit}s` : `Every ${unit}`;

/** When it takes place, without an end. */
function timesText(
  { freq, interval, byDay, byMonthDay, byMonth }: RecurrenceRule,
  start: WallTime,
) {
  if (freq === 'DAILY') return every(interval, 'day');
  if (freq === 'WEEKLY') {
    const days = byDay.length
      ? list.format(
          byDay
            .toSorted((a, b) => inOrder.indexOf(a) - inOrder.indexOf(b))
            .map((day) => weekdays[day]!),
        )
      : dateText(start, { weekday: 'long' });
    return interval > 1 ? `${every(interval, 'week')} on ${days}` : `Every ${days}`;
  }
  const given = byMonthDay.length ? byMonthDay : [Number(start.slice(8, 10))];
  const days = list.format(byDay.length ? byDay.map(dayOfMonthText) : given.map(dateOfMonthText));
  if (freq === 'MONTHLY') return `${every(interval, 'month')} on ${days}`;
  const months = byMonth.length ? byMonth : [Number(start.slice(5, 7))];
  return `${every(interval, 'year')} on ${days} of ${list.format(months.map(monthText))}`;
}

/** Says a rule in words: 'Every Tuesday until March 3, 2027'. */
export function ruleText(rule: RecurrenceRule, start: WallTime): string {
  const { until, count } = rule;
  const end = count ? `, ${counted(count, 'time')}` : '';
  const day = until && dateText(until, { month: 'long', day: 'numeric', year: 'numeric' });
  return timesText(rule, start) + (day ? ` until ${day}` : end);
}
