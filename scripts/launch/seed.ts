import { seed as runSeeder } from './demo.ts';
import type { Life } from './lifecycle.ts';
import { borrowDatabase } from './open-database.ts';
import { readSettings } from './settings.ts';

/** `npm run seed -- --members N --posts M`, also beside a running site. */
export async function seed(args: string[], life: Life): Promise<number> {
  const settings = readSettings();
  const { url } = await borrowDatabase(settings, 'seed', life);
  await runSeeder(args, url, settings, life.signal);
  return 0;
}
