import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { hasExited, until } from '../../scripts/launch/processes.ts';
import { root } from '../../scripts/launch/root.ts';

export interface Running {
  child: ChildProcess;
  /** All that it has printed so far. */
  said(): string;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
}

/**
 * One of the commands of package.json, as the person's shell would run it, with only the given
 * settings.
 */
export function runCommand(args: string[], env: Record<string, string>): Running {
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(process.execPath, [join(root, 'scripts', 'run.ts'), ...args], {
    cwd: root,
    env: { PATH, HOME, VITEST: 'true', ...(TMPDIR && { TMPDIR }), ...env },
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
    if (!(await until(() => hasExited(child), 40_000))) child.kill('SIGKILL');
  });
  return { child, said: () => text, ended };
}
