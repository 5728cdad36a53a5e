import { runNode } from './child.ts';
import type { Life } from './lifecycle.ts';
import { borrowDatabase } from './open-database.ts';
import { readSettings } from './settings.ts';

/** `npm run make-admin -- ada@hearth.example`, also beside a running site. */
export async function makeAdmin(args: string[], life: Life): Promise<number> {
  const { url } = await borrowDatabase(readSettings(), 'make-admin', life);
  const { code } = await runNode('scripts/make-admin.ts', args, { env: { ...process.env, DATABASE_URL: url }, signal: life.signal });
  return code ?? 1;
}
