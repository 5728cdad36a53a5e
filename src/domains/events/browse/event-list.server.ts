import type { SQL } from 'drizzle-orm';
import { findableContainer } from '#domains/containers/container-access.server.ts';
import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import {
  listCategories,
  readList,
  type ContainerList,
} from '#domains/containers/kit/container-list.server.ts';
import { eventColumns, eventsFor, type EventItem } from '#domains/events/event-rows.server.ts';
import { maxDays } from '#domains/events/events.rules.ts';
import { isMember, type Viewer } from '#domains/policy/viewer.ts';
import { prefixQuery, searchWords } from '#lib/search-words.ts';
import { now } from '#server/clock.ts';
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
  /** Events that the viewer owns or belongs to, those to come first. */
  isOwn?: boolean;
  page?: number;
  limit?: number;
}

/** More are not counted, and pages end there. */
export const countedAtMost = 1_000;
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

/** A series is listed by its next event, else a daily one would fill the page. */
export const isNextOfSeries = () => sql`
  (
    i.series_id is null
    or not exists (
      select from events earlier
      where earlier.series_id = i.series_id
        and earlier.starts_at > ${now()}
        and earlier.starts_at < i.starts_at
        and earlier.status <> 'cancelled'
    )
  )`;

export const isShownInLists = () => sql`
  (
    i.status <> 'cancelled'
    or i.cancelled_at > ${now()} - make_interval(days => ${cancelledDays})
  )`;

const orders: Record<EventOrder, (filter: EventFilter) => SQL> = {
  start: (filter) =>
    filter === 'past' ? sql`i.starts_at desc, i.id desc` : sql`i.starts_at, i.id`,
  newest: () => sql`i.created_at desc, i.id desc`,
  guests: () => sql`c.member_count desc, i.id desc`,
};

function hasWords(search: string): SQL {
  const words = searchWords(search);
  return words.length ? sql`i.words @@ to_tsquery('simple', ${prefixQuery(words)})` : sql`false`;
}

/** The index of words has places, too, among all else. */
function isThere(location: string): SQL {
  const words = searchWords(location);
  return words.length
    ? sql`
      i.words @@ to_tsquery('simple', ${prefixQuery(words)})
      and to_tsvector('simple', folded(i.location)) @@ to_tsquery('simple', ${prefixQuery(words)})
      and c.visibility in ('everyone', 'registered')`
    : sql`false`;
}

function scopeOf(viewer: Viewer, { isOwn, ownerId, parent }: EventQuery): SQL[] {
  if (isOwn)
    return [
      isMember(viewer) ? sql`ms.state = 'member' and c.state in ('open', 'archived')` : sql`false`,
    ];
  return [
    sql`c.state = 'open' and c.is_listed`,
    isShownInLists(),
    ...(ownerId ? [sql`c.owner_id = ${ownerId}`] : []),
    ...(parent ? [sql`c.parent_type = ${parent.type} and c.parent_id = ${parent.id}`] : []),
  ];
}

/** A page of the list with the total, in one statement. */
export function eventsStatement(viewer: Viewer, query: EventQuery = {}): SQL {
  const { filter = 'future', search = '', location = '', categoryId = 0 } = query;
  const { order = 'start', isOwn = false, page = 1, limit = 20 } = query;
  const conditions = [
    ...(isOwn ? [] : [times[filter]()]),
    ...(filter === 'future' && !isOwn ? [isNextOfSeries()] : []),
    ...scopeOf(viewer, query),
    ...(search ? [hasWords(search)] : []),
    ...(location ? [isThere(location)] : []),
    ...(categoryId ? [sql`w.category_id = ${categoryId}::bigint`] : []),
    findableContainer(viewer, sql`c`),
  ];
  const sorted = isOwn
    ? sql`i.ends_at <= ${now()}, abs(extract(epoch from i.starts_at - ${now()})), i.id`
    : orders[order](filter);
  const matching = sql`
    from events i
    join containers c on c.type = 'event' and c.id = i.wall_id
    join event_walls w on w.id = c.id
    left join memberships ms on ms.type = c.type
      and ms.id = c.id
      and ms.member_id = ${isMember(viewer) ? viewer.id : 0}
    where ${sql.join(conditions, sql` and `)}`;
  return sql`
    with listed as materialized (
      select i.id, row_number() over () as position
      from (select i.id ${matching} order by ${sorted} limit ${limit} offset ${(page - 1) * limit}) i
    )
    select (select count(*)::int from (select ${matching} limit ${countedAtMost}) counted) as total,
      (
        select json_agg(row_to_json(shown) order by shown.position)
        from (
          select listed.position, ${eventColumns(viewer)}, i.id as "itemId"
          from listed
          join events i on i.id = listed.id
          join ${eventsFor(viewer)} on c.type = 'event' and c.id = i.wall_id
        ) shown
      ) as rows`;
}

export const listEvents = (
  viewer: Viewer,
  query: EventQuery = {},
): Promise<ContainerList<EventItem>> =>
  readList(`${query.search ?? ''}${query.location ?? ''}`, eventsStatement(viewer, query));

export const listEventCategories = () => listCategories('event_categories');
