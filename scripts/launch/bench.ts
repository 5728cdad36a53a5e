import { ensureBuild } from './build.ts';
import { runNode } from './child.ts';
import type { CommandContext } from './lifecycle.ts';

/** `npm run bench`: runs scripts/bench.ts on a current build, with its own database. */
export async function bench(args: string[], { signal }: CommandContext): Promise<number> {
  await ensureBuild({ signal });
  const { code } = await runNode('scripts/bench.ts', args, {
    env: { ...process.env, NODE_ENV: 'production' },
    signal,
  });
  return code ?? 1;
}
