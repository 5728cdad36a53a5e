import { postgresAt } from '#server/postgres-at.ts';

export type Pooling = 'none' | 'session' | 'transaction';

/** One-line message for the person who configured it. */
export const transactionPooling =
  'DATABASE_URL leads to a pooler in transaction mode, which passes on no notifications and ' +
  'keeps no session: set pool_mode = session for this database';

const rounds = 5;

/** Detects a pooler between this process and PostgreSQL. */
export async function findPooling(url: string): Promise<Pooling> {
  const open = () =>
    postgresAt(
      url,
      { max: 1, fetch_types: false, onnotice: () => undefined },
      { answerWithin: 5_000 },
    );
  const [first, second] = [open(), open()];
  const ask = async (client: typeof first) => {
    // As plain text: not every pooler supports prepared statements.
    const rows = await client.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid');
    return { pid: rows[0]!.pid, announced: rows.state?.pid };
  };
  try {
    const { pid, announced } = await ask(first);
    // A pooler reports process ids of its own.
    if (pid === announced) return 'none';
    for (let round = 0; round < rounds; round += 1) {
      const before = await ask(first);
      const between = await ask(second).catch(() => undefined);
      // No server is left for a second session: they are not shared.
      if (!between) return 'session';
      const after = await ask(first);
      if (between.pid === before.pid || after.pid !== before.pid) return 'transaction';
    }
    return 'session';
  } finally {
    await Promise.all([first, second].map((client) => client.end({ timeout: 1 })));
  }
}
