import { expect, test } from 'vitest';
import { parseRule } from '#lib/recurrence-rule.ts';
import { ruleText } from '#lib/recurrence-words.ts';

test.each([
  ['FREQ=DAILY', 'Every day'],
  ['FREQ=DAILY;INTERVAL=2;COUNT=10', 'Every 2 days, 10 times'],
  ['FREQ=WEEKLY', 'Every Tuesday'],
  ['FREQ=WEEKLY;BYDAY=TU;UNTIL=20270303', 'Every Tuesday until March 3, 2027'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TH,MO', 'Every 2 weeks on Monday and Thursday'],
  ['FREQ=MONTHLY', 'Every month on the 2nd'],
  ['FREQ=MONTHLY;BYMONTHDAY=1,-1', 'Every month on the 1st and the last day'],
  ['FREQ=MONTHLY;BYDAY=2TU', 'Every month on the second Tuesday'],
  ['FREQ=MONTHLY;INTERVAL=3;BYDAY=-1FR', 'Every 3 months on the last Friday'],
  ['FREQ=MONTHLY;BYDAY=MO', 'Every month on every Monday'],
  ['FREQ=YEARLY', 'Every year on the 2nd of February'],
  ['FREQ=YEARLY;BYMONTH=2,11;BYMONTHDAY=11', 'Every year on the 11th of February and November'],
  ['FREQ=YEARLY;BYMONTH=5;BYDAY=2SU', 'Every year on the second Sunday of May'],
])('%s reads as "%s"', (text, words) => {
  const start = '2027-02-02T19:00:00';
  expect(ruleText(parseRule(text, start)!, start)).toBe(words);
});
