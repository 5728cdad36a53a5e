import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { query } from '../launch/database.ts';
import { root } from '../launch/root.ts';
import { openFilledCopy } from './filled-copy.ts';
import * as scenario from './scenarios.ts';
import { startBuilt } from './servers.ts';

type Sql = Parameters<Parameters<typeof query>[1]>[0];

const singles = 100_000;
const series = { count: 5_000, weeks: 36 };
const calls = {
  upcoming: '/api/rest/events',
  'upcoming, fifth page': '/api/rest/events?page=5',
  ongoing: '/api/rest/events?filter=ongoing',
  past: '/api/rest/events?filter=past',
  'by category': '/api/rest/events?category_id=5',
  'by words': '/api/rest/events?search_text=heron',
  'by a frequent word': '/api/rest/events?search_text=sparrow',
  'by place': '/api/rest/events?location=mill',
  newest: '/api/rest/events?order=creation_date%20DESC',
  'by guests': '/api/rest/events?order=member_count%20DESC',
  'own events': '/api/rest/events/manage',
  calendar: '/events/calendar.ics',
};
const screens = {
  'upcoming, screen': '/events',
  'past, screen': '/events/past',
  'own events, screen': '/events/my-events',
  'ongoing, screen': '/events/ongoing',
  'month, screen': '/events/month',
  'a day, screen': `/events/month?day=${new Date().toISOString().slice(0, 10)}`,
};

/** Lists of events, one request at a time, as a member and as a visitor. */
export async function measureEvents(postgres: {
  url: string;
  adminUrl: string;
  pid: number;
  folder: string;
}): Promise<string> {
  const url = await openFilledCopy(postgres, { name: 'bench_events', fill: addEvents });
  const app = await startBuilt(join(root, 'dist'), {
    DATABASE_URL: url,
    DATA_DIR: postgres.folder,
  });
  try {
    await sleep(2_000);
    const { cookie, headers } = await scenario.signIn(app, 'ada@hearth.example');
    const lines = ['| request | p50 ms | p95 ms |', '|---|--:|--:|'];
    for (const [name, path] of Object.entries({ ...calls, ...screens })) {
      const times: number[] = [];
      const isCall = path.startsWith('/api/');
      for (let turn = -5; turn < 60; turn++) {
        const start = performance.now();
        const answer = await fetch(app.origin + path, {
          headers: isCall ? headers : { cookie },
        });
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
        if (turn >= 0) times.push(performance.now() - start);
      }
      times.sort((a, b) => a - b);
      lines.push(`| ${name} | ${times[30]!.toFixed(1)} | ${times[57]!.toFixed(1)} |`);
    }
    return lines.join('\n');
  } finally {
    await app.stop();
  }
}

/** Half of the single ones are over; each series has a row a week, around the present. */
async function addEvents(sql: Sql): Promise<void> {
  await sql`set statement_timeout = 0`;
  await sql`alter table containers disable trigger user`;
  const first = 2_000_000;
  await sql`
    insert into containers (type, id, owner_id, title, visibility, is_listed, member_count)
    select 'event', ${first}::int + n, owner.ids[1 + n % array_length(owner.ids, 1)], 'Event ' || n,
      case when n % 10 = 0 then 'members' else 'everyone' end, true, 1 + n % 50
    from generate_series(1, ${singles + series.count}::int) n,
      (select array_agg(id) as ids from (select id from members limit 5000) m) owner`;
  await sql`
    insert into event_walls (id, category_id)
    select ${first}::int + n, 1 + n % 29
    from generate_series(1, ${singles + series.count}::int) n`;
  await sql`
    insert into memberships (type, id, member_id, state, role, joined_at)
    select type, id, owner_id, 'member', 30, now()
    from containers
    where type = 'event'
    on conflict do nothing`;
  await sql`
    insert into event_series (id, wall_id, rule, starts_local, timezone, made_to)
    overriding system value
    select ${first}::int + n, ${first + singles}::int + n, 'FREQ=WEEKLY', now() at time zone 'UTC', 'UTC',
      (now() + interval '13 months') at time zone 'UTC'
    from generate_series(1, ${series.count}::int) n`;
  const columns = sql`
    id, wall_id, series_id, original_local, title, description, location, starts_local, ends_local,
    timezone, starts_at, ends_at, created_at`;
  const title = sql`case when n % 2000 = 0 then 'Heron watch ' else 'Sparrow ' end || n`;
  await sql`
    insert into events (${columns})
    select ${first}::int + n, ${first}::int + n, null, null, ${title}, 'Some of many.',
      case when n % 500 = 0 then 'Old mill' else 'Town hall' end, at at time zone 'UTC',
      (at + interval '2 hours') at time zone 'UTC', 'UTC', at, at + interval '2 hours',
      now() - make_interval(mins => n)
    from generate_series(1, ${singles}::int) n,
      lateral (select now() + make_interval(mins => (n - ${singles / 2}::int) * 10)) t (at)`;
  await sql`
    insert into events (${columns})
    select ${first + singles + series.count}::int + (n - 1) * ${series.weeks}::int + week,
      ${first + singles}::int + n, ${first}::int + n, at at time zone 'UTC', ${title}, 'Some of many.', 'Town hall',
      at at time zone 'UTC', (at + interval '2 hours') at time zone 'UTC', 'UTC', at,
      at + interval '2 hours', now() - make_interval(mins => n)
    from generate_series(1, ${series.count}::int) n, generate_series(1, ${series.weeks}::int) week,
      lateral (
        select now() + make_interval(days => (week - 6) * 7, mins => n * 2)
      ) t (at)`;
  await sql`
    insert into container_seats (type, item_id, id, closes_at)
    select 'event', id, wall_id, ends_at
    from events
    on conflict do nothing`;
  await sql`alter table containers enable trigger user`;
  await sql`select setval(pg_get_serial_sequence('containers', 'id'), (select max(id) from events))`;
  await sql`vacuum (analyze)`;
}
