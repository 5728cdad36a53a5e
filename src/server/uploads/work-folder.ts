import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { env } from '#server/env.ts';

/** Longer than any request or job may take. */
const oldAfter = 60 * 60 * 1_000;

const root = () => resolve(env().DATA_DIR, 'uploads');
const host =
  hostname()
    .replace(/[^\w-]/g, '-')
    .slice(0, 60) || 'host';
const ownNames = new Set<string>();

export interface WorkFolder {
  path: string;
  remove(): Promise<void>;
}

/** A folder for one request or job: uploads and derived files, deleted together. */
export async function workFolder(): Promise<WorkFolder> {
  const name = `${host}.${process.pid}.${randomBytes(8).toString('hex')}`;
  const path = join(root(), name);
  ownNames.add(name);
  await mkdir(path, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    ownNames.delete(name);
    throw error;
  });
  return {
    path,
    async remove() {
      await rm(path, { recursive: true, force: true, maxRetries: 3 });
      ownNames.delete(name);
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Deletes folders whose process has ended or that are older than any request or job. At start and
 * every hour.
 */
export async function pruneWorkFolders(): Promise<void> {
  const names = await readdir(root()).catch(() => [] as string[]);
  for (const name of names) {
    if (ownNames.has(name)) continue;
    const [owner, pid] = name.split('.');
    const path = join(root(), name);
    const age =
      Date.now() -
      (await stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => Date.now(),
      ));
    // Our own process id in a folder we did not create belonged to an earlier process; another
    // machine may share the folder.
    const isOrphan = owner === host && (Number(pid) === process.pid || !isAlive(Number(pid)));
    if (isOrphan || age > oldAfter) await rm(path, { recursive: true, force: true });
  }
}
