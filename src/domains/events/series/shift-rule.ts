import type { WallTime } from '#domains/events/time/wall-time.ts';
import type { SeriesRule } from './rule.ts';

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** The rule of a series whose first event moves to another day; with several days in a month as it is. */
export function shiftRule(rule: SeriesRule, from: WallTime, to: WallTime): SeriesRule {
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
