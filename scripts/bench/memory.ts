import { readdirSync, readFileSync } from 'node:fs';

/**
 * Proportional set size in MiB: shared pages are divided, so that the sum over a server and its
 * database is right.
 */
function getMemory(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)![1]) / 1024;
}

function getParentPid(pid: number): number | undefined {
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
export const getProcessTree = (pid: number): number[] => [
  pid,
  ...readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => getParentPid(candidate) === pid),
];

/** MiB of a process and its children together. */
export const getTreeMemory = (pid: number): number =>
  getProcessTree(pid).reduce((sum, one) => sum + getMemory(one), 0);
