import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Problem, say } from './problem.ts';
import { commandLine, isRunning, until } from './processes.ts';

/**
 * Stops a PostgreSQL that an earlier, killed start left running on this data directory, so that
 * there are never two. Call it only while holding the claim on the directory: whatever runs there
 * then is nobody's.
 */
export async function stopOrphan(dataDir: string): Promise<void> {
  const lock = readLock(dataDir);
  if (!lock) return;
  if (isPostgresOf(lock.pid, dataDir)) {
    say('stopping the database that an earlier start left running');
    process.kill(lock.pid, 'SIGINT');
    if (!(await until(() => !isPostgresOf(lock.pid, dataDir), 30_000)))
      process.kill(lock.pid, 'SIGQUIT');
    if (!(await until(() => !isPostgresOf(lock.pid, dataDir), 10_000))) {
      throw new Problem(
        `An earlier database (process ${lock.pid}) does not stop. End it and start again.`,
      );
    }
  }
  // After kill -9 of the postmaster its children notice within moments; only then is the directory
  // free.
  await until(() => !isInUse(dataDir), 15_000);
  // A number taken by another program, or by a zombie that nobody buries, would make PostgreSQL
  // believe that it runs already.
  if (!isInUse(dataDir) && isRunning(lock.pid) && readLock(dataDir)?.pid === lock.pid)
    rmSync(join(dataDir, 'postmaster.pid'));
  removeSocketDir(lock.socketDir);
}

/** Folders of our own making only: the name comes out of a file. */
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

/** Never by the number alone: the process must be a postgres that works in this very directory. */
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

/**
 * Whether any process of a PostgreSQL still works in the directory, the children of a dead one
 * among them.
 */
function isInUse(dataDir: string): boolean {
  if (process.platform !== 'linux') return isPostgresOf(readLock(dataDir)?.pid ?? 0, dataDir);
  const place = realpathSync(dataDir);
  return readdirSync('/proc').some((name) => /^\d+$/.test(name) && worksIn(name, place));
}
