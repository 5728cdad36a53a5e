import { expect, test } from 'vitest';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { compareZones } from '../../scripts/bench/zones.ts';

const zones = [
  'Africa/Cairo',
  'America/New_York',
  'America/Santiago',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Europe/Berlin',
  'Europe/Dublin',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'UTC',
];

test('instants of events are those of PostgreSQL, but the first of a time that comes twice', async () => {
  const { compared, overlaps, gaps, others, misread } = await compareZones(
    zones,
    async (walls, zone) =>
      (
        await db.execute<{ at: number }>(sql`
          select (extract(epoch from wall::timestamp at time zone ${zone}) * 1000)::float8 as at
          from unnest(${sql.param(walls)}::text[]) with ordinality as t (wall, position)
          order by position`)
      ).map(({ at }) => at),
  );
  expect(compared).toBeGreaterThan(50_000);
  expect([overlaps > 0, gaps > 0]).toEqual([true, true]);
  expect(others).toEqual({});
  expect(misread).toEqual({});
});
