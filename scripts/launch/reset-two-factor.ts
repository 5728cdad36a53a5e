import { runNode } from './child.ts';
import type { Life } from './lifecycle.ts';
import { borrowDatabase } from './open-database.ts';
import { readSettings } from './settings.ts';

/** `npm run reset-two-factor -- ada@hearth.example`, also beside a running site. */
export async function resetTwoFactor(args: string[], life: Life): Promise<number> {
  const { url } = await borrowDatabase(readSettings(), 'reset-two-factor', life);
  const { code } = await runNode('scripts/reset-two-factor.ts', args, {
    env: { ...process.env, DATABASE_URL: url },
    signal: life.signal,
  });
  return code ?? 1;
}
