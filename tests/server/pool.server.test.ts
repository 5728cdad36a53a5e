import { expect, onTestFinished, test } from 'vitest';
import { createPool, type Pool } from '#server/database/pool.ts';
import { driver } from '#server/db.ts';
import { postgresAt } from '#server/postgres-at.ts';

function openPool(options: { max?: number; maxPlanMemory?: number; maxAge?: number } = {}) {
  const open = (onclose: () => void) =>
    postgresAt(process.env.DATABASE_URL!, { max: 1, onclose }, { dialsOnce: true });
  const pool = createPool({ open: open as never, max: 3, ...options });
  onTestFinished(() => pool.end({ timeout: 0 }));
  return pool;
}

const prepared = { prepare: true };
/** The process of the connection that a statement ran on. */
async function processOf(on: Pick<Pool, 'unsafe'>, name: string, sleep = 0) {
  const text = `select pg_backend_pid() as pid, '${name}', pg_sleep(${sleep})`;
  const [row] = await on.unsafe<{ pid: number }[]>(text, [], prepared);
  return row!.pid;
}

test('a statement runs where it was planned before, while that connection is idle', async () => {
  const pool = openPool();
  const [, second] = await Promise.all([processOf(pool, 'one'), processOf(pool, 'two')]);
  for (let n = 0; n < 3; n += 1) expect(await processOf(pool, 'two')).toBe(second);
});

test('it does not wait for that connection', async () => {
  const pool = openPool();
  const first = await processOf(pool, 'one');
  const slow = processOf(pool, 'one', 0.3);
  expect(await processOf(pool, 'one')).not.toBe(first);
  expect(await slow).toBe(first);
});

test('a connection whose plans take too much memory is renewed', async () => {
  const pool = openPool({ maxPlanMemory: 125 * 300 });
  const [first, second] = await Promise.all([
    processOf(pool, 'short'),
    processOf(pool, 'long'.repeat(20)),
  ]);
  expect(await processOf(pool, 'short')).toBe(first);
  await processOf(pool, 'another'.repeat(20));
  expect(await processOf(pool, 'long'.repeat(20))).toBe(second);
  expect(await processOf(pool, 'short')).not.toBe(first);
});

test('while the connection with most plans is busy, no other one is renewed for it', async () => {
  const pool = openPool({ maxPlanMemory: 125 * 300 });
  const large = processOf(pool, 'large'.repeat(80), 0.3);
  const others = new Set<number>();
  for (let n = 0; n < 10; n += 1) others.add(await processOf(pool, 'short'));
  expect(others.size).toBe(1);
  const process = await large;
  expect(others).not.toContain(process);
  expect(await processOf(pool, 'large'.repeat(80))).not.toBe(process);
});

test('an old connection is renewed', async () => {
  const pool = openPool({ maxAge: 1 });
  const first = await processOf(pool, 'one', 0.01);
  expect(await processOf(pool, 'one')).not.toBe(first);
});

test('a renewal ends no transaction', async () => {
  const pool = openPool({ maxAge: 1, maxPlanMemory: 1 });
  const ran = await pool.begin(async (tx) => [
    await processOf(tx, 'one', 0.01),
    await processOf(tx, 'two', 0.01),
    await tx.savepoint((inner) => processOf(inner, 'three')),
  ]);
  expect(new Set(ran).size).toBe(1);
  expect(await processOf(pool, 'one')).not.toBe(ran[0]);
});

test('nor does the driver, which would end one between two statements', async () => {
  const { max_lifetime: lifetime } = await driver().begin((tx) => Promise.resolve(tx.options));
  expect(lifetime).toBeNull();
});

test('transactions take other connections than statements while one is idle', async () => {
  const pool = openPool();
  const [first, second] = await Promise.all([processOf(pool, 'one'), processOf(pool, 'two')]);
  expect(await pool.begin((tx) => processOf(tx, 'one'))).toBe(second);
  expect(await processOf(pool, 'one')).toBe(first);
});
