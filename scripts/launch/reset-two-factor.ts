import { runNode } from './child.ts';
import type { CommandContext } from './lifecycle.ts';
import { openSharedDatabase } from './open-database.ts';
import { readSettings } from './settings.ts';

/** `npm run reset-two-factor -- ada@hearth.example`, also beside a running site. */
export async function resetTwoFactor(args: string[], context: CommandContext): Promise<number> {
  const { url } = await openSharedDatabase(readSettings(), 'reset-two-factor', context);
  const { code } = await runNode('scripts/reset-two-factor.ts', args, {
    env: { ...process.env, DATABASE_URL: url },
    signal: context.signal,
  });
  return code ?? 1;
}
