import { readdirSync, readFileSync } from 'node:fs';

/**
 * Processor time of these processes in milliseconds, from the kernel's accounting (Linux). Ended
 * processes count as 0.
 */
export function getProcessorTime(pids: number[]): number {
  let sum = 0;
  for (const pid of pids) {
    try {
      for (const thread of readdirSync(`/proc/${pid}/task`))
        sum += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
    } catch {
      // The process has ended.
    }
  }
  return sum / 1e6;
}
