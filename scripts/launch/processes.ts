import { execFileSync, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Identifies a process: ids are reused, an id with its start time is not. */
export interface ProcessIdentity {
  pid: number;
  started: string;
}

export function identifyProcess(pid: number): ProcessIdentity | undefined {
  const started = startTime(pid);
  return started === undefined ? undefined : { pid, started };
}

export function isSameProcess(identity: ProcessIdentity): boolean {
  return startTime(identity.pid) === identity.started;
}

/** Undefined if there is no such process, or only a zombie. */
function startTime(pid: number): string | undefined {
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The second field is the program's name in brackets, and may itself contain spaces and
      // brackets.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[19]}`;
    } catch {
      return undefined;
    }
  }
  if (process.platform === 'win32') return isRunning(pid) ? 'running' : undefined;
  const [state, started] = psFields(pid, 'state=,lstart=');
  return state === undefined || state.startsWith('Z') ? undefined : started;
}

/** The first column and the rest of the output of `ps` for one process. */
function psFields(pid: number, columns: string): [string | undefined, string] {
  try {
    const line = execFileSync('ps', ['-o', columns, '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    const space = line.indexOf(' ');
    return space < 0 ? [undefined, ''] : [line.slice(0, space), line.slice(space).trim()];
  } catch {
    return [undefined, ''];
  }
}

/** The command line, if the system provides it. */
export function commandLine(pid: number): string {
  return psFields(pid, 'pid=,command=')[1];
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Waits until the condition is true; returns false on timeout. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  milliseconds: number,
  step = 50,
): Promise<boolean> {
  const end = Date.now() + milliseconds;
  while (!(await condition())) {
    if (Date.now() >= end) return false;
    await sleep(step);
  }
  return true;
}

/** Signals a child to exit, and kills it on timeout. */
export async function stopChild(
  child: ChildProcess,
  signal: NodeJS.Signals,
  milliseconds: number,
): Promise<void> {
  if (hasExited(child)) return;
  child.kill(signal);
  if (await waitUntil(() => hasExited(child), milliseconds)) return;
  child.kill('SIGKILL');
  await waitUntil(() => hasExited(child), 5_000);
}
