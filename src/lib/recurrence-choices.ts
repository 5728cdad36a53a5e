/** Rules that forms offer; each is made from the day of the first time. */
export const repeatLabels = {
  '': 'Never',
  daily: 'Every day',
  weekly: 'Every week, on the same weekday',
  monthly: 'Every month, on the same date',
  monthly_weekday: 'Every month, on the same weekday, such as the second Tuesday',
  monthly_last: 'Every month, on the last such weekday of the month',
  yearly: 'Every year',
} as const;
export type Repeats = keyof typeof repeatLabels;

/** Shown below the choice. */
export const repeatHint = 'Months that do not have that day, such as the 31st, are skipped.';

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;

export interface RepeatChoice {
  repeats: Repeats;
  /** Every n-th day, week, month or year. */
  every: number;
  /** The last day, 'YYYY-MM-DD'; '' for none. */
  until: string;
  /** How many in all; 0: not limited. */
  count: number;
}

/**
 * The RRULE of a choice.
 * @param startDay 'YYYY-MM-DD'
 */
export function toRule({ repeats, every, until, count }: RepeatChoice, startDay: string): string {
  if (!repeats) return '';
  const date = new Date(`${startDay}T00:00:00Z`);
  const weekday = weekdays[date.getUTCDay()];
  const day = date.getUTCDate();
  const rules: Record<Exclude<Repeats, ''>, string> = {
    daily: 'FREQ=DAILY',
    weekly: `FREQ=WEEKLY;BYDAY=${weekday}`,
    monthly: `FREQ=MONTHLY;BYMONTHDAY=${day}`,
    monthly_weekday: `FREQ=MONTHLY;BYDAY=${Math.ceil(day / 7)}${weekday}`,
    monthly_last: `FREQ=MONTHLY;BYDAY=-1${weekday}`,
    yearly: `FREQ=YEARLY;BYMONTH=${date.getUTCMonth() + 1};BYMONTHDAY=${day}`,
  };
  const parts = [
    rules[repeats],
    every > 1 && `INTERVAL=${every}`,
    // A day ends it before a number does.
    until && `UNTIL=${until.replaceAll('-', '')}`,
    !until && count > 0 && `COUNT=${count}`,
  ];
  return parts.filter(Boolean).join(';');
}
