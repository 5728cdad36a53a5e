import type { NamedItem } from '#domains/containers/container-rows.server.ts';
import {
  readContainerStatistics,
  type ContainerStatistics,
} from '#domains/containers/statistics/statistics.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { pageRef, readPageAsStaff } from '#domains/sitepages/one-page.server.ts';
import type { PageRow } from '#domains/sitepages/page-rows.server.ts';
import {
  isStatisticsDay,
  statisticsChunks,
  usualDays,
  type StatisticsChunk,
} from '#lib/statistics.ts';
import { databaseNow } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { invalid } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

type PageNumbers = ContainerStatistics & { reviews: number };

export interface PageStatistics {
  page: PageRow & NamedItem;
  start: string;
  end: string;
  chunk: StatisticsChunk;
  /** Chunks in their order; those without any numbers are zero. */
  series: PageNumbers[];
}

const oneDay = 24 * 60 * 60 * 1_000;
const toDay = (time: number) => new Date(time).toISOString().slice(0, 10);

/** First days of the chunks between two days. */
function chunksBetween(start: string, end: string, chunk: StatisticsChunk): string[] {
  const days: string[] = [];
  for (let time = Date.parse(start); time <= Date.parse(end); time += oneDay) {
    const date = new Date(time);
    const weekday = (date.getUTCDay() + 6) % 7;
    if (chunk === 'day') days.push(toDay(time));
    else if (chunk === 'week') days.push(toDay(time - weekday * oneDay));
    else days.push(`${toDay(time).slice(0, 7)}-01`);
  }
  return [...new Set(days)];
}

const none = {
  views: 0,
  viewers: 0,
  visitorViews: 0,
  posts: 0,
  reviews: 0,
  likes: 0,
  comments: 0,
  joins: 0,
  leaves: 0,
  follows: 0,
  unfollows: 0,
};

/** Reviews that are still there and shown, by the first day of each chunk. */
async function countReviews(
  id: number,
  { chunk, start, end }: { chunk: StatisticsChunk; start: string; end: string },
): Promise<Map<string, number>> {
  const rows = await db.execute<{ day: string; reviews: number }>(sql`
    select date_trunc(${chunk}, r.created_at at time zone 'Etc/UTC')::date::text as day,
      count(*)::int as reviews
    from page_reviews r
    where r.page_id = ${id}
      and not r.needs_approval
      and r.created_at >= ${start}::date::timestamp at time zone 'Etc/UTC'
      and r.created_at < (${end}::date + 1)::timestamp at time zone 'Etc/UTC'
    group by 1`);
  return new Map(rows.map(({ day, reviews }) => [day, reviews]));
}

interface StatisticsQuery {
  start?: string | undefined;
  end?: string | undefined;
  chunk?: StatisticsChunk;
}

function toSpan(query: StatisticsQuery) {
  const { chunk = 'day', end = toDay(databaseNow().getTime()) } = query;
  const { start = toDay(Date.parse(end) - (usualDays[chunk] - 1) * oneDay) } = query;
  return { start, end, chunk };
}

function spanProblem({ start, end }: { start: string; end: string }): string | null {
  if (start > end) return 'Must not be after the end.';
  const isLong = Date.parse(end) - Date.parse(start) > 800 * oneDay;
  return isLong ? 'At most 25 months.' : null;
}

/** As `readPageStatistics`, by the address of a screen: days that cannot be read are left out. */
export function readChosenStatistics(
  member: Member,
  id: number,
  address: URLSearchParams,
): Promise<PageStatistics> {
  const day = (name: string) => {
    const text = address.get(name) ?? '';
    return isStatisticsDay(text) ? text : undefined;
  };
  const chunk = statisticsChunks.find((one) => one === address.get('chunk')) ?? 'day';
  const chosen = { start: day('start'), end: day('end'), chunk };
  return readPageStatistics(member, id, spanProblem(toSpan(chosen)) ? { chunk } : chosen);
}

/** Numbers of a page for its admins, at most of 25 months. */
export async function readPageStatistics(
  member: Member,
  id: number,
  query: StatisticsQuery = {},
): Promise<PageStatistics> {
  const page = await readPageAsStaff(member, id);
  const { start, end, chunk } = toSpan(query);
  const problem = spanProblem({ start, end });
  if (problem) throw invalid(problem, 'start');
  const rows = await readContainerStatistics(member, pageRef(id), {
    chunk,
    from: start,
    until: end,
  });
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const reviews = await countReviews(id, { chunk, start, end });
  const series = chunksBetween(start, end, chunk).map((day) => ({
    ...none,
    ...byDay.get(day),
    day,
    reviews: reviews.get(day) ?? 0,
  }));
  return { page, start, end, chunk, series };
}
