import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { log } from './cli-error.ts';
import { identifyProcess, isSameProcess, waitUntil, type ProcessIdentity } from './processes.ts';

/** The process that runs on a data folder, with its addresses. */
export interface LockOwner {
  launcher: ProcessIdentity;
  command: string;
  /** The server process, which can outlive a killed launcher by some seconds. */
  app?: ProcessIdentity | undefined;
  address?: string | undefined;
  databaseUrl?: string | undefined;
  /** The folder itself: in a copy of it, this file is about another one. */
  folder?: string | undefined;
}

export interface DataDirLock {
  update(facts: Partial<Omit<LockOwner, 'launcher' | 'command' | 'folder'>>): void;
  release(): void;
}

const lockFile = (dataDir: string) => join(dataDir, 'running.json');

/** The running launcher that owns this data folder, if any. */
export function findLockOwner(dataDir: string): LockOwner | undefined {
  const owner = readLockOwner(dataDir);
  return owner && isSameProcess(owner.launcher) ? owner : undefined;
}

/** Creates the data folder if it is missing, closed to other accounts. */
export function createDataDir(dataDir: string): void {
  if (existsSync(dataDir)) return;
  mkdirSync(dataDir, { recursive: true });
  chmodSync(dataDir, 0o700);
}

/**
 * Locks the data folder for this process; undefined if another one owns it. A server left over from
 * a killed launcher is stopped first.
 */
export async function lockDataDir(
  dataDir: string,
  command: string,
): Promise<DataDirLock | undefined> {
  createDataDir(dataDir);
  const previous = readLockOwner(dataDir);
  if (previous && isSameProcess(previous.launcher)) return undefined;
  if (previous?.app) await endApp(previous.app);
  rmSync(lockFile(dataDir), { force: true });

  let owner: LockOwner = {
    launcher: identifyProcess(process.pid) as ProcessIdentity,
    command,
    folder: identifyFolder(dataDir),
  };
  try {
    writeFileSync(lockFile(dataDir), JSON.stringify(owner), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
    throw error;
  }
  // Two starts that found the same stale file may each have removed the other's: the later one
  // keeps the lock.
  if (previous) await sleep(100);
  if (readLockOwner(dataDir)?.launcher.pid !== process.pid) return undefined;
  return {
    update(facts) {
      owner = { ...owner, ...facts };
      const unfinished = `${lockFile(dataDir)}.new`;
      writeFileSync(unfinished, JSON.stringify(owner), { mode: 0o600 });
      renameSync(unfinished, lockFile(dataDir));
    },
    release: () => rmSync(lockFile(dataDir), { force: true }),
  };
}

function readLockOwner(dataDir: string): LockOwner | undefined {
  try {
    const owner = JSON.parse(readFileSync(lockFile(dataDir), 'utf8')) as LockOwner;
    return [undefined, identifyFolder(dataDir)].includes(owner.folder) ? owner : undefined;
  } catch {
    return undefined;
  }
}

/** Stays the same under another path, of a bind mount for example. */
function identifyFolder(dataDir: string): string {
  const { dev, ino } = statSync(dataDir);
  return `${dev}/${ino}`;
}

/** Waits for a server to stop by itself after its launcher died, then kills it. */
async function endApp(app: ProcessIdentity): Promise<void> {
  if (!isSameProcess(app)) return;
  log('waiting for the server of an earlier start to end');
  process.kill(app.pid, 'SIGTERM');
  if (await waitUntil(() => !isSameProcess(app), 22_000)) return;
  process.kill(app.pid, 'SIGKILL');
  await waitUntil(() => !isSameProcess(app), 5_000);
}
