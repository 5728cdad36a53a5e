import { listedContainer } from '#domains/containers/container-access.server.ts';
import { itemsOf } from '#domains/containers/container-items.server.ts';
import type { UpcomingItem } from '#domains/containers/kit/container-aside.server.ts';
import { composedOnce } from '#domains/policy/audience.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { isNextOfSeries } from './event-list.server.ts';

const atMost = 3;

const selectUpcoming = composedOnce(
  (member) => sql`
    select c.type, c.id, i.id as "itemId", i.title, c.avatar, c.member_count as "memberCount",
      ${itemsOf('event')!.upcoming!.note(member, sql`i`)} as note
    from events i
    join containers c on c.type = 'event' and c.id = i.wall_id
    where i.starts_at > ${now()}
      and i.status not in ('cancelled', 'postponed')
      and ${isNextOfSeries()}
      and ${listedContainer(member, sql`c`)}
    order by i.starts_at, i.id
    limit ${atMost}`,
);

/** The next events that a member may find, for the column of the home screen. */
export const listUpcomingEvents = (member: Member): Promise<UpcomingItem[]> =>
  db.execute<UpcomingItem & Record<string, unknown>>(selectUpcoming(member));
