/** Rules that the form offers; each is made from the day on which the event starts. */
export const repeatLabels = {
  '': 'Not',
  daily: 'Every day',
  weekly: 'Every week',
  biweekly: 'Every second week',
  monthly: 'Every month on the same day',
  monthly_weekday: 'Every month on the same weekday, such as the second Tuesday',
  monthly_last: 'Every month on the last such weekday',
  yearly: 'Every year',
} as const;
export type Repeats = keyof typeof repeatLabels;

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;

/**
 * The RRULE of a choice.
 * @param startDay 'YYYY-MM-DD', @param until the last day, '' for none
 */
export function toRule(repeats: Repeats, startDay: string, until: string): string {
  if (!repeats) return '';
  const date = new Date(`${startDay}T00:00:00Z`);
  const weekday = weekdays[date.getUTCDay()];
  const day = date.getUTCDate();
  const rules: Record<Exclude<Repeats, ''>, string> = {
    daily: 'FREQ=DAILY',
    weekly: `FREQ=WEEKLY;BYDAY=${weekday}`,
    biweekly: `FREQ=WEEKLY;INTERVAL=2;BYDAY=${weekday}`,
    monthly: `FREQ=MONTHLY;BYMONTHDAY=${day}`,
    monthly_weekday: `FREQ=MONTHLY;BYDAY=${Math.ceil(day / 7)}${weekday}`,
    monthly_last: `FREQ=MONTHLY;BYDAY=-1${weekday}`,
    yearly: `FREQ=YEARLY;BYMONTH=${date.getUTCMonth() + 1};BYMONTHDAY=${day}`,
  };
  return rules[repeats] + (until ? `;UNTIL=${until.replaceAll('-', '')}` : '');
}
