import { readdirSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { connect, db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { migrate } from '#server/migrate.ts';

const files = readdirSync('src/server/migrations').filter((name) => name.endsWith('.sql')).length;

const readRun = async (from: Pick<typeof db, 'execute'>) => {
  const [row] = await from.execute<{ run: number; transactions: number }>(
    sql`
      select count(*)::int as run, count(distinct xmin::text)::int as transactions
      from drizzle.__drizzle_migrations`,
  );
  return row!;
};

test('run again, nothing happens', async () => {
  const before = await readRun(db);
  expect(before.run).toBe(files);
  await migrate(env().DATABASE_URL!);
  expect(await readRun(db)).toEqual(before);
});

test('three processes at once on an empty database: each migration is run once, in a transaction of its own', async () => {
  const name = 'hearth_test_migrated_by_three';
  const address = new URL(env().DATABASE_URL!);
  address.pathname = `/${name}`;
  await db.execute(sql.raw(`create database ${name}`));
  const fresh = connect(address.href, { max: 1 });
  try {
    await Promise.all([1, 2, 3].map(() => migrate(address.href)));
    expect(await readRun(fresh.db)).toEqual({ run: files, transactions: files });
  } finally {
    await fresh.client.end();
    await db.execute(sql.raw(`drop database ${name}`));
  }
});
