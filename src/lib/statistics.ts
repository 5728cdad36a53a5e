import { isCalendarDay, plainDate } from './dates.ts';
import { monthLabel } from './months.ts';

export const statisticsChunks = ['day', 'week', 'month'] as const;
export type StatisticsChunk = (typeof statisticsChunks)[number];

/** Whether the text is a day of which there may be numbers, such as 2026-11-23: from 2018 on. */
export const isStatisticsDay = (text: string): boolean => isCalendarDay(text) && text >= '2018';

/** Days that are read without a choice. */
export const usualDays: Record<StatisticsChunk, number> = { day: 30, week: 26 * 7, month: 730 };

interface ChunkWords {
  /** Heads a column of its dates. */
  column: string;
  one: string;
  /** Before its date in a sentence. */
  at: string;
}

/** Days, weeks and months by name. */
export const chunkWords: Record<StatisticsChunk, ChunkWords> = {
  day: { column: 'Day', one: 'on one day', at: 'on' },
  week: { column: 'Week from', one: 'in one week', at: 'in the week from' },
  month: { column: 'Month', one: 'in one month', at: 'in' },
};

/** A day, week or month by its first day: 'Mar 12, 2026', 'March 2026'. */
export const chunkDate = (day: string, chunk: StatisticsChunk): string =>
  chunk === 'month' ? monthLabel(day.slice(0, 7)) : plainDate(new Date(day));
