import { PgBoss } from 'pg-boss';
import { pgOptions } from '#server/database/pg-options.ts';
import { migrate } from '#server/migrate.ts';

/** Creates the tables of a started product: ours and those of the jobs. */
export async function createDatabase(url: string): Promise<void> {
  await migrate(url);
  const boss = new PgBoss({ ...(await pgOptions(url)), schema: 'jobs' });
  await boss.start();
  await boss.stop();
}
