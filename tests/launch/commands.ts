import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { hasExited, waitUntil } from '../../scripts/launch/processes.ts';
import { root } from '../../scripts/launch/root.ts';

export interface Running {
  child: ChildProcess;
  /** Everything printed so far. */
  output(): string;
  /** The exit code, or the signal that killed it. */
  ended: Promise<number | NodeJS.Signals>;
}

/** Runs `npm start` on a folder until it prints the address. */
export async function startSite(
  folder: string,
  port: number,
  env: Record<string, string> = {},
): Promise<Running> {
  const site = runCommand(['start'], {
    DATA_DIR: folder,
    PORT: String(port),
    SEED_DEMO: 'off',
    ...env,
  });
  await waitUntil(() => site.output().includes('is ready:') || hasExited(site.child), 150_000);
  expect(site.output()).toContain(`Hearth is ready:  http://localhost:${port}`);
  return site;
}

/** Runs a command of package.json as from a shell, with the given settings only. */
export function runCommand(args: string[], env: Record<string, string>): Running {
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(process.execPath, [join(root, 'scripts', 'run.ts'), ...args], {
    cwd: root,
    env: {
      PATH,
      HOME,
      VITEST: 'true',
      // Nothing is stored in the developer's home folder.
      LOCATION_ID: 'this machine',
      ...(TMPDIR && { TMPDIR }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (text += part));
  const ended = new Promise<number | NodeJS.Signals>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? (signal as NodeJS.Signals))),
  );
  onTestFinished(async () => {
    if (!hasExited(child)) child.kill('SIGTERM');
    if (!(await waitUntil(() => hasExited(child), 40_000))) child.kill('SIGKILL');
  });
  return { child, output: () => text, ended };
}
