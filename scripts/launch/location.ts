import { runNode } from './child.ts';
import type { CommandContext } from './lifecycle.ts';
import { openSharedDatabase } from './open-database.ts';
import { readSettings } from './settings.ts';

/** `npm run location -- moved`, also beside a running site. */
export async function location(args: string[], context: CommandContext): Promise<number> {
  const settings = readSettings();
  const { url } = await openSharedDatabase(settings, 'location', context);
  const { code } = await runNode('scripts/location.ts', args, {
    env: { ...process.env, DATABASE_URL: url, DATA_DIR: settings.DATA_DIR },
    signal: context.signal,
  });
  return code ?? 1;
}
