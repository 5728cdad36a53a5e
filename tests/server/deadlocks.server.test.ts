import { beforeAll, expect, test } from 'vitest';
import { retryOnDeadlock } from '#server/database-errors.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

beforeAll(async () => {
  await db.execute(sql`create table two_rows (id int primary key, turns int not null default 0)`);
  await db.execute(sql`insert into two_rows (id) values (1), (2)`);
});

const step = (id: number) => sql`update two_rows set turns = turns + 1 where id = ${id}`;

test('two deadlocked transactions both complete, each once', async () => {
  let arrived = 0;
  let goOn = () => {};
  const both = new Promise<void>((resolve) => (goOn = resolve));
  const crossing = (first: number, second: number) =>
    retryOnDeadlock(() =>
      db.transaction(async (tx) => {
        await tx.execute(step(first));
        arrived += 1;
        if (arrived === 2) goOn();
        await both;
        await tx.execute(step(second));
      }),
    );
  await Promise.all([crossing(1, 2), crossing(2, 1)]);
  // The cancelled one retries; on a busy machine it may deadlock a second time.
  expect(arrived).toBeGreaterThanOrEqual(3);
  expect(await db.execute(sql`select turns from two_rows order by id`)).toEqual([
    { turns: 2 },
    { turns: 2 },
  ]);
});

test('a single statement cancelled by a deadlock is retried automatically', async () => {
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  // The first to wait detects the deadlock: either the statement below or the transaction is
  // cancelled, and both are retried.
  const other = retryOnDeadlock(() =>
    db.transaction(async (tx) => {
      await tx.execute(step(2));
      goOn();
      await tx.execute(sql`select pg_sleep(0.3)`);
      await tx.execute(step(1));
    }),
  );
  await held;
  await db.execute(
    sql`update two_rows set turns = turns + 1 where id in (select id from two_rows order by id)`,
  );
  await other;
  expect(await db.execute(sql`select turns from two_rows order by id`)).toEqual([
    { turns: 4 },
    { turns: 4 },
  ]);
});

test('other errors are rethrown at once', async () => {
  let turns = 0;
  await expect(
    retryOnDeadlock(async () => {
      turns += 1;
      return db.execute(sql`select 1 / 0`);
    }),
  ).rejects.toMatchObject({ cause: { code: '22012' } });
  expect(turns).toBe(1);
});
