import { runNode } from './child.ts';
import { findLockOwner } from './data-dir-lock.ts';
import { createFirstAdminLink } from './first-admin.ts';
import type { CommandContext } from './lifecycle.ts';
import { openSharedDatabase } from './open-database.ts';
import { readSettings } from './settings.ts';

/**
 * `npm run make-admin -- ada@hearth.example`, also beside a running site. Without an argument it
 * prints a one-time link, if there is no administrator yet.
 */
export async function makeAdmin(args: string[], context: CommandContext): Promise<number> {
  const settings = readSettings();
  const { url } = await openSharedDatabase(settings, 'make-admin', context);
  const path = args.length ? undefined : await createFirstAdminLink(url);
  if (path) {
    const origin = process.env.PUBLIC_ORIGIN
      ? settings.PUBLIC_ORIGIN
      : (findLockOwner(settings.DATA_DIR)?.address ?? settings.PUBLIC_ORIGIN);
    console.log(
      `This link makes the first administrator. It works once, and only the newest does:\n${origin}${path}`,
    );
    return 0;
  }
  const { code } = await runNode('scripts/make-admin.ts', args, {
    env: { ...process.env, DATABASE_URL: url },
    signal: context.signal,
  });
  return code ?? 1;
}
