import { readdirSync, readFileSync } from 'node:fs';

/**
 * Resident memory in MiB without what processes share: the sum over a server and its database is
 * then honest.
 */
function memoryOf(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)![1]) / 1024;
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')[1],
    );
  } catch {
    return undefined;
  }
}

/** A process and its children (Linux). */
export const familyOf = (pid: number): number[] => [
  pid,
  ...readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => parentOf(candidate) === pid),
];

/** MiB of a process and its children together. */
export const memoryOfFamily = (pid: number): number =>
  familyOf(pid).reduce((sum, one) => sum + memoryOf(one), 0);
