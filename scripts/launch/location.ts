import { runNode } from './child.ts';
import { CliError } from './cli-error.ts';
import { findLockOwner } from './data-dir-lock.ts';
import type { CommandContext } from './lifecycle.ts';
import { openSharedDatabase } from './open-database.ts';
import { readSettings } from './settings.ts';

/** `npm run location -- moved`, also beside a running site. */
export async function location(args: string[], context: CommandContext): Promise<number> {
  const settings = readSettings();
  if (args[0] === 'restored' && findLockOwner(settings.DATA_DIR))
    throw new CliError(
      'The site is running. Stop it, put the backup back, and say this before the start.',
    );
  const { url } = await openSharedDatabase(settings, 'location', context);
  const { code } = await runNode('scripts/location.ts', args, {
    env: { ...process.env, DATABASE_URL: url, DATA_DIR: settings.DATA_DIR },
    signal: context.signal,
  });
  return code ?? 1;
}
