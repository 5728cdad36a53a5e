import { readdirSync, readFileSync } from 'node:fs';

/**
 * For how long processes have had a processor so far, in milliseconds, by the kernel's own account
 * (Linux). Those that have ended count as nothing.
 */
export function processorTimeOf(pids: number[]): number {
  let sum = 0;
  for (const pid of pids) {
    try {
      for (const thread of readdirSync(`/proc/${pid}/task`))
        sum += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
    } catch {
      // It has ended meanwhile.
    }
  }
  return sum / 1e6;
}
