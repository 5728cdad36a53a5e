import { seed as runSeeder } from './demo.ts';
import type { CommandContext } from './lifecycle.ts';
import { openSharedDatabase } from './open-database.ts';
import { readSettings } from './settings.ts';

/** `npm run seed -- --members N --posts M`, also beside a running site. */
export async function seed(args: string[], context: CommandContext): Promise<number> {
  const settings = readSettings();
  const { url } = await openSharedDatabase(settings, 'seed', context);
  await runSeeder(args, url, settings, context.signal);
  return 0;
}
