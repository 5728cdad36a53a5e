import { expect, test, vi } from 'vitest';
import { connect, db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { toHttpError } from '#server/http/answer.ts';
import { sql } from '#server/sql.ts';

test('statements, lock waits and idle transactions time out', async () => {
  const shown = await db.execute<{ name: string; setting: string }>(sql`
    select name, setting
    from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')
    order by name`);
  expect(shown.map(({ name, setting }) => [name, setting])).toEqual([
    ['idle_in_transaction_session_timeout', '10000'],
    ['lock_timeout', '2000'],
    ['statement_timeout', '5000'],
  ]);
});

test('a setting of 0 reaches the server as well', async () => {
  const [shown] = await db.execute(
    sql`select current_setting('max_parallel_workers_per_gather') as workers`,
  );
  expect(shown).toEqual({ workers: '0' });
  const patient = connect(process.env.DATABASE_URL!, { max: 1, statementTimeout: 0 });
  expect(await patient.client`show statement_timeout`).toMatchObject([{ statement_timeout: '0' }]);
  await patient.client.end();
});

test.each([
  [
    'a statement that takes too long',
    'statement_timeout',
    () => sql`select pg_sleep(30)`,
    'took too long',
    'statement timeout',
  ],
  [
    'a lock that does not come',
    'lock_timeout',
    () => sql`lock table site_state`,
    'being changed right now',
    'lock timeout',
  ],
])(
  '%s is reported as a busy service, without database details',
  async (_, limit, statement, text, event) => {
    let failure: unknown;
    await db.transaction(async (locking) => {
      await locking.execute(sql`lock table site_state`);
      failure = await db
        .transaction(async (tx) => {
          await tx.execute(sql.raw(`set local ${limit} = '50ms'`));
          await tx.execute(statement());
        })
        .catch((error: unknown) => error);
    });
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const { LOG_LEVEL: level } = env();
    env().LOG_LEVEL = 'warn';
    const refusal = toHttpError(failure, 'test');
    env().LOG_LEVEL = level;
    const lines = written.mock.calls.map(([line]) => JSON.parse(String(line)) as { event: string });
    written.mockRestore();
    // Not as a database that is away.
    expect(lines.map((line) => line.event)).toEqual([event]);
    expect(refusal.message).toContain(text);
    expect([refusal.status, refusal.code, refusal.retryAfter]).toEqual([503, 'unavailable', 2]);
    expect(refusal.message).not.toMatch(/timeout|lock|site_state|select/);
  },
);
