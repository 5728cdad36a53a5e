import { ensureBuild } from './build.ts';
import { runNode } from './child.ts';
import type { Life } from './lifecycle.ts';

/** `npm run bench`: scripts/bench.ts on a fresh build; it makes its own throw-away database. */
export async function bench(args: string[], { signal }: Life): Promise<number> {
  await ensureBuild({ signal });
  const { code } = await runNode('scripts/bench.ts', args, {
    env: { ...process.env, NODE_ENV: 'production' },
    signal,
  });
  return code ?? 1;
}
