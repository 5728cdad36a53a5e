import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { db } from '#server/db.ts';
import { enqueue, startJobs, stopJobs } from '#server/jobs.ts';
import { sql } from '#server/sql.ts';

const done: Array<{ queue: string; payload: unknown; id: string }> = [];
let isBroken = true;
const queue = (name: string) => ({
  name,
  work: async (payload: object, { id }: { id: string }) =>
    void done.push({ queue: name, payload, id }),
});
const ofQueue = (name: string) => done.filter((entry) => entry.queue === name);

beforeAll(async () => {
  process.env.LOG_LEVEL = 'silent';
  await startJobs([
    queue('plain'),
    {
      name: 'stubborn',
      work: async (payload, { id }) => {
        if (isBroken) throw new Error('not yet');
        done.push({ queue: 'stubborn', payload, id });
      },
    },
  ]);
});
afterAll(() => stopJobs());

test('a job runs soon after its transaction commits, with its payload', async () => {
  const given = { text: 'Ünïcödé "quoted" \\ 🦉', list: [1, null], nested: { a: true } };
  // Polling is off after the first round, so only NOTIFY wakes the worker.
  const { setTimeout: real } = globalThis;
  onTestFinished(() => void (globalThis.setTimeout = real));
  const isPolling = (pause = 0) => pause > 1_000 && pause <= 5_000;
  globalThis.setTimeout = Object.assign(
    (work: () => void, pause?: number) => real(work, isPolling(pause) ? 2 ** 31 - 1 : pause),
    real,
  );
  for (let round = 0; round < 4; round += 1) {
    const id = await db.transaction((tx) => enqueue(tx, 'plain', given));
    await expect
      .poll(() => ofQueue('plain').find((entry) => entry.id === id)?.payload)
      .toEqual(given);
  }
});

test('a job of a rolled back transaction does not run', async () => {
  await expect(
    db.transaction(async (tx) => {
      await enqueue(tx, 'plain', { from: 'nowhere' });
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  expect(await db.execute(sql`select from jobs.job where data ->> 'from' = 'nowhere'`)).toEqual([]);
});

test('jobs enqueued together run once each', async () => {
  const before = ofQueue('plain').length;
  const ids = await Promise.all(
    Array.from({ length: 30 }, (_, number) => enqueue(db, 'plain', { number })),
  );
  await expect.poll(() => ofQueue('plain').length).toBe(before + 30);
  expect(new Set(ofQueue('plain').map(({ id }) => id)).size).toBe(before + 30);
  expect(new Set(ids).size).toBe(30);
});

test('a failed job is retried later with the same payload', async () => {
  isBroken = true;
  const id = await enqueue(db, 'stubborn', { kept: true });
  await expect
    .poll(
      async () => (await db.execute(sql`select state from jobs.job where id = ${id}`))[0]?.state,
    )
    .toBe('retry');
  const [row] = await db.execute<{ wait: number; tries: number }>(
    sql`
      select extract(epoch from start_after - now())::float8 as wait, retry_limit as tries
      from jobs.job
      where id = ${id}`,
  );
  expect(row!.tries).toBe(10);
  expect(row!.wait).toBeGreaterThan(0);
  expect(row!.wait).toBeLessThan(21);
  isBroken = false;
  await db.execute(sql`update jobs.job set start_after = now() where id = ${id}`);
  await expect
    .poll(() => ofQueue('stubborn').map((entry) => entry.payload))
    .toEqual([{ kept: true }]);
});

test('jobs continue after every connection was cut', async () => {
  const cut = await db.execute(
    sql`
      select pg_terminate_backend(pid)
      from pg_stat_activity
      where application_name = 'hearth-jobs' and datname = current_database()`,
  );
  expect(cut.length).toBeGreaterThan(0);
  const id = await enqueue(db, 'plain', { after: 'the cut' });
  await expect.poll(() => ofQueue('plain').some((entry) => entry.id === id)).toBe(true);
});

test('a job whose process was killed runs again within a minute', async () => {
  const worker = spawn(
    process.execPath,
    [fileURLToPath(new URL('./hanging-worker.ts', import.meta.url))],
    {
      env: { ...process.env, LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  try {
    const id = await enqueue(db, 'survivors', { still: 'here' });
    await once(worker.stdout, 'data');
    worker.kill('SIGKILL');
    await startJobs([queue('survivors')]);
    await expect
      .poll(() => ofQueue('survivors'), { timeout: 60_000, interval: 250 })
      .toEqual([{ queue: 'survivors', payload: { still: 'here' }, id }]);
  } finally {
    worker.kill('SIGKILL');
  }
}, 90_000);
