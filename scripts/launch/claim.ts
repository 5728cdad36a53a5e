import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from './problem.ts';
import { isSameProcess, markOf, until, type ProcessMark } from './processes.ts';

/** Who runs on a data folder, and how others reach it. */
export interface Holder {
  launcher: ProcessMark;
  command: string;
  /** The server process, which can outlive a killed launcher by some seconds. */
  app?: ProcessMark | undefined;
  address?: string | undefined;
  databaseUrl?: string | undefined;
}

export interface Claim {
  note(facts: Partial<Omit<Holder, 'launcher' | 'command'>>): void;
  release(): void;
}

const fileIn = (dataDir: string) => join(dataDir, 'running.json');

/** The launcher that runs on this data folder now, if one does. */
export function holderOf(dataDir: string): Holder | undefined {
  const holder = readHolder(dataDir);
  return holder && isSameProcess(holder.launcher) ? holder : undefined;
}

/**
 * Takes the data folder for this process. Undefined: another one has it. What a killed one left
 * running is ended first.
 */
export async function claim(dataDir: string, command: string): Promise<Claim | undefined> {
  if (!existsSync(dataDir)) {
    mkdirSync(dataDir, { recursive: true });
    // The database's account must pass through, but has no business looking around.
    chmodSync(dataDir, 0o711);
  }
  const left = readHolder(dataDir);
  if (left && isSameProcess(left.launcher)) return undefined;
  if (left?.app) await endApp(left.app);
  rmSync(fileIn(dataDir), { force: true });

  let holder: Holder = { launcher: markOf(process.pid) as ProcessMark, command };
  try {
    writeFileSync(fileIn(dataDir), JSON.stringify(holder), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
    throw error;
  }
  // Two starts that found the same leftovers may each have removed the other's: the later one keeps
  // it.
  if (left) await sleep(100);
  if (readHolder(dataDir)?.launcher.pid !== process.pid) return undefined;
  return {
    note(facts) {
      holder = { ...holder, ...facts };
      const unfinished = `${fileIn(dataDir)}.new`;
      writeFileSync(unfinished, JSON.stringify(holder), { mode: 0o600 });
      renameSync(unfinished, fileIn(dataDir));
    },
    release: () => rmSync(fileIn(dataDir), { force: true }),
  };
}

function readHolder(dataDir: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

/** The server stops by itself when its launcher dies; here it gets the time for that. */
async function endApp(app: ProcessMark): Promise<void> {
  if (!isSameProcess(app)) return;
  say('waiting for the server of an earlier start to end');
  process.kill(app.pid, 'SIGTERM');
  if (await until(() => !isSameProcess(app), 22_000)) return;
  process.kill(app.pid, 'SIGKILL');
  await until(() => !isSameProcess(app), 5_000);
}
