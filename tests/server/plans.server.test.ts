import { expect, test } from 'vitest';
import { db, executeWithCustomPlan } from '#server/db.ts';
import { sql } from '#server/sql.ts';

interface Counted {
  generic: number;
  custom: number;
}

const plansOf = async (marker: string): Promise<Counted[]> => [
  ...(await db.execute<Counted & Record<string, unknown>>(sql`
    select generic_plans as generic, custom_plans as custom
    from pg_prepared_statements
    where statement like ${`%${marker}%`} and statement not like '%pg_prepared_statements%'`)),
];

test('a prepared statement is planned once, for any values', async () => {
  for (const id of [1, 2, 3])
    await db.execute(sql`select id as planned_once from members where id = ${id}`);
  expect(await plansOf('planned_once')).toEqual([{ generic: 3, custom: 0 }]);
});

test('a statement without parameters is planned once, too', async () => {
  for (let n = 0; n < 3; n += 1) await db.execute(sql`select 1 as without_parameters`);
  expect(await plansOf('without_parameters')).toEqual([{ generic: 3, custom: 0 }]);
});

test('a search is planned for its words, and the next statement is not', async () => {
  const mode = sql`select current_setting('plan_cache_mode') as mode`;
  const during = executeWithCustomPlan(sql`
    select current_setting('plan_cache_mode') as mode, id
    from (select 1 as id) one
    where id = ${1}::int`);
  const after = db.execute(mode);
  expect(await during).toEqual([{ mode: 'force_custom_plan', id: 1 }]);
  expect([...(await after)]).toEqual([{ mode: 'force_generic_plan' }]);
  expect([...(await db.execute(mode))]).toEqual([{ mode: 'force_generic_plan' }]);
});

test('a statement that fails leaves the connection with plans for any values', async () => {
  await expect(executeWithCustomPlan(sql`select 1 / ${0}::int`)).rejects.toThrow();
  const [now] = await db.execute(sql`select current_setting('plan_cache_mode') as mode`);
  expect(now).toEqual({ mode: 'force_generic_plan' });
});
