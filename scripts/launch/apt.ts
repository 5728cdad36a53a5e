import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { log } from './cli-error.ts';

/** Seconds to wait while somebody else installs or updates packages. */
const lockTimeout = 300;

export const canInstall = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Installs Debian's packages of these names; false, with apt's reason in the log, if it fails. */
export async function aptInstall(
  packages: string[],
  signal: AbortSignal,
  options: string[] = [],
): Promise<boolean> {
  log(`installing Debian's packages ${packages.join(', ')}`);
  let updated = await aptGet(['update'], signal);
  // The option for the timeout does not apply to the lock of the lists.
  const deadline = Date.now() + lockTimeout * 1000;
  while (/could not get lock/i.test(updated.error ?? '') && Date.now() < deadline) {
    await pause(2_000, undefined, { signal });
    updated = await aptGet(['update'], signal);
  }
  const { error } = await aptGet(
    ['install', '-y', '--no-install-recommends', ...options, ...packages],
    signal,
  );
  if (error) log(`apt-get failed: ${error}`);
  return !error;
}

/** Resolves to what apt-get says if it fails. */
function aptGet(args: string[], signal: AbortSignal): Promise<{ error?: string }> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };
  return new Promise((resolve) =>
    execFile(
      'apt-get',
      ['-qq', '-o', `DPkg::Lock::Timeout=${lockTimeout}`, ...args],
      { env, signal, maxBuffer: 64 * 1024 * 1024 },
      (error, _, stderr) => resolve(error ? { error: stderr.trim() || error.message } : {}),
    ),
  );
}
