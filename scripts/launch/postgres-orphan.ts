import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { CliError, log } from './cli-error.ts';
import { commandLine, isRunning, waitUntil } from './processes.ts';

/**
 * Stops a PostgreSQL left over from a killed start on this data directory, so that there are never
 * two. Call it only while holding the lock on the directory: then any server there is an orphan.
 */
export async function stopOrphan(dataDir: string): Promise<void> {
  const lock = readLock(dataDir);
  if (!lock) return;
  if (isPostgresOf(lock.pid, dataDir)) {
    log('stopping the database that an earlier start left running');
    process.kill(lock.pid, 'SIGINT');
    if (!(await waitUntil(() => !isPostgresOf(lock.pid, dataDir), 30_000)))
      process.kill(lock.pid, 'SIGQUIT');
    if (!(await waitUntil(() => !isPostgresOf(lock.pid, dataDir), 10_000))) {
      throw new CliError(
        `An earlier database (process ${lock.pid}) does not stop. End it and start again.`,
      );
    }
  }
  // After kill -9 of the postmaster its children exit shortly after; only then is the directory
  // free.
  await waitUntil(() => !isInUse(dataDir), 15_000);
  // A reused process id, or a zombie's, would make PostgreSQL believe that it is already running.
  if (!isInUse(dataDir) && isRunning(lock.pid) && readLock(dataDir)?.pid === lock.pid)
    rmSync(join(dataDir, 'postmaster.pid'));
  removeSocketDir(lock.socketDir);
}

/** Removes only folders that we created: the name comes from a file. */
export function removeSocketDir(dir: string): void {
  const ours = [tmpdir(), '/tmp'].includes(dirname(dir)) && /^hearth-\w{6}$/.test(basename(dir));
  if (ours) rmSync(dir, { recursive: true, force: true });
}

export function readLock(
  dataDir: string,
): { pid: number; socketDir: string; isReady: boolean } | undefined {
  try {
    const lines = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
    return {
      pid: Number(lines[0]),
      socketDir: lines[4] ?? '',
      isReady: lines[7]?.trim() === 'ready',
    };
  } catch {
    return undefined;
  }
}

/** Never trust the process id alone: it must be a postgres that works in this very directory. */
function isPostgresOf(pid: number, dataDir: string): boolean {
  if (!Number.isInteger(pid) || pid <= 1) return false;
  if (process.platform !== 'linux')
    return commandLine(pid).includes(dataDir) && commandLine(pid).includes('postgres');
  return worksIn(pid, realpathSync(dataDir));
}

function worksIn(pid: number | string, dataDir: string): boolean {
  try {
    return (
      readlinkSync(`/proc/${pid}/cwd`) === dataDir &&
      basename(readlinkSync(`/proc/${pid}/exe`)).startsWith('postgres')
    );
  } catch {
    return false;
  }
}

/** Whether any PostgreSQL process uses the directory, including children of a dead one. */
function isInUse(dataDir: string): boolean {
  if (process.platform !== 'linux') return isPostgresOf(readLock(dataDir)?.pid ?? 0, dataDir);
  const folder = realpathSync(dataDir);
  return readdirSync('/proc').some((name) => /^\d+$/.test(name) && worksIn(name, folder));
}
