import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { listOccurrences } from '#lib/occurrences.ts';
import { parseRule, writeRule } from '#lib/recurrence-rule.ts';
import { rules, tenYearsOf } from '../../scripts/bench/zones.ts';

/** As another library expands it, without a zone. */
function expandByIcal(start: string, rule: string, until: string): string[] {
  const iterator = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromDateTimeString(start));
  const found: string[] = [];
  for (let next = iterator.next(); next; next = iterator.next()) {
    if (next.toString() >= until) break;
    found.push(next.toString());
  }
  return found;
}

describe('occurrences of a rule', () => {
  test.each(rules)('from %s by %s are those of another library over ten years', (start, text) => {
    const found = tenYearsOf([start, text]);
    const end = Temporal.PlainDateTime.from(start)
      .add({ years: 10 })
      .toString({ smallestUnit: 'second' });
    expect(found.length).toBeGreaterThan(1);
    expect(found).toEqual(expandByIcal(start, text, end));
  });

  test('are a hundred at most, and two even where they are years ahead', () => {
    const start = '2028-02-29T10:00:00';
    const window = { from: start, to: '2029-03-29T10:00:00', atLeast: 2 };
    expect(listOccurrences(parseRule('FREQ=YEARLY', start)!, start, window)).toEqual([
      start,
      '2032-02-29T10:00:00',
    ]);
    expect(listOccurrences(parseRule('FREQ=DAILY', start)!, start, window)).toHaveLength(100);
  });

  test('end with the last day of the rule, and after its count', () => {
    const start = '2027-01-01T20:00:00';
    const window = { from: start, to: '2028-01-01T00:00:00', atLeast: 2 };
    const last = (rule: string) => listOccurrences(parseRule(rule, start)!, start, window).at(-1);
    expect(last('FREQ=DAILY;UNTIL=20270110')).toBe('2027-01-10T20:00:00');
    expect(last('FREQ=DAILY;COUNT=3')).toBe('2027-01-03T20:00:00');
  });

  test('are none of a day that no calendar has', () => {
    const start = '2027-01-01T20:00:00';
    const rule = parseRule('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', start)!;
    const window = { from: start, to: '2028-02-01T00:00:00', atLeast: 2 };
    expect(listOccurrences(rule, start, window)).toEqual([]);
  });
});

describe('a rule', () => {
  test('is written as it was read', () => {
    for (const [start, text] of rules) expect(writeRule(parseRule(text, start)!)).toBe(text);
  });

  test.each([
    '',
    'FREQ=HOURLY',
    'FREQ=WEEKLY;BYDAY=XX',
    'FREQ=WEEKLY;BYDAY=2MO',
    'FREQ=WEEKLY;INTERVAL=0',
    'FREQ=WEEKLY;INTERVAL=100',
    'FREQ=WEEKLY;COUNT=501',
    'FREQ=WEEKLY;COUNT=2;UNTIL=20270301',
    'FREQ=WEEKLY;UNTIL=20390301',
    'FREQ=WEEKLY;UNTIL=20261231',
    'FREQ=WEEKLY;UNTIL=20270230',
    'FREQ=MONTHLY;BYMONTHDAY=32',
    'FREQ=WEEKLY;FREQ=DAILY',
    'FREQ=DAILY;BYSECOND=1',
    'FREQ=WEEKLY;BYDAY=MO,MO',
    `FREQ=WEEKLY;BYDAY=${'MO,'.repeat(200)}`,
    '__proto__=1;FREQ=DAILY',
  ])('%s is refused', (text) => {
    expect(parseRule(text, '2027-01-01T20:00:00')).toBeNull();
  });
});
