import { beforeAll, expect, test } from 'vitest';
import { db } from '#server/db.ts';
import { retryOnDeadlock } from '#server/deadlocks.ts';
import { sql } from '#server/sql.ts';

beforeAll(async () => {
  await db.execute(sql`create table two_rows (id int primary key, turns int not null default 0)`);
  await db.execute(sql`insert into two_rows (id) values (1), (2)`);
});

const step = (id: number) => sql`update two_rows set turns = turns + 1 where id = ${id}`;

test('two that wait for each other both get done in the end, each once', async () => {
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
  // The one that was ended begins again; on a busy machine it may meet the other a second time.
  expect(arrived).toBeGreaterThanOrEqual(3);
  expect(await db.execute(sql`select turns from two_rows order by id`)).toEqual([
    { turns: 2 },
    { turns: 2 },
  ]);
});

test('a single statement that is ended is run again without anybody asking', async () => {
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  // Whoever waits first notices first: the statement below is the one to be ended, or the
  // transaction, which is done again as well.
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

test('other errors are given on at once', async () => {
  let turns = 0;
  await expect(
    retryOnDeadlock(async () => {
      turns += 1;
      return db.execute(sql`select 1 / 0`);
    }),
  ).rejects.toMatchObject({ cause: { code: '22012' } });
  expect(turns).toBe(1);
});
