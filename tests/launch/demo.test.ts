import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { migrate } from '#server/migrate.ts';
import { query } from '../../scripts/launch/database.ts';
import { seedIfEmpty } from '../../scripts/launch/demo.ts';
import type { EmbeddedPostgres } from '../../scripts/launch/embedded-postgres.ts';
import { readSettings, type Settings } from '../../scripts/launch/settings.ts';
import { startThrowawayPostgres } from '../../scripts/launch/throwaway-postgres.ts';

let postgres: EmbeddedPostgres;
let url: string;
const { signal } = new AbortController();

beforeAll(async () => {
  postgres = await startThrowawayPostgres();
});
afterAll(() => postgres.stop());
beforeEach(async () => {
  const name = `demo_${Date.now()}`;
  await query(postgres.url, (sql) => sql.unsafe(`create database ${name}`));
  const address = new URL(postgres.url);
  address.pathname = `/${name}`;
  url = address.href;
  await migrate(url);
});
afterEach(() => {
  delete process.env.SEEDER_STOPS_AT;
});

const members = () =>
  query(url, async (sql) =>
    (await sql`select username from members order by id`).map(({ username }) => String(username)),
  );
const seedWith = (settings: Partial<Settings>, isEmbedded: boolean) =>
  seedIfEmpty(
    { url, isEmbedded },
    { ...readSettings(), ...settings },
    signal,
    'tests/launch/small-seeder.ts',
  );

test('an empty embedded database gets the demo community, once', async () => {
  await seedWith({}, true);
  expect(await members()).toEqual(['m1', 'm2', 'm3']);
  await query(url, (sql) => sql`delete from members where username = 'm2'`);
  await seedWith({}, true);
  expect(await members()).toEqual(['m1', 'm3']);
});

test('an incomplete community of a killed start is seeded again from scratch', async () => {
  process.env.SEEDER_STOPS_AT = '3';
  await expect(seedWith({}, true)).rejects.toThrow('The demo community could not be made');
  expect(await members()).toEqual(['m1', 'm2']);
  delete process.env.SEEDER_STOPS_AT;
  await seedWith({}, true);
  expect(await members()).toEqual(['m1', 'm2', 'm3']);
});

test("an operator's own database is left alone, unless it is empty and the demo is enabled", async () => {
  await seedWith({}, false);
  expect(await members()).toEqual([]);
  await seedWith({ SEED_DEMO: 'off' }, true);
  expect(await members()).toEqual([]);
  await query(
    url,
    (sql) => sql`
    insert into members (status, email, username, first_name, last_name, displayname, password_hash)
    values ('active', 'own@example.org', 'own', 'O', 'N', 'Own', 'none')`,
  );
  await seedWith({ SEED_DEMO: 'on' }, false);
  expect(await members()).toEqual(['own']);
  await query(url, (sql) => sql`delete from members`);
  await seedWith({ SEED_DEMO: 'on' }, false);
  expect(await members()).toEqual(['m1', 'm2', 'm3']);
});
