import type {
  ContainerDemo,
  DemoContainer,
  LoadedDemoContainer,
} from '#domains/containers/container-demo.ts';
import { toInstants } from '#domains/events/time/event-times.server.ts';
import { addSeconds, toWallTime, type WallTime } from '#lib/wall-time.ts';
import { demoEvents } from './demo-events.ts';

/** An event of the demo community. */
export interface DemoEvent extends DemoContainer {
  category: number;
  description: string;
  location: string;
  ticketUrl?: string;
  /** Days from today. */
  starts: { days: number; time: string };
  hours: number;
  /** It began an hour ago, whatever the time. */
  isNow?: true;
  capacity?: number;
  /** Makes it a series. */
  rule?: 'WEEKLY';
  parent?: { type: string; title: string };
  takesMailAnswers?: true;
  cancelReason?: string;
}

const timezone = 'Europe/London';
const hour = 3_600;
const week = 7 * 24 * hour;
/** Weeks of a series with rows: three are over. */
const weeks = 16;

function firstStart({ starts, isNow }: DemoEvent, now: Date): WallTime {
  const wall = toWallTime(now, timezone);
  if (isNow) return `${addSeconds(wall, -hour).slice(0, 14)}00:00`;
  return `${addSeconds(wall, starts.days * 24 * hour).slice(0, 10)}T${starts.time}:00`;
}

/** Writes the rows of an event, one for each week of a series. */
async function writeDetails({
  tx,
  id,
  container: event,
  createdAt,
  now,
}: LoadedDemoContainer<DemoEvent>): Promise<void> {
  const { parent, rule, capacity = 0, cancelReason = '', ticketUrl = '' } = event;
  if (parent)
    await tx`
      update containers c
      set parent_type = of.type, parent_id = of.id
      from containers of
      where c.type = 'event' and c.id = ${id}
        and of.type = ${parent.type} and of.title = ${parent.title}`;
  await tx`
    insert into event_walls (id, category_id, takes_mail_answers)
    values (${id}, ${event.category}, ${event.takesMailAnswers ?? false})`;
  const first = firstStart(event, now);
  const last = addSeconds(first, (weeks - 1) * week);
  const [series] = rule
    ? await tx<Array<{ id: string }>>`
        insert into event_series (wall_id, rule, starts_local, timezone, made_to)
        values (${id}, ${`FREQ=${rule}`}, ${first}, ${timezone}, ${addSeconds(last, 1)})
        returning id`
    : [];
  for (let nth = 0; nth < (series ? weeks : 1); nth += 1) {
    const startsLocal = addSeconds(first, nth * week);
    const endsLocal = addSeconds(startsLocal, event.hours * hour);
    const { startsAt, endsAt } = toInstants({ startsLocal, endsLocal, timezone });
    // Numbers that no container of the demo community has.
    const itemId = series ? 1_000 + id * 100 + nth : id;
    const cancelledAt = cancelReason
      ? new Date(now.getTime() - 5 * hour * 1_000).toISOString()
      : null;
    await tx`
      insert into events (
        id, wall_id, series_id, original_local, title, description, location, ticket_url, capacity,
        starts_local, ends_local, timezone, starts_at, ends_at, status, status_reason, cancelled_at,
        created_at, modified_at
      )
      values (
        ${itemId}, ${id}, ${series?.id ?? null}, ${series ? startsLocal : null}, ${event.title},
        ${event.description}, ${event.location}, ${ticketUrl}, ${capacity}, ${startsLocal},
        ${endsLocal}, ${timezone}, ${startsAt.toISOString()}, ${endsAt.toISOString()},
        ${cancelReason ? 'cancelled' : 'scheduled'}, ${cancelReason}, ${cancelledAt},
        ${createdAt.toISOString()}, ${createdAt.toISOString()}
      )`;
    await tx`
      insert into container_seats (type, item_id, id, capacity, closes_at)
      values (
        'event', ${itemId}, ${id}, ${capacity || null}, ${cancelledAt ?? endsAt.toISOString()}
      )`;
  }
}

/** Its owner and most of its members come; of a series to the events of the last and next weeks. */
async function writeAnswers({ tx, id, now }: LoadedDemoContainer<DemoEvent>): Promise<void> {
  await tx`
    insert into container_answers (
      type, item_id, id, member_id, answer, seats, queue_no, answered_at
    )
    select 'event', item_id, ${id}, member_id, answer, 1,
      case when answer = 'going' and place > capacity then place - capacity end, joined_at
    from (
      select i.id as item_id, ms.member_id, said.answer, ms.joined_at, nullif(i.capacity, 0) as capacity,
        row_number() over (
          partition by i.id, said.answer order by ms.role desc, ms.joined_at, ms.member_id
        ) as place
      from events i
      join memberships ms on ms.type = 'event' and ms.id = i.wall_id and ms.state = 'member'
      cross join lateral (
        select case
          when ms.role = 30 then 'going'
          else (array['going', 'going', 'maybe', 'going', 'going', 'declined', 'going'])[
            1 + (ms.member_id * 5 + i.id) % 7
          ]
        end as answer
      ) said
      where i.wall_id = ${id}
        and i.starts_at < ${now.toISOString()}::timestamptz + interval '23 days'
    ) answered`;
  await tx`
    select settle_seats('event', id) from events where wall_id = ${id}`;
}

export const eventDemo: ContainerDemo<DemoEvent> = {
  type: 'event',
  speaksForItself: false,
  isPublication: false,
  itemTable: 'events',
  containers: demoEvents,
  writeDetails,
  finish: writeAnswers,
};
