import { spawn, type SpawnOptions } from 'node:child_process';
import { join } from 'node:path';
import { root } from './root.ts';

export interface ExitStatus {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface RunOptions extends SpawnOptions {
  onSpawn?: (pid: number) => void;
}

/** Runs a program until it exits; an abort terminates it. Inherits our output by default. */
export async function run(
  program: string,
  args: string[],
  { signal, onSpawn, ...options }: RunOptions = {},
): Promise<ExitStatus> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', ...options });
    if (child.pid !== undefined) onSpawn?.(child.pid);
    const stop = () => child.kill('SIGTERM');
    signal?.addEventListener('abort', stop);
    child.once('error', reject);
    child.once('exit', (code, exitSignal) => {
      signal?.removeEventListener('abort', stop);
      resolve({ code, signal: exitSignal });
    });
  });
}

/** Runs a script on the Node that runs us. */
export async function runNode(
  script: string,
  args: string[],
  options: RunOptions = {},
): Promise<ExitStatus> {
  return run(process.execPath, [join(root, script), ...args], options);
}
