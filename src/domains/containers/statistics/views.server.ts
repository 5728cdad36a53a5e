import { parentsFirst, type ContainerRef } from '#domains/containers/container-lock.server.ts';
import { isMember, type Viewer } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { errorFields, log } from '#server/log.ts';
import { sql } from '#server/sql.ts';

const flushMilliseconds = 1_000;
/** Beyond so many containers or viewers in one second views are not counted. */
const maxWaiting = 10_000;

interface WaitingViews {
  ref: ContainerRef;
  views: number;
  visitorViews: number;
}

let views = new Map<string, WaitingViews>();
let viewers = new Map<string, ContainerRef & { memberId: number }>();
let timer: NodeJS.Timeout | undefined;

/** Programs that fetch pages without anybody reading them. */
const robot =
  /bot|crawl|spider|slurp|preview|facebookexternalhit|embedly|curl|wget|python|monitor/i;

/** Whether somebody is reading: no prefetch, and no program that says what it is. */
export const isReading = (headers: Headers): boolean =>
  !/prefetch|prerender/i.test(
    `${headers.get('sec-purpose') ?? ''} ${headers.get('purpose') ?? ''}`,
  ) && !robot.test(headers.get('user-agent') ?? '');

/**
 * Counts a view of a container's page. Only notes it in memory: the views of a second are written
 * together, so that no page waits for it.
 */
export function countContainerView(viewer: Viewer, ref: ContainerRef): void {
  if (viewer.preview) return;
  const key = `${ref.type} ${ref.id}`;
  const waiting = views.get(key) ?? { ref, views: 0, visitorViews: 0 };
  if (views.size >= maxWaiting || viewers.size >= maxWaiting) return;
  if (isMember(viewer)) {
    waiting.views += 1;
    viewers.set(`${key} ${viewer.id}`, { ...ref, memberId: viewer.id });
  } else {
    waiting.visitorViews += 1;
  }
  views.set(key, waiting);
  timer ??= setTimeout(() => {
    timer = undefined;
    flushViews().catch((error: unknown) => log('warn', 'views not counted', errorFields(error)));
  }, flushMilliseconds).unref();
}

const today = () => sql`(${now()} at time zone 'Etc/UTC')::date`;

/**
 * Writes the noted views, rows in the order of their keys so that two processes never deadlock. A
 * member counts once a day as a viewer; the owner never does.
 */
export async function flushViews(): Promise<void> {
  const [counted, seen] = [[...views.values()], [...viewers.values()]];
  views = new Map();
  viewers = new Map();
  if (!counted.length) return;
  await db.execute(sql`
    -- The container before its numbers, as everybody locks them.
    with counted as materialized (
      select c.type, c.id, c.owner_id, one.views,
        -- Visitors see the front of a closed one, which is no view of it.
        case when c.visibility = 'everyone' then one.visitor_views else 0 end as visitor_views
      from unnest(
        ${sql.param(counted.map(({ ref }) => ref.type))}::text[],
        ${sql.param(counted.map(({ ref }) => ref.id))}::bigint[],
        ${sql.param(counted.map((one) => one.views))}::int[],
        ${sql.param(counted.map((one) => one.visitorViews))}::int[]
      ) one (type, id, views, visitor_views)
      join containers c on c.type = one.type and c.id = one.id
      ${parentsFirst}
      for key share of c
    ),
      seen as (
        insert into container_viewers as v (type, id, member_id, day)
        select one.type, one.id, one.member_id, ${today()}
        from unnest(
          ${sql.param(seen.map(({ type }) => type))}::text[],
          ${sql.param(seen.map(({ id }) => id))}::bigint[],
          ${sql.param(seen.map(({ memberId }) => memberId))}::bigint[]
        ) one (type, id, member_id)
        join counted on counted.type = one.type and counted.id = one.id
        join members m on m.id = one.member_id and m.id is distinct from counted.owner_id
        order by one.type, one.id, one.member_id
        on conflict (type, id, member_id) do update
        set day = excluded.day
        where v.day < excluded.day
        returning v.type, v.id
      ),
      viewers as (select type, id, count(*)::int as viewers from seen group by type, id),
      by_day as (
        insert into container_daily_stats as stats (
          type, id, day, views, viewers, visitor_views
        )
        select counted.type, counted.id, ${today()}, counted.views, coalesce(viewers.viewers, 0),
          counted.visitor_views
        from counted
        left join viewers using (type, id)
        order by counted.type, counted.id
        on conflict (type, id, day) do update
        set views = stats.views + excluded.views,
          viewers = stats.viewers + excluded.viewers,
          visitor_views = stats.visitor_views + excluded.visitor_views
        returning 1
      )
    -- After the numbers of the day, as those who comment.
    insert into container_totals as t (type, id, views)
    select viewers.type, viewers.id, viewers.viewers
    from viewers
    where (select count(*) from by_day) > 0
    order by viewers.type, viewers.id
    on conflict (type, id) do update set views = t.views + excluded.views`);
}

/** Viewers are needed until their day is over; numbers are kept for 25 months. */
export async function pruneViews(): Promise<void> {
  await db.execute(sql`delete from container_viewers where day < ${today()} - 2`);
  await db.execute(
    sql`delete from container_daily_stats where day < ${today()} - interval '25 months'`,
  );
}
