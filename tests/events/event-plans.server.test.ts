import { beforeAll, expect, test } from 'vitest';
import {
  eventsStatement,
  frequencyStatement,
  type EventQuery,
} from '#domains/events/browse/event-list.server.ts';
import { calendarStatement } from '#domains/events/calendars/event-calendar.server.ts';
import { visitor, type Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { fill } from '../support/fill.ts';
import { addMember } from '../support/people.ts';
import { customPlanOf, genericPlanOf } from '../support/plans.ts';

let reader: Member;

// Ten thousand events, half of them over, one in two thousand a heron, and five hundred series.
beforeAll(async () => {
  const owner = await addMember();
  reader = await addMember();
  await fill(async (tx) => {
    await tx.execute(sql`
      insert into containers (type, id, owner_id, title, visibility, member_count)
      select 'event', 100000 + n, ${owner.id}, 'Event', 'everyone', 1 + n % 50
      from generate_series(1, 10500) n`);
    await tx.execute(sql`
      insert into event_walls (id, category_id)
      select 100000 + n, 1 + n % 29 from generate_series(1, 10500) n`);
    await tx.execute(sql`
      insert into event_series (id, wall_id, rule, starts_local, timezone, made_to)
      overriding system value
      select n, 110000 + n, 'FREQ=WEEKLY', now(), 'UTC', now()
      from generate_series(1, 500) n`);
    const columns = sql`
      id, wall_id, series_id, original_local, title, description, location, starts_local,
      ends_local, timezone, starts_at, ends_at, created_at`;
    await tx.execute(sql`
      insert into events (${columns})
      select 100000 + n, 100000 + n, null, null,
        case when n % 2000 = 0 then 'Heron' else 'Sparrow' end, 'One of many',
        case when n % 2000 = 1 then 'Old mill' else 'Town hall' end, at, at + interval '1 hour',
        'UTC', at, at + interval '1 hour', now() - make_interval(mins => n)
      from generate_series(1, 10000) n,
        lateral (select now() + make_interval(mins => (n - 5000) * 30)) t (at)`);
    await tx.execute(sql`
      insert into events (${columns})
      select 120000 + n * 40 + week, 110000 + n, n, at, 'Sparrow', 'One of many', 'Town hall', at,
        at + interval '1 hour', 'UTC', at, at + interval '1 hour', now() - make_interval(mins => n)
      from generate_series(1, 500) n, generate_series(1, 16) week,
        lateral (select now() + make_interval(days => (week - 6) * 7, mins => n * 2)) t (at)`);
    await tx.execute(sql`
      insert into container_seats (type, item_id, id) select 'event', id, wall_id from events`);
  });
  await db.execute(sql`analyze containers, events, event_walls, event_series, container_seats`);
});

/** As `listEvents` has it planned. */
const read = (query: EventQuery) =>
  (query.search || query.location ? customPlanOf : genericPlanOf)(eventsStatement(reader, query));

test.each<[EventQuery, string, number]>([
  [{ filter: 'future' }, 'events_start', 4_000],
  [{ filter: 'past' }, 'events_start', 2_000],
  [{ filter: 'ongoing' }, 'events_start', 100],
  [{ categoryId: 5 }, 'events_category', 2_000],
  [{ filter: 'past', categoryId: 5 }, 'events_category', 600],
  [{ search: 'heron' }, 'events_words', 100],
  [{ location: 'mill' }, 'events_words', 100],
  [{ search: 'sparrow', isSearchedInOrder: true }, 'events_start', 1_000],
  [{ order: 'newest' }, 'events_newest', 4_000],
  [{ order: 'guests' }, 'containers_largest', 4_000],
])(
  'the list %j is read by an index, and no more of it than is counted',
  async (query, index, rows) => {
    const plan = await read(query);
    expect(plan.indexes).toContain(index);
    expect(plan.rows.events).toBeLessThan(rows);
  },
);

test('words are found to be frequent among the next events, not by all that have them', async () => {
  const { rows } = await customPlanOf(frequencyStatement({ search: 'sparrow' }));
  expect(rows.events).toBe(1_000);
});

test('events of a series are found by their start', async () => {
  expect((await read({ filter: 'future' })).indexes).toContain('events_wall');
});

test('a member with few events reads no others', async () => {
  const plan = await read({ isOwn: true });
  expect(plan.rows.events ?? 0).toBeLessThan(100);
});

test('a calendar reads its thousand events by their start', async () => {
  const plan = await customPlanOf(calendarStatement(visitor, 'site'));
  expect(plan.given).toBe(1_000);
  expect(plan.scanned).not.toContain('events');
  expect(plan.rows.events).toBeLessThan(1_200);
});
