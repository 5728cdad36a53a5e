import type { SQL } from 'drizzle-orm';
import type { NamedContainer } from '#domains/containers/browse/browse-kind.ts';
import {
  findableContainer,
  inRowOf,
  readableContainer,
} from '#domains/containers/container-access.server.ts';
import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import { joinedMembership } from '#domains/containers/container-rows.server.ts';
import {
  briefKind,
  listCategories,
  readFullList,
  readList,
  uncounted,
  type ContainerList,
} from '#domains/containers/kit/container-list.server.ts';
import { eventColumns, eventsFor, type EventItem } from '#domains/events/event-rows.server.ts';
import { maxDays } from '#domains/events/events.rules.ts';
import { timesColumns } from '#domains/events/time/event-times.server.ts';
import { isMember, type SqlViewer, type Viewer } from '#domains/policy/viewer.ts';
import { prefixQuery, searchWords } from '#lib/search-words.ts';
import type { TimeRange } from '#lib/time-range.ts';
import { now } from '#server/clock.ts';
import { executeWithCustomPlan } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import type { EventFilter, EventOrder } from './browse.schema.ts';

export interface EventQuery {
  filter?: EventFilter;
  search?: string;
  /** Words of the place. */
  location?: string;
  /** 0: all. */
  categoryId?: number;
  order?: EventOrder;
  /** Events that this member owns; 0: all. */
  ownerId?: number;
  parent?: ContainerRef | undefined;
  /** Events that the viewer owns or belongs to, those to come first where no other order is asked. */
  isOwn?: boolean;
  /** The words are frequent, and their index of no use. */
  isSearchedInOrder?: boolean;
  page?: number;
  limit?: number;
}

/** More are not counted, and pages end there. */
export const countedAtMost = 1_000;
/** The same of a search. */
const foundAtMost = 200;
/** Events of the list among which words are found to be frequent. */
const probedAtMost = 1_000;
/** Events with the words that are sorted: where there are more, the list is walked in its order. */
const sortedAtMost = 3_000;
/** A cancelled event stays in lists for so many days. */
const cancelledDays = 7;

const times: Record<EventFilter, () => SQL> = {
  future: () => sql`i.starts_at > ${now()}`,
  // No event takes longer, so this is a range of the index of starts.
  ongoing: () => sql`
    i.starts_at <= ${now()}
    and i.starts_at > ${now()} - make_interval(days => ${maxDays + 1})
    and i.ends_at > ${now()}`,
  past: () => sql`i.starts_at < ${now()} and i.ends_at <= ${now()}`,
  all: () => sql`true`,
};

/** The next event of each series in a category, which are fewer than the rows of its list. */
const nextInCategory = (categoryId: number) => sql`
  select next.id
  from event_walls w
  cross join lateral (
    select i.id
    from events i
    where i.wall_id = w.id
      and i.starts_at > ${now()}
      and i.status <> 'cancelled'
    order by i.starts_at
    limit 1
  ) next
  where w.category_id = ${categoryId}::bigint
    and exists (select from event_series s where s.wall_id = w.id)`;

/** A series is listed by its next event, else a daily one would fill the page. */
export const isNextOfSeries = (categoryId = 0) => sql`
  (
    i.series_id is null
    ${categoryId ? sql`or i.id in (${nextInCategory(categoryId)})` : sql``}
    or (
      ${categoryId ? sql`i.status = 'cancelled'` : sql`true`}
      and not exists (
        select from events earlier
        where earlier.wall_id = i.wall_id
          and earlier.starts_at > ${now()}
          and earlier.starts_at < i.starts_at
          and earlier.status <> 'cancelled'
      )
    )
  )`;

export const isShownInLists = () => sql`
  (
    i.status <> 'cancelled'
    or i.cancelled_at > ${now()} - make_interval(days => ${cancelledDays})
  )`;

/** A date of a series that was deleted is cancelled since ever. */
const isNotDeleted = () => sql`(i.status <> 'cancelled' or i.cancelled_at > '-infinity')`;

/** A series is in the viewer's own list by its next date, or by the last when none is to come. */
const isOneOfOwnSeries = (memberId: number) => sql`
  (
    i.series_id is null
    or i.id in (
      select distinct on (i.wall_id) i.id
      from memberships own
      join events i on i.wall_id = own.id and ${isNotDeleted()}
      where own.type = 'event' and own.member_id = ${memberId} and own.state = 'member'
      order by i.wall_id, i.ends_at <= ${now()}, i.status = 'cancelled',
        abs(extract(epoch from i.starts_at - ${now()})), i.id
    )
  )`;

const orders: Record<EventOrder, (filter: EventFilter) => SQL> = {
  start: (filter) =>
    filter === 'past'
      ? sql`i.starts_at desc, i.ends_at desc, i.id desc`
      : sql`i.starts_at, i.ends_at, i.id`,
  earliest: () => sql`i.starts_at, i.ends_at, i.id`,
  newest: () => sql`i.created_at desc, i.id desc`,
  guests: () => sql`c.member_count desc, c.id desc, i.id desc`,
};

const toQuery = (text: string): SQL => sql`to_tsquery('simple', ${prefixQuery(searchWords(text))})`;

const textsOf = ({ search, location }: EventQuery): string[] =>
  [search ?? '', location ?? ''].filter(Boolean);

const timeOf = ({ filter = 'future', isOwn }: EventQuery): SQL =>
  isOwn ? sql`true` : times[filter]();

/** Texts that are looked for among the words of events, which have the places of open ones. */
const indexedTexts = (query: EventQuery): string[] =>
  textsOf(query.isOwn ? { ...query, location: '' } : query);

const hasWords = (query: EventQuery, words = sql`i.words`): SQL =>
  sql.join(
    indexedTexts(query).map((text) => sql`${words} @@ ${toQuery(text)}`),
    sql` and `,
  );

/** Selects events at that time with words of all texts, by their index. */
const withWords = (query: EventQuery): SQL => sql`
  select i.id
  from events i
  where ${timeOf(query)}
    and ${hasWords(query)}
  limit ${sql.raw(String(sortedAtMost))}`;

/** Whether so many have the words that the first are found sooner in the order of the list. */
export const frequencyStatement = (query: EventQuery): SQL => sql`
  select case
    when (
      -- The index of words reads all that have them, also where the next few suffice.
      select count(*)
      from (
        select i.words
        from events i
        where ${timeOf(query)}
        order by ${orders.start(query.filter ?? 'future')}
        limit ${sql.raw(String(probedAtMost))}
      ) i
      where ${hasWords(query)}
    ) >= ${foundAtMost}
    then true
    else (select count(*) = ${sortedAtMost} from (${withWords(query)}) found)
  end as "isFrequent"`;

async function isFrequent(query: EventQuery): Promise<boolean> {
  if (!indexedTexts(query).length) return false;
  const [found] = await executeWithCustomPlan<{ isFrequent: boolean }>(frequencyStatement(query));
  return found!.isFrequent;
}

function withIndexedWords(query: EventQuery): SQL[] {
  if (!indexedTexts(query).length) return [];
  return [
    query.isSearchedInOrder
      ? // Not as the index of words has them.
        hasWords(query, sql`(i.words || ''::tsvector)`)
      : sql`i.id in (${withWords(query)})`,
  ];
}

/** The words of events have their places, too, among all else; not of closed ones, which guests read. */
function matching(viewer: Viewer, query: EventQuery): SQL[] {
  const { location, isOwn } = query;
  if (!location) return withIndexedWords(query);
  return [
    ...withIndexedWords(query),
    sql`to_tsvector('simple', folded(i.location)) @@ ${toQuery(location)}`,
    isOwn ? readableContainer(viewer, sql`c`) : sql`c.visibility in ('everyone', 'registered')`,
  ];
}

function scopeOf(viewer: Viewer, { isOwn, ownerId, parent }: EventQuery): SQL[] {
  if (isOwn)
    return isMember(viewer)
      ? [
          sql`ms.state = 'member' and c.state in ('open', 'archived')`,
          isNotDeleted(),
          isOneOfOwnSeries(viewer.id),
        ]
      : [sql`false`];
  return [
    sql`c.state = 'open' and c.is_listed`,
    isShownInLists(),
    ...(ownerId ? [sql`c.owner_id = ${ownerId}`] : []),
    ...(parent ? [sql`c.parent_type = ${parent.type} and c.parent_id = ${parent.id}`] : []),
  ];
}

/** Columns of a row of a list, from `containers c` and the event `i`. */
interface ListedEvents {
  columns: (viewer: SqlViewer) => SQL;
  from: (viewer: SqlViewer) => SQL;
  isCounted: boolean;
}

const allOfEvents: ListedEvents = {
  columns: eventColumns,
  from: eventsFor,
  isCounted: true,
};
const { columns: briefColumns, from: briefFrom } = briefKind('event', sql`i.title`);
const briefEvents: ListedEvents = {
  columns: (viewer) => sql`
    ${briefColumns(viewer)}, i.status, i.is_all_day as "isAllDay", ${timesColumns()},
    i.starts_at::text as "startsAt", i.ends_at::text as "endsAt"`,
  from: briefFrom,
  isCounted: false,
};

/** A page of the list with the total, in one statement. */
export function eventsStatement(
  viewer: Viewer,
  query: EventQuery = {},
  { columns, from, isCounted } = allOfEvents,
): SQL {
  const { filter = 'future', categoryId = 0, order = 'start', isOwn = false } = query;
  const { page = 1, limit = 20 } = query;
  const inRow = inRowOf('event', viewer);
  const isByStart = order === 'start' || order === 'earliest';
  const conditions = [
    timeOf(query),
    ...scopeOf(viewer, query),
    ...matching(viewer, query),
    ...(categoryId ? [sql`i.category_id = ${categoryId}::bigint`] : []),
    findableContainer(viewer, sql`c`),
  ];
  const sorted =
    isOwn && order === 'start'
      ? sql`i.ends_at <= ${now()}, abs(extract(epoch from i.starts_at - ${now()})), i.id`
      : orders[order](filter);
  const atMost = textsOf(query).length ? foundAtMost : countedAtMost;
  // Limits stand in the text: with unknown ones PostgreSQL plans for a tenth of all events.
  const select = (inOrder: SQL, count: number, seriesIn = categoryId) => sql`
    select i.id
    from events i
    join containers c on c.type = 'event' and c.id = i.wall_id
    ${joinedMembership(viewer)}
    where ${sql.join(conditions, sql` and `)}
      ${filter === 'future' && !isOwn ? sql`and ${isNextOfSeries(seriesIn)}` : sql``}
    ${inOrder}
    limit ${sql.raw(String(count))}`;
  // Counted by their start, for other orders may have to pass many that are over.
  const counted = isByStart ? sql`found` : sql`(${select(sql``, atMost)}) counted`;
  const first =
    isByStart && isCounted
      ? select(sql`order by ${sorted}`, atMost)
      : select(sql`order by ${sorted}`, Math.min(page * limit, atMost), 0);
  return sql`
    with found as materialized (
      select i.id, row_number() over () as position
      from (${first}) i
    ),
      listed as materialized (
        select id, position from found order by position limit ${limit} offset ${(page - 1) * limit}
      )
    select ${isCounted ? sql`(select count(*)::int from ${counted})` : uncounted} as total,
      (
        select json_agg(row_to_json(shown) order by shown.position)
        from (
          select listed.position, ${columns(inRow)}, i.id as "itemId"
          from listed
          join events i on i.id = listed.id
          join ${from(inRow)} on c.type = 'event' and c.id = i.wall_id
        ) shown
      ) as rows`;
}

export async function listEvents(
  viewer: Viewer,
  query: EventQuery = {},
): Promise<ContainerList<EventItem>> {
  const isSearchedInOrder = await isFrequent(query);
  const texts = textsOf(query).join(' ');
  return readFullList(
    viewer,
    'event',
    texts,
    eventsStatement(viewer, { ...query, isSearchedInOrder }),
  );
}

type BriefEvent = NamedContainer & TimeRange & Pick<EventItem, 'status'>;

/** The first of `isOwn`, by what a column shows of them. */
export const listOwnEvents = async (viewer: Viewer, limit: number): Promise<BriefEvent[]> =>
  (await readList<BriefEvent>('', eventsStatement(viewer, { isOwn: true, limit }, briefEvents)))
    .rows;

export const listEventCategories = () => listCategories('event_categories');
