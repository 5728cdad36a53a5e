import { runNode } from './child.ts';
import { holderOf } from './claim.ts';
import { createFirstAdminLink } from './first-admin.ts';
import type { Life } from './lifecycle.ts';
import { borrowDatabase } from './open-database.ts';
import { readSettings } from './settings.ts';

/**
 * `npm run make-admin -- ada@hearth.example`, also beside a running site. Without an address it
 * prints a one-time link, as long as there is no administrator.
 */
export async function makeAdmin(args: string[], life: Life): Promise<number> {
  const settings = readSettings();
  const { url } = await borrowDatabase(settings, 'make-admin', life);
  const path = args.length ? undefined : await createFirstAdminLink(url);
  if (path) {
    const origin = process.env.PUBLIC_ORIGIN
      ? settings.PUBLIC_ORIGIN
      : (holderOf(settings.DATA_DIR)?.address ?? settings.PUBLIC_ORIGIN);
    console.log(
      `This link makes the first administrator. It works once, and only the newest does:\n${origin}${path}`,
    );
    return 0;
  }
  const { code } = await runNode('scripts/make-admin.ts', args, {
    env: { ...process.env, DATABASE_URL: url },
    signal: life.signal,
  });
  return code ?? 1;
}
